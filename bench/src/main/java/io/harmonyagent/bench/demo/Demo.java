package io.harmonyagent.bench.demo;

import io.harmonyagent.bench.Repository;
import io.harmonyagent.testbed.Testbed;
import io.harmonyagent.testbed.TestbedException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * {@code make demo}: two Pis converge and repair themselves. Where no testbed can be, a temporary
 * directory stands for a device instead.
 */
public final class Demo {
  static final String MANIFEST = "examples/hello.yaml";

  private Demo() {}

  public static void main(String[] arguments) throws Exception {
    Narrator narrator = new Narrator(System.out);
    CountDownLatch ending = new CountDownLatch(1);
    Thread demo = Thread.currentThread();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  ending.countDown();
                  // What it still would do on the Pis would only hold up their removal.
                  demo.interrupt();
                },
                "demo-ending"));
    try {
      show(narrator, Repository.here());
    } catch (Exception e) {
      if (!isInterruptedByUser(ending)) {
        throw e;
      }
      narrator.say("Interrupted; the testbed cleans up");
    }
    System.exit(0);
  }

  /** Ctrl-C ends the commands under way too, and their failure may be seen before the signal is. */
  private static boolean isInterruptedByUser(CountDownLatch ending) {
    try {
      return ending.await(500, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return true;
    }
  }

  private static void show(Narrator narrator, Repository repository) throws Exception {
    narrator.say("harmony-agent keeps devices in the state that is wanted of them. Two Raspberry");
    narrator.say("Pis, made on this machine and gone with the demo, are to hold " + MANIFEST + ".");
    narrator.say("");
    Testbed bed = Testbed.withNats(1);
    try {
      narrator.step("Starting a NATS server in a network of its own", bed::open);
    } catch (TestbedException e) {
      narrator.say("    not possible: " + e.getMessage());
      narrator.say("    So a temporary directory stands for a device, and there is no mesh.");
      new EmbeddedDemo(narrator, repository).show();
      return;
    }
    try (bed) {
      new FleetDemo(narrator, repository, bed).show();
      narrator.say("* Cleaning up");
    }
  }
}
