/** Log lines for journald, on standard error. */
@NullMarked
package io.harmonyagent.agent.logging;

import org.jspecify.annotations.NullMarked;
