/** Time as a value that is handed in, so that what decides can be tested without waiting. */
@NullMarked
package io.harmonyagent.core.time;

import org.jspecify.annotations.NullMarked;
