package io.harmonyagent.agent.top.view;

import static java.util.Objects.requireNonNull;

import io.harmonyagent.agent.terminal.Key;
import io.harmonyagent.agent.terminal.Size;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.Conditions;
import io.harmonyagent.core.status.Drift;
import io.harmonyagent.core.status.Rejection;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A board, a view of it, and somebody in front of it. */
final class Scene {
  static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

  private final Board board = new Board();
  private final Ui ui = new Ui(board, "tls://mesh.example:4222");
  private Instant now = NOON;
  private Size size = new Size(80, 24);

  /** Five devices, each in another way. */
  static Scene ofFive() {
    Scene scene = new Scene();
    scene.hear(new News.Listing());
    scene.agent("pi-barn", 7, Duration.ofMinutes(14), status("pi-barn", 7, ready(ago(3_600))));
    scene.agent("pi-kitchen", 43, Duration.ofSeconds(12), kitchen());
    scene.agent("pi-office", 12, Duration.ofSeconds(3), status("pi-office", 12, ready(ago(60))));
    scene.agent("pi-shop", 3, Duration.ofSeconds(29), status("pi-shop", 2, ready(ago(60))));
    scene.hear(new News.Wanted(new AgentId("pi-new"), Optional.of(1L)));
    scene.hear(new News.Listed());
    return scene;
  }

  /** A device with a failure, a drift and something under way. */
  static AgentStatus kitchen() {
    SortedMap<ResourceId, ResourceStatus> resources = new TreeMap<>();
    resources.put(
        new ResourceId("web-config"),
        new ResourceStatus("File", "h", ago(172_800), file(), Optional.empty()));
    resources.put(
        new ResourceId("web"),
        new ResourceStatus(
            "Container",
            "h",
            ago(180),
            new ResourceState.Ready(
                new ResourceDetails.ContainerDetails("4f5e6d7c8b9a", "sha256:ab", 1, "healthy")),
            Optional.of(new Drift(ago(300), "stopped by hand", 41))));
    resources.put(
        new ResourceId("ntp"),
        new ResourceStatus(
            "SystemdUnit",
            "h",
            ago(60),
            new ResourceState.Failed(
                new ResourceError(
                    "UnitJobFailed",
                    "the job to start ntp.service ended as 'failed'; look at 'journalctl -u"
                        + " ntp.service' on the device"),
                3,
                NOON.plusSeconds(8)),
            Optional.empty()));
    resources.put(
        new ResourceId("app"),
        new ResourceStatus(
            "Container",
            "h",
            ago(75),
            new ResourceState.Reconciling("pulling registry.local/app:v2"),
            Optional.empty()));
    return status("pi-kitchen", 42, resources);
  }

  static AgentStatus failing(String message) {
    SortedMap<ResourceId, ResourceStatus> resources = new TreeMap<>();
    resources.put(
        new ResourceId("ntp"),
        new ResourceStatus(
            "SystemdUnit",
            "h",
            ago(60),
            new ResourceState.Failed(new ResourceError("Wrong", message), 1, NOON),
            Optional.empty()));
    return status("pi-kitchen", 42, resources);
  }

  static ResourceState file() {
    return new ResourceState.Ready(new ResourceDetails.FileDetails("/etc/web.conf", "9f86d0", 13));
  }

  static SortedMap<ResourceId, ResourceStatus> ready(Instant since) {
    SortedMap<ResourceId, ResourceStatus> resources = new TreeMap<>();
    resources.put(
        new ResourceId("web-config"),
        new ResourceStatus("File", "h", since, file(), Optional.empty()));
    return resources;
  }

  static AgentStatus status(
      String agent, long generation, SortedMap<ResourceId, ResourceStatus> resources) {
    return new AgentStatus(
        new AgentId(agent),
        "1.4.0",
        "aarch64",
        "b2c94c1e-7f1d-4c5e-9d3e-000000000001",
        generation,
        generation,
        0,
        resources,
        Conditions.fold(
            resources,
            true,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.<Condition>of(),
            ago(60)),
        Optional.<Rejection>empty(),
        Optional.empty(),
        Optional.empty());
  }

  static Instant ago(long seconds) {
    return NOON.minusSeconds(seconds);
  }

  Scene agent(String id, long wanted, Duration beatAge, AgentStatus status) {
    AgentId agent = new AgentId(id);
    hear(new News.Wanted(agent, Optional.of(wanted)));
    hear(new News.Said(agent, Optional.of(Digest.of(status))));
    hear(new News.Beat(agent, Optional.of(now.minus(beatAge))));
    return this;
  }

  /** What the feed brings of the one that is looked at. */
  Scene detail(String id, List<Part> parts, AgentStatus... statuses) {
    AgentId agent = new AgentId(id);
    hear(new News.DetailListing(agent));
    hear(new News.DetailWanted(agent, parts));
    Arrays.stream(statuses).forEach(status -> hear(new News.DetailSaid(agent, status)));
    return this;
  }

  static Part part(String id, String kind, String... dependsOn) {
    return new Part(
        new ResourceId(id), kind, Arrays.stream(dependsOn).map(ResourceId::new).toList());
  }

  Scene hear(News news) {
    board.apply(news, now);
    return this;
  }

  Scene sized(int columns, int rows) {
    size = new Size(columns, rows);
    return this;
  }

  Scene later(Duration by) {
    now = now.plus(by);
    return this;
  }

  Scene press(Key... keys) {
    for (Key key : keys) {
      ui.press(key, now, size);
    }
    return this;
  }

  Scene type(String text) {
    text.codePoints().forEach(c -> press(new Key.Letter(c)));
    return this;
  }

  boolean isOver() {
    return ui.isOver();
  }

  Optional<AgentId> focus() {
    return board.focus();
  }

  /** A screen as it should be, from a file beside the tests. */
  static String expected(String name) throws IOException {
    try (InputStream in = Scene.class.getResourceAsStream(name + ".txt")) {
      return new String(requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
    }
  }

  String screen() {
    return ui.picture(now, size).text();
  }

  List<String> lines() {
    return screen().lines().toList();
  }

  int widestLine() {
    return ui.picture(now, size).lines().stream().mapToInt(line -> line.width()).max().orElse(0);
  }

  /** The line that the next key is for. */
  String selected() {
    return ui.picture(now, size).lines().stream()
        .filter(line -> line.selected())
        .map(line -> line.text().strip())
        .findFirst()
        .orElse("");
  }
}
