/**
 * The flight recorder: every decision with the evidence that it was made from, as it is kept on the
 * device and in the mesh, and read again by people.
 *
 * <p>Assumption of the package: a decision is a function of its evidence and of nothing else, so
 * whoever reads the history can ask the evidence again and must get the same answer.
 */
@NullMarked
package io.harmonyagent.failover.history;

import org.jspecify.annotations.NullMarked;
