package io.harmonyagent.agent.it.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * A manifest, and what the device looks like when it is in place: in the words of {@link Truth}.
 */
final class Wanted {
  static final int FILES = 5;
  static final int UNITS = 3;
  static final int CONTAINERS = 2;
  static final String FOLDER = "/srv/fuzz";
  static final String NEIGHBOUR_UNIT = "neighbour.service";

  private record Resource(String id, String spec, String lookInPlace) {}

  private final List<Resource> resources = new ArrayList<>();
  private final SortedMap<String, String> edges = new TreeMap<>();
  private final boolean neighbourWanted;

  private Wanted(boolean neighbourWanted) {
    this.neighbourWanted = neighbourWanted;
  }

  static Wanted nothing() {
    return new Wanted(false);
  }

  static Wanted any(RandomGenerator random, Images images) {
    Wanted wanted = new Wanted(random.nextInt(3) == 0);
    for (int i = 0; i < FILES; i++) {
      if (random.nextInt(3) > 0) {
        wanted.add(file(i, random), random);
      }
    }
    for (int i = 0; i < UNITS; i++) {
      if (random.nextBoolean()) {
        wanted.add(unit(i, random), random);
      }
    }
    for (int i = 0; i < CONTAINERS; i++) {
      if (random.nextBoolean()) {
        wanted.add(container(i, images, random), random);
      }
    }
    if (wanted.neighbourWanted) {
      wanted.add(
          new Resource(
              "neighbour",
              "{\"kind\": \"SystemdUnit\", \"name\": \"%s\", \"state\": \"active\", \"enabled\": true}"
                  .formatted(NEIGHBOUR_UNIT),
              "unit " + NEIGHBOUR_UNIT + " active enabled V=neighbour"),
          random);
    }
    return wanted;
  }

  /** The manifest as it crosses the mesh. */
  String manifest(long generation) {
    List<String> items =
        resources.stream()
            .map(
                resource ->
                    "{\"id\": \"%s\", %s\"spec\": %s}"
                        .formatted(
                            resource.id(),
                            Optional.ofNullable(edges.get(resource.id())).orElse(""),
                            resource.spec()))
            .toList();
    return "{\"generation\": %d, \"resources\": [%s]}"
        .formatted(generation, String.join(",\n", items));
  }

  /** How the device looks once this is in place, without what is not ours. */
  List<String> look() {
    List<String> lines = new ArrayList<>();
    resources.forEach(resource -> lines.add(resource.lookInPlace()));
    if (!neighbourWanted) {
      lines.add("unit " + NEIGHBOUR_UNIT + " inactive disabled V=neighbour");
    }
    return lines;
  }

  private void add(Resource resource, RandomGenerator random) {
    if (!resources.isEmpty() && random.nextInt(3) == 0) {
      String other = resources.get(random.nextInt(resources.size())).id();
      String edge = random.nextBoolean() ? "depends_on" : "restart_on";
      edges.put(resource.id(), "\"%s\": [\"%s\"], ".formatted(edge, other));
    }
    resources.add(resource);
  }

  private static Resource file(int number, RandomGenerator random) {
    String path = FOLDER + "/f" + number;
    String content = "c" + random.nextInt(3);
    String mode = random.nextBoolean() ? "644" : "600";
    return new Resource(
        "f" + number,
        "{\"kind\": \"File\", \"path\": \"%s\", \"mode\": \"0%s\", \"content\": {\"inline\": \"%s\"}}"
            .formatted(path, mode, content),
        "file " + path + " " + mode + " " + content);
  }

  private static Resource unit(int number, RandomGenerator random) {
    String name = "fuzz-u" + number + ".service";
    String value = "v" + random.nextInt(3);
    boolean active = random.nextInt(4) > 0;
    boolean enabled = random.nextBoolean();
    String text =
        "[Service]\\nExecStart=/bin/sleep infinity\\nEnvironment=V=%s\\n[Install]\\nWantedBy=multi-user.target\\n"
            .formatted(value);
    return new Resource(
        "u" + number,
        "{\"kind\": \"SystemdUnit\", \"name\": \"%s\", \"state\": \"%s\", \"enabled\": %b, \"content\": \"%s\"}"
            .formatted(name, active ? "active" : "inactive", enabled, text),
        "unit %s %s %s V=%s"
            .formatted(
                name, active ? "active" : "inactive", enabled ? "enabled" : "disabled", value));
  }

  private static Resource container(int number, Images images, RandomGenerator random) {
    String image = random.nextBoolean() ? images.first() : images.second();
    String value = "v" + random.nextInt(2);
    String name = containerName(number, random.nextInt(4) > 0);
    return new Resource(
        "c" + number,
        """
        {"kind": "Container", "name": "%s", "image": "%s", "network": "none", "env": {"V": "%s"}, "stop_timeout": "1s"}"""
            .formatted(name, image, value),
        "container %s %s running V=%s".formatted(name, image, value));
  }

  /**
   * Its id, or another one: a resource may move. Both could be the beginning of an id of podman's.
   */
  static String containerName(int number, boolean usual) {
    return (usual ? "c" : "b") + number;
  }

  /** Two versions of an image. */
  record Images(String first, String second) {}
}
