/** {@code harmonyctl top}: the fleet, live, on a terminal. */
@NullMarked
package io.harmonyagent.agent.top;

import org.jspecify.annotations.NullMarked;
