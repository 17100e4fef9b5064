/** The daemon: which parts it is made of, how it starts, and how it stops. */
@NullMarked
package io.harmonyagent.agent.daemon;

import org.jspecify.annotations.NullMarked;
