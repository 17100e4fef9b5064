/**
 * Real parts on one machine for tests that need them: Pis with systemd and podman, NATS servers, an
 * image registry, on a network of their own, and the faults that befall them. {@link
 * io.harmonyagent.testbed.Testbed} is the way in.
 */
@NullMarked
package io.harmonyagent.testbed;

import org.jspecify.annotations.NullMarked;
