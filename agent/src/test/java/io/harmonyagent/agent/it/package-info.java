/** What ships, where it will run: the native binary on real Pis of the testbed. */
@NullMarked
package io.harmonyagent.agent.it;

import org.jspecify.annotations.NullMarked;
