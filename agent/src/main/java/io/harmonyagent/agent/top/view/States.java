package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Tone;
import io.harmonyagent.core.status.ResourceState;

/** How the state of a resource is said. */
final class States {
  private States() {}

  static Tone tone(ResourceState state) {
    return switch (state) {
      case ResourceState.Ready _ -> Tone.GOOD;
      case ResourceState.Failed _, ResourceState.UnknownResource _ -> Tone.BAD;
      case ResourceState.Pending _, ResourceState.Blocked _ -> Tone.FAINT;
      case ResourceState.Reconciling _, ResourceState.Deleting _ -> Tone.BUSY;
    };
  }

  /** Why it is in that state; empty where there is nothing to add. */
  static String note(ResourceState state) {
    return switch (state) {
      case ResourceState.Failed failed -> failed.error().code() + ": " + failed.error().message();
      case ResourceState.Blocked blocked -> "waits for " + blocked.waitingFor();
      case ResourceState.UnknownResource _ -> "the agent does not know the kind";
      case ResourceState.Reconciling reconciling -> reconciling.doing();
      case ResourceState.Ready _, ResourceState.Pending _, ResourceState.Deleting _ -> "";
    };
  }
}
