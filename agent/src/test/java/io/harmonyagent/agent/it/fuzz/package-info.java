/**
 * Random days in the life of a device: manifests, hands that meddle, crashes, power cuts and
 * outages, all from one seed. At the end the device must be exactly what it should be.
 */
@NullMarked
package io.harmonyagent.agent.it.fuzz;

import org.jspecify.annotations.NullMarked;
