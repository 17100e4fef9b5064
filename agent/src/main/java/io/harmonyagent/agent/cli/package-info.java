/** What a person types: commands, their options, and what they print. */
@NullMarked
package io.harmonyagent.agent.cli;

import org.jspecify.annotations.NullMarked;
