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

  /** What an operator calls a device; no agent reads it. */
  public static String labels(AgentId agent) {
    return "labels." + agent;
  }

  /** Where an agent is asked directly; not a key, but a subject of core NATS. */
  public static String call(AgentId agent, String verb) {
    return "harmony.agent." + agent + "." + verb;
  }

  /** A build of the agent that operators pushed; no agent reads it. */
  public static String release(String version, String arch) {
    return "release." + version + "." + arch;
  }

  /**
   * A device's answers come to a prefix of its own, so that no other device can be allowed to
   * listen.
   */
  public static String inboxPrefix(String owner) {
    return "_INBOX_" + owner + ".";
  }
}
