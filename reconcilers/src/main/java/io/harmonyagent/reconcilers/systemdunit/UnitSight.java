package io.harmonyagent.reconcilers.systemdunit;

/** A unit's line in systemd's list and the facts beside it, as of the same moment. */
record UnitSight(UnitRow row, UnitFacts facts) {}
