/** The only code that writes the agent's own state to disk. Whole or not at all, and durable. */
@NullMarked
package io.harmonyagent.core.files;

import org.jspecify.annotations.NullMarked;
