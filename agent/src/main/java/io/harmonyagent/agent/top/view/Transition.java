package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Tone;
import io.harmonyagent.core.manifest.ResourceId;
import java.time.Instant;

/** Something that happened to a resource. */
record Transition(Instant at, ResourceId resource, String what, String note, Tone tone) {}
