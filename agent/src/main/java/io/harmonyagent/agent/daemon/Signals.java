package io.harmonyagent.agent.daemon;

import sun.misc.Signal;

/** TERM and INT end the agent in good order; HUP asks it to look at everything now. */
final class Signals {
  private Signals() {}

  static void install(Runnable onStop, Runnable onHangUp) {
    Signal.handle(new Signal("TERM"), _ -> onStop.run());
    Signal.handle(new Signal("INT"), _ -> onStop.run());
    Signal.handle(new Signal("HUP"), _ -> onHangUp.run());
  }
}
