package io.harmonyagent.core.mesh;

import io.harmonyagent.core.manifest.AgentId;

/** The names that both sides of the mesh agree on. */
public final class Keys {
  public static final String AGENTS_BUCKET = "harmony_agents";

  public static final String ARTIFACTS_BUCKET = "harmony_artifacts";

  private Keys() {}

  public static String desiredState(AgentId agent) {
    return "desired-state." + agent;
  }

  public static String actualState(AgentId agent) {
    return "actual-state." + agent;
  }

  public static String heartbeat(AgentId agent) {
    return "heartbeat." + agent;
  }

  /**
   * A device's answers come to a prefix of its own, so that no other device can be allowed to
   * listen.
   */
  public static String inboxPrefix(String owner) {
    return "_INBOX_" + owner + ".";
  }
}
