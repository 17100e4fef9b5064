package io.harmonyagent.agent.top.view;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;

/** Whose log it is. */
public record LogKey(AgentId agent, ResourceId resource) {}
