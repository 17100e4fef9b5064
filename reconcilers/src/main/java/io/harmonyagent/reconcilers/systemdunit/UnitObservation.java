package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.reconcilers.file.DeviceFiles;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What was seen of a unit: everything that a decision needs, the time included.
 *
 * @param memo what we remember of it
 * @param files what stands where each file is wanted; the unit file's key is empty
 * @param left files of ours that are there and no longer wanted
 * @param startIn how long it must not be started again, after it died by itself several times
 * @param died how often it did so in a row
 * @param looping whether it keeps dying although systemd keeps restarting it
 * @param stableIn when that would be over if it stayed up from now on
 * @param lastEnd how it was last seen to have ended, for people; empty if it never was
 * @param boot which boot this is
 */
record UnitObservation(
    UnitRow row,
    UnitFacts facts,
    UnitMemo memo,
    Map<String, DeviceFiles.Found> files,
    List<String> left,
    Duration startIn,
    int died,
    boolean looping,
    Duration stableIn,
    String lastEnd,
    String boot) {
  /**
   * Whether the device has it. Of a template, which is no unit, only the state of its file says.
   */
  boolean isThere() {
    return row.isTemplate() ? !facts.fileState().isEmpty() : row.isThere();
  }

  boolean isMasked() {
    return row.load().equals("masked") || facts.fileState().startsWith("masked");
  }
}
