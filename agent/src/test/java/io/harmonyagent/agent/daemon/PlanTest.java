package io.harmonyagent.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.config.ConfigFiles;
import io.harmonyagent.core.document.YamlReader;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.plan.Change;
import io.harmonyagent.core.plan.Plan;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.ResourceState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTest {
  private static final int ROUNDS = 12;
  private static final int NAMES = 7;

  @TempDir private Path temporary;
  private Path root;

  @BeforeEach
  void boot() throws Exception {
    root = Files.createDirectory(temporary.resolve("device"));
  }

  @Test
  void says_what_would_be_made_changed_deleted_and_left_alone() throws Exception {
    apply("[" + file("same", "1") + "," + file("other", "1") + "," + file("gone", "1") + "]");

    Plan plan =
        plan("[" + file("same", "1") + "," + file("other", "2") + "," + file("new", "1") + "]");

    assertThat(changes(plan))
        .containsExactly(
            Map.entry("same", new Change.AlreadyApplied()),
            Map.entry("other", new Change.WillUpdate("content")),
            Map.entry("new", new Change.WillCreate()),
            Map.entry("gone", new Change.WillDelete("")));
  }

  @Test
  void stands_in_the_order_in_which_it_would_be_done() throws Exception {
    String last =
        "{id: last, depends_on: [middle], spec: {kind: File, path: /l, content: {inline: x}}}";
    String middle =
        "{id: middle, depends_on: [first], spec: {kind: File, path: /m, content: {inline: x}}}";
    String first = "{id: first, spec: {kind: File, path: /f, content: {inline: x}}}";

    Plan making = plan("[" + last + "," + middle + "," + first + "]");
    apply("[" + last + "," + middle + "," + first + "]");
    Plan deleting = plan("[]");

    assertThat(making.steps())
        .extracting(step -> step.id().value())
        .containsExactly("first", "middle", "last");
    assertThat(deleting.steps())
        .extracting(step -> step.id().value())
        .containsExactly("last", "middle", "first");
  }

  @Test
  void what_waits_for_something_impossible_is_blocked_too() throws Exception {
    Files.writeString(root.resolve("theirs"), "theirs");

    Plan plan =
        plan(
            "["
                + file("theirs", "x")
                + ", {id: waits, depends_on: [theirs], spec: {kind: File, path: /w, content: {inline: x}}}"
                + ", {id: strange, spec: {kind: Quantum}}]");

    assertThat(plan.isPossible()).isFalse();
    assertThat(plan.steps().getFirst().change().explanation().orElse(""))
        .startsWith("AlreadyExists: /theirs");
    assertThat(changes(plan)).containsEntry("waits", new Change.Blocked("waits for theirs"));
    assertThat(changes(plan))
        .containsEntry("strange", new Change.Blocked("this version does not know the kind"));
  }

  @Test
  void a_directory_with_files_in_the_way_is_seen_beforehand() throws Exception {
    apply("[" + file("a", "1") + "]");
    Files.delete(root.resolve("a"));
    Files.createDirectory(root.resolve("a"));
    Files.writeString(root.resolve("a/precious"), "x");

    assertThat(changes(plan("[" + file("a", "1") + "]")))
        .containsEntry("a", new Change.Blocked("there is a directory with files in its place"));
  }

  @Test
  void needs_neither_a_claim_nor_a_state_folder() throws Exception {
    plan("[" + file("a", "1") + "]");

    assertThat(root.toFile().list()).isEmpty();
  }

  /** Plans over a device that people have had their hands in; then does it and compares. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void what_it_says_is_what_applying_does(long seed) throws Exception {
    RandomGenerator random = new SplittableRandom(seed);
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = random.nextInt(4); i > 0; i--) {
        drift(random);
      }
      String manifest = anyManifest(random);
      SortedMap<String, String> before = device();

      Plan plan = plan(manifest);

      String where = "seed " + seed + ", round " + round + ": " + manifest;
      assertThat(device()).as("planning changes nothing; " + where).isEqualTo(before);
      AgentStatus status = apply(manifest);
      compare(plan, before, device(), status, where);
      assertThat(plan(manifest).isEmpty()).as("nothing is left to do; " + where).isTrue();
    }
  }

  private static void compare(
      Plan plan,
      SortedMap<String, String> before,
      SortedMap<String, String> after,
      AgentStatus status,
      String where) {
    for (Plan.Step step : plan.steps()) {
      String said = step + "; " + where;
      Optional<String> was = Optional.ofNullable(before.get(step.key()));
      Optional<String> is = Optional.ofNullable(after.get(step.key()));
      Optional<ResourceState> state =
          Optional.ofNullable(status.resources().get(step.id())).map(resource -> resource.state());
      switch (step.change()) {
        case Change.WillCreate _ -> {
          assertThat(was).as(said).isEmpty();
          assertThat(is).as(said).isPresent();
        }
        case Change.WillUpdate _, Change.WillReplace _ ->
            assertThat(is).as(said).isPresent().isNotEqualTo(was);
        case Change.AlreadyApplied _ -> assertThat(is).as(said).isPresent().isEqualTo(was);
        case Change.WillDelete _ ->
            assertThat(is.filter(found -> !found.startsWith("directory"))).as(said).isEmpty();
        case Change.Blocked _ -> {
          assertThat(is).as(said).isEqualTo(was);
          assertThat(state.orElseThrow()).as(said).isNotInstanceOf(ResourceState.Ready.class);
        }
      }
    }
  }

  private void drift(RandomGenerator random) throws IOException {
    Path place = root.resolve("n" + random.nextInt(NAMES));
    switch (random.nextInt(6)) {
      case 0 -> Files.deleteIfExists(isDirectory(place) ? place.resolve("precious") : place);
      case 1, 2 -> {
        if (!Files.isDirectory(place) && !isLoop(place)) {
          Files.writeString(place, "by hand " + random.nextInt(3));
        }
      }
      case 3 -> {
        if (Files.isRegularFile(place)) {
          Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rw-rw-rw-"));
        }
      }
      case 4 -> {
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectory(place);
        }
      }
      default -> {
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectory(place);
          Files.writeString(place.resolve("precious"), "x");
        }
      }
    }
  }

  /** A link that leads to itself, sooner or later, cannot be written through. */
  private static boolean isLoop(Path place) {
    Path at = place;
    for (int i = 0; i <= NAMES && Files.isSymbolicLink(at); i++) {
      try {
        at = place.resolveSibling(Files.readSymbolicLink(at));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return Files.isSymbolicLink(at);
  }

  private static boolean isDirectory(Path place) {
    return Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS);
  }

  private static String anyManifest(RandomGenerator random) {
    List<String> resources = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < NAMES; i++) {
      if (random.nextInt(3) == 0) {
        continue;
      }
      String id = "r" + i;
      String dependsOn =
          ids.isEmpty() || random.nextInt(3) > 0 ? "" : ids.get(random.nextInt(ids.size()));
      boolean strange = random.nextInt(12) == 0;
      String spec =
          strange
              ? "{kind: Quantum}"
              : "{kind: File, path: /n%d, adopt: %b, %s}"
                  .formatted(i, random.nextBoolean(), anyContent(random));
      resources.add("{id: %s, depends_on: [%s], spec: %s}".formatted(id, dependsOn, spec));
      ids.add(id);
    }
    return "[" + String.join(", ", resources) + "]";
  }

  private static String anyContent(RandomGenerator random) {
    boolean forAll = random.nextBoolean();
    return switch (random.nextInt(5)) {
      // Not 0644: whoever is not root could no longer look inside, and so neither could this test.
      case 0 -> "mode: '%s', content: {directory: {}}".formatted(forAll ? "0755" : "0700");
      case 1 -> "content: {symlink: n" + random.nextInt(NAMES) + "}";
      default ->
          "mode: '%s', content: {inline: 'c%d'}"
              .formatted(forAll ? "0644" : "0700", random.nextInt(2));
    };
  }

  /** Everything on the device but the agent's own state: by path, in what form. */
  private SortedMap<String, String> device() throws IOException {
    SortedMap<String, String> found = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.filter(p -> !p.equals(root)).toList()) {
        String name = "/" + root.relativize(path);
        if (!name.startsWith("/var") && !name.startsWith("/run")) {
          Object inode = Files.getAttribute(path, "unix:ino", LinkOption.NOFOLLOW_LINKS);
          found.put(name, form(path) + " " + inode);
        }
      }
    }
    return found;
  }

  private static String form(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      return "link to " + Files.readSymbolicLink(path);
    }
    return (isDirectory(path) ? "directory " : Files.readString(path) + " ")
        + PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static String file(String id, String content) {
    return "{id: %s, spec: {kind: File, path: /%s, content: {inline: '%s'}}}"
        .formatted(id, id, content);
  }

  private static Map<String, Change> changes(Plan plan) {
    Map<String, Change> changes = new LinkedHashMap<>();
    plan.steps().forEach(step -> changes.put(step.id().value(), step.change()));
    return changes;
  }

  private Plan plan(String resources) throws Exception {
    Layout layout = new Layout(root);
    return Wiring.planner(
            new ConfigFiles(layout.configuration(), Map.of()).load(), layout, Map.of())
        .plan(manifest(resources));
  }

  private AgentStatus apply(String resources) throws Exception {
    Layout layout = new Layout(root);
    return Wiring.staticRun(
            new ConfigFiles(layout.configuration(), Map.of()).load(), layout, Map.of())
        .once(manifest(resources));
  }

  private static AgentManifest manifest(String resources) throws Exception {
    return ManifestReader.readStatic(
        new YamlReader().read("resources: " + resources, "device.yaml"));
  }
}
