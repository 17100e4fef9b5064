package io.harmonyagent.testbed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A member that is one server process on a host of its own. Its data outlives the process. */
public abstract sealed class Server extends Member permits NatsNode, Registry {
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  private final Run run;
  private @Nullable Process process;

  Server(String name, Run run, Network network) {
    super(name, network);
    this.run = run;
    network.plug(this);
  }

  abstract List<String> command();

  /** Starts the process, without waiting for it to be of use. */
  public final synchronized void start() {
    if (isRunning()) {
      throw new IllegalStateException(name() + " runs already");
    }
    List<String> inside = new ArrayList<>(List.of("nsenter", "--net=" + run.namespace(name())));
    inside.addAll(command());
    process = run.start(name(), inside);
  }

  /** The process dies without a word. */
  public final void kill() {
    end("KILL");
  }

  /** The process stops as an operator would stop it. */
  public final void stop() {
    end("TERM");
  }

  /** Stops the process in its tracks; it keeps its memory and sockets and knows nothing of it. */
  public final void freeze() {
    Commands.run(Freezing.command(worker())).orFail();
  }

  public final void thaw() {
    Commands.run("kill", "-CONT", String.valueOf(worker())).orFail();
  }

  /** The process, or the one that it was started to run. */
  private long worker() {
    Process started = running();
    return started.children().findFirst().orElse(started.toHandle()).pid();
  }

  public final synchronized boolean isRunning() {
    return process != null && process.isAlive();
  }

  private synchronized void end(String signal) {
    signal(signal);
    // A frozen process hears of its end only when it goes on; a dead one cannot be told any more.
    Commands.run("kill", "-CONT", String.valueOf(worker()));
    try {
      if (!running().waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new TestbedException(name() + " still runs after " + END_LIMIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while " + name() + " ends", e);
    }
    process = null;
  }

  private void signal(String signal) {
    send(signal).orFail();
  }

  private Output send(String signal) {
    return Commands.run("kill", "-" + signal, String.valueOf(running().pid()));
  }

  private synchronized Process running() {
    if (process == null) {
      throw new IllegalStateException(name() + " does not run");
    }
    return process;
  }
}
