package io.harmonyagent.core.runtime;

import io.harmonyagent.core.manifest.AgentId;

/** What stays the same while the agent runs. */
public record DeviceFacts(AgentId agentId, String agentVersion, String arch, String bootId) {}
