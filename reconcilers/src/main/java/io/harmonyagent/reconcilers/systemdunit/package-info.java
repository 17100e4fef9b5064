/**
 * Keeps units of systemd in place: those that the device has, and those that we wrote. What is seen
 * of them comes over D-Bus; signals are hints, and the periodic look is the truth.
 */
@NullMarked
package io.harmonyagent.reconcilers.systemdunit;

import org.jspecify.annotations.NullMarked;
