package io.harmonyagent.bench.chaos;

/**
 * An acknowledged write that the database has no more.
 *
 * @param received the site that took over had surely got it: no lag explains this loss
 */
record Loss(Commit commit, boolean received) {}
