package io.harmonyagent.testbed;

/**
 * Stops a process in its tracks. A signal only begins that: its threads stop one after the other
 * once they hear of it, and may answer someone before. So the command waits until all stand.
 */
final class Freezing {
  private static final String STOP_AND_WAIT =
      """
      kill -STOP "$1" || exit
      for _ in $(seq 500); do
        grep -h '^State:' /proc/"$1"/task/*/status | grep -qiv '[[:space:]]t (' || exit 0
        sleep 0.01
      done
      echo "process $1 does not stand still" >&2
      exit 1
      """;

  private Freezing() {}

  static String[] command(long pid) {
    return new String[] {"sh", "-c", STOP_AND_WAIT, "freeze", Long.toString(pid)};
  }
}
