package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.cli.DesiredState.Written;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.trust.SigningKey;
import io.nats.client.Connection;
import java.util.List;
import java.util.Optional;

/** Something else is wanted of one device: written, told, and waited for if that is asked. */
record DeviceChange(AgentId agent, Optional<SigningKey> key, Waiting waiting, Output output) {
  /** How it is written. */
  @FunctionalInterface
  interface Write {
    Written to(DesiredState desired) throws Exception;
  }

  /**
   * Returns the exit code.
   *
   * @param meaning what the new generation is, as the end of a sentence; may be empty
   */
  int make(Connection connection, Write write, String meaning) throws Exception {
    waiting.refuseNonsense();
    DesiredState desired = new DesiredState(connection, agent, key);
    Written written = write.to(desired);
    output.say(agent + ": generation " + written.manifest().generation() + " is wanted" + meaning);
    if (!desired.isOfKnownDevice()) {
      output.warn(
          List.of(
              agent
                  + " has never said anything; it gets this once it reaches the mesh, if that is"
                  + " its name"));
    }
    return Outcome.finish(List.of(waiting.afterwards(connection, agent, written, output)), output);
  }
}
