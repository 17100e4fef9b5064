package io.harmonyagent.agent.it.fuzz;

import io.harmonyagent.agent.it.Builds;
import io.harmonyagent.agent.it.ControlPlane;
import io.harmonyagent.agent.it.Device;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.UpdateStatus;
import io.harmonyagent.testbed.Output;
import io.harmonyagent.testbed.Testbed;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * Updates with a power cut at a random moment of each, {@code CUTS=n} of them, {@code SEED=n} to
 * see them again. After each the device has to come to run what is wanted, or, where that is a
 * build that crashes or hangs, what ran before, and to say so. What runs beside it must not notice.
 */
public final class UpdateFuzz {
  private static final PrintStream out = System.out;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int LONGEST_BEFORE_CUT_MS = 12_000;
  private static final int BAD_ONE_IN = 4;

  private final Testbed bed;
  private final ControlPlane control;
  private final Builds builds;
  private final Device device;
  private final SplittableRandom random;
  private long generation;
  private String running = Builds.version(2);

  private UpdateFuzz(Testbed bed, Path directory, long seed) throws Exception {
    this.bed = bed;
    this.control = ControlPlane.start(bed);
    this.builds = new Builds(bed, directory);
    this.random = new SplittableRandom(seed);
    this.device = Device.prepare(bed, "fuzz", Builds.CONFIG.replace("64Mi", "4Mi"));
    builds.trustedBy(device);
    device.startAgent();
    want(builds.push(builds.working(running), running));
    await(s -> s.agentVersion().equals(running) && is(s, UpdateStatus.State.CURRENT));
  }

  public static void main(String[] arguments) throws Exception {
    long cuts = option(arguments, "CUTS", 50);
    long seed = option(arguments, "SEED", 1);
    Path directory = Files.createTempDirectory("update-fuzz");
    try (Testbed bed = Testbed.withNats(1).open()) {
      UpdateFuzz fuzz = new UpdateFuzz(bed, directory, seed);
      for (int cut = 1; cut <= cuts; cut++) {
        try {
          fuzz.round(cut);
        } catch (AssertionError | RuntimeException e) {
          e.printStackTrace(out);
          out.printf("cut %d of seed %d failed%n", cut, seed);
          out.println("logs: " + bed.keepLogs("UpdateFuzz", "failure"));
          System.exit(1);
        }
      }
      out.printf("%d power cuts, seed %d: a working build ran after each%n", cuts, seed);
    }
  }

  private void round(int cut) throws Exception {
    boolean bad = random.nextInt(BAD_ONE_IN) == 0;
    int afterMs = random.nextInt(LONGEST_BEFORE_CUT_MS);
    String version = bad ? Builds.version(90 + cut) : another();
    String release =
        bad
            ? builds.push(builds.script(version, ending(cut) + " # " + cut), version)
            : builds.push(builds.working(version), version);
    want(release.replaceFirst("\\{", "{\"downgrade\": true, "));
    // Not a wait for a condition: the moment is what is tried.
    Thread.sleep(afterMs);
    device.pi().powerCut();
    device.pi().boot();
    Pids before = bed.eventually(Duration.ofSeconds(60), this::pids, Pids::run);
    long start = System.nanoTime();
    if (bad) {
      await(s -> s.agentVersion().equals(running) && is(s, UpdateStatus.State.REFUSED));
    } else {
      await(s -> s.agentVersion().equals(version) && is(s, UpdateStatus.State.CURRENT));
      running = version;
    }
    if (!pids().equals(before)) {
      throw new AssertionError("workloads were touched: " + before + ", then " + pids());
    }
    out.printf(
        "cut %d: %s %s after %d ms; settled after %d s%n",
        cut,
        bad ? "bad" : "good",
        version,
        afterMs,
        Duration.ofNanos(System.nanoTime() - start).toSeconds());
  }

  private String another() {
    String version = running;
    while (version.equals(running)) {
      version = Builds.version(random.nextInt(2, 9));
    }
    return version;
  }

  /** Of who must not notice the update, once they run again after the boot; 0: it does not run. */
  private record Pids(long unit, long container) {
    boolean run() {
      return unit > 0 && container > 0;
    }
  }

  private Pids pids() {
    Output web = device.pi().run("podman", "inspect", "--format={{.State.Pid}}", "web");
    return new Pids(device.pi().mainPid("keep.service"), web.ok() ? Long.parseLong(web.text()) : 0);
  }

  /** Of a bad build: by turns it crashes and hangs. */
  private static String ending(int cut) {
    return cut % 2 == 0 ? "exit 3" : "exec sleep 1000";
  }

  private void want(String release) {
    generation++;
    control.want(
        device.name(),
        """
        {"generation": %d, "agent": %s, "resources": [{"id": "keep", "spec": {"kind": "SystemdUnit",
          "name": "keep.service", "state": "active", "enabled": true,
          "content": "[Service]\\nExecStart=/bin/sleep 100000\\n[Install]\\nWantedBy=multi-user.target\\n"}},
          {"id": "web", "spec": {"kind": "Container", "name": "web", "network": "none", "image": "%s"}}]}
        """
            .formatted(generation, release, bed.registry().image("sleeper", "v1").pinned()));
  }

  private boolean is(AgentStatus status, UpdateStatus.State state) {
    return status.manifestGeneration() == generation
        && status.stoppedAt().isEmpty()
        && status.update().filter(u -> u.state() == state).isPresent();
  }

  private void await(Predicate<AgentStatus> wanted) {
    bed.eventually(
        PATIENCE, () -> control.status(device.name()), s -> s.filter(wanted).isPresent());
  }

  private static long option(String[] arguments, String name, long otherwise) {
    for (String argument : arguments) {
      if (argument.startsWith(name + "=")) {
        return Long.parseLong(argument.substring(name.length() + 1));
      }
    }
    return otherwise;
  }
}
