package io.harmonyagent.agent.daemon;

import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows when a thread dies of what nobody expected. Without it the agent would be deaf or
 * mute, and seem well: so the process ends at once, and systemd starts it anew. Workloads do not
 * notice.
 */
public final class LastResort implements Thread.UncaughtExceptionHandler {
  private static final Logger log = LoggerFactory.getLogger(LastResort.class);
  private static final int DEFECT = 70;

  private final IntConsumer end;

  LastResort(IntConsumer end) {
    this.end = end;
  }

  /** For all threads of this process, the libraries' own among them. */
  public static void install() {
    // Not in good order: what that would wait for may be what has just died.
    Thread.setDefaultUncaughtExceptionHandler(new LastResort(Runtime.getRuntime()::halt));
  }

  @Override
  public void uncaughtException(Thread thread, Throwable e) {
    try {
      log.error(
          "a defect: thread '{}' died; the agent ends, to be started anew", thread.getName(), e);
    } finally {
      end.accept(DEFECT);
    }
  }
}
