/** Whether this very binary works on this very machine: asked before an update switches to it. */
@NullMarked
package io.harmonyagent.agent.selftest;

import org.jspecify.annotations.NullMarked;
