/**
 * One intent for two sites: what an operator wants of both together, and what that means for each
 * (ADR-015 of the source documents; adr/0016).
 *
 * <p>Assumption of the package: it only computes. What becomes of it is written by whoever asked,
 * and refused here if it is not safe.
 */
@NullMarked
package io.harmonyagent.failover.topology;

import org.jspecify.annotations.NullMarked;
