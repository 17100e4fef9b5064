/** The few calls of the C library that Java has no way for. */
@NullMarked
package io.harmonyagent.agent.posix;

import org.jspecify.annotations.NullMarked;
