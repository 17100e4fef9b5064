/**
 * Measures the native binary on real devices of the testbed. Nothing here is taken from the agent's
 * insides: only what systemd, the kernel, the file system, the journal and the mesh say of it.
 */
@NullMarked
package io.harmonyagent.bench;

import org.jspecify.annotations.NullMarked;
