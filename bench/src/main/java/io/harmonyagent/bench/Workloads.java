package io.harmonyagent.bench;

import java.util.ArrayList;
import java.util.List;

/** Manifests of files, units and containers to measure with. */
final class Workloads {
  /** A unit template that leaves a mark with its instance's name when it is started. */
  static final String MARKING_UNIT =
      """
      [Service]
      Type=oneshot
      RemainAfterExit=yes
      ExecStart=/bin/sh -c '%s'
      """
          .formatted(Marks.command("%i").replace("%s%N", "%%s%%N"));

  /** The same, which then runs on. */
  static final String RUNNING_UNIT =
      """
      [Service]
      ExecStart=/bin/sh -c '%s; exec sleep infinity'
      """
          .formatted(Marks.command("%i").replace("%s%N", "%%s%%N"));

  private final List<String> resources = new ArrayList<>();

  Workloads unit(String name) {
    return add(
        name.replaceAll("[@.]", "-"),
        "{\"kind\": \"SystemdUnit\", \"name\": \"%s\", \"state\": \"active\"}".formatted(name));
  }

  Workloads container(String name, String image) {
    return add(
        name,
        """
        {"kind": "Container", "image": "%s", "network": "none", "stop_timeout": "1s",
         "volumes": ["%s:%s"], "command": ["/bin/sh", "-c"], "args": ["%s"]}"""
            .formatted(image, Marks.FOLDER, Marks.FOLDER, script(name)));
  }

  Workloads file(String name, String content) {
    return add(
        name,
        "{\"kind\": \"File\", \"path\": \"%s/%s\", \"content\": {\"inline\": \"%s\"}}"
            .formatted(Marks.FOLDER, name, content));
  }

  String manifest(long generation) {
    return "{\"generation\": %d, \"resources\": [%s]}"
        .formatted(generation, String.join(",", resources));
  }

  /** The same container in podman's own words. */
  static String podmanSpec(String name, String image) {
    return """
        {"name": "%s", "image": "%s", "netns": {"nsmode": "none"}, "stop_timeout": 1,
         "mounts": [{"type": "bind", "source": "%s", "destination": "%s", "options": ["rbind"]}],
         "entrypoint": ["/bin/sh", "-c"], "command": ["%s"]}"""
        .formatted(name, image, Marks.FOLDER, Marks.FOLDER, script(name));
  }

  private static String script(String name) {
    return Marks.command(name) + "; trap 'exit 0' TERM; sleep 1000000 & wait";
  }

  private Workloads add(String id, String spec) {
    resources.add("{\"id\": \"%s\", \"spec\": %s}".formatted(id, spec));
    return this;
  }
}
