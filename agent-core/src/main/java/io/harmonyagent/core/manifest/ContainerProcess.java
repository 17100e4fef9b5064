package io.harmonyagent.core.manifest;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What runs inside of a container.
 *
 * @param command the entry point; empty: the image's own
 * @param args what it is given; empty: the image's own, unless there is a command
 * @param capAdd with their prefix, as in {@code CAP_NET_ADMIN}, or {@code ALL}
 */
public record ContainerProcess(
    List<String> command,
    List<String> args,
    Map<String, String> env,
    Optional<String> workdir,
    Optional<String> user,
    List<String> capAdd,
    List<String> capDrop) {
  public ContainerProcess {
    command = List.copyOf(command);
    args = List.copyOf(args);
    env = Map.copyOf(env);
    capAdd = List.copyOf(capAdd);
    capDrop = List.copyOf(capDrop);
  }

  /** The names of the variables only: a value may be a secret. */
  @Override
  public String toString() {
    return "command " + command.size() + ", args " + args.size() + ", env " + env.keySet();
  }
}
