/** The program: it picks the command, and nothing else. */
@NullMarked
package io.harmonyagent.agent;

import org.jspecify.annotations.NullMarked;
