package io.harmonyagent.testbed;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The program that carries a member's packets late, while it does. */
record SlowLine(Process wire) {

  /** Starts it on a line that line.sh has made slow; returns when packets pass. */
  static SlowLine start(Run run, String member, Slowness slowness) {
    String log = "wire-%s-%d".formatted(member, System.nanoTime());
    String program = run.program("wire").toString();
    Process wire =
        run.start(
            log,
            List.of(
                "nsenter",
                "--net=" + run.namespace("hub"),
                program,
                "x-" + member,
                "v-" + member,
                String.valueOf(slowness.delay().toNanos() / 1000),
                String.valueOf(slowness.jitter().toNanos() / 1000),
                String.valueOf(slowness.lossPercent())));
    Waiting.eventually(
        Duration.ofSeconds(10),
        () -> Files.readString(run.log(log)),
        said -> said.contains("ready"),
        "a slow line to " + member);
    return new SlowLine(wire);
  }

  void end() {
    try {
      wire.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while a slow line ends", e);
    }
  }
}
