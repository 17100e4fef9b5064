package io.harmonyagent.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A host of which only the network is its own: programs of this machine run there, and write where
 * this machine does. For clients of what the Pis offer; it costs a namespace and boots nothing. It
 * knows the others by their address only.
 */
public final class Host extends Member {
  private final Run run;

  Host(String name, Run run, Network network) {
    super(name, network);
    this.run = run;
    network.plug(this);
  }

  /**
   * Starts a program that runs until it is ended, or the testbed closes; what it says is logged.
   */
  public Process start(String log, String... command) {
    return run.start(log, entering(command));
  }

  /** Runs a command to its end, for half a minute at most. */
  public Output run(String... command) {
    return Commands.run(Commands.LIMIT, entering(command));
  }

  /** A folder of its own, on a tmpfs; it is gone with the testbed. */
  public Path folder() {
    return run.folder("host/" + name());
  }

  private List<String> entering(String... command) {
    List<String> all = new ArrayList<>(List.of("nsenter", "--net=" + run.namespace(name())));
    all.addAll(List.of(command));
    return all;
  }
}
