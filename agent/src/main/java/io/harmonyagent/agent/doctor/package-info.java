/** What could be wrong with a device or its mesh, found before it hurts, each with its remedy. */
@NullMarked
package io.harmonyagent.agent.doctor;

import org.jspecify.annotations.NullMarked;
