package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.call.Answer;
import io.harmonyagent.core.call.CallFailed;
import io.harmonyagent.core.call.LogWish;
import io.harmonyagent.core.manifest.SystemdUnitSpec;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What units print, from the journal. By journald's own reader, as a process: the journal has no
 * socket to ask at, its files are compressed in ways that differ from version to version, and the
 * library that reads them would be larger than all of our machine code (adr/0017). Only while
 * somebody looks.
 */
public final class Journal {
  private static final int BUFFER = 16 * 1024;

  public void copy(String unit, LogWish wish, Answer to)
      throws CallFailed, IOException, InterruptedException {
    Process reader = start(unit, wish);
    to.whenCalledOff(reader::destroy);
    try (InputStream lines = reader.getInputStream()) {
      byte[] some = new byte[BUFFER];
      for (int n = lines.read(some); n >= 0; n = lines.read(some)) {
        to.write(Arrays.copyOf(some, n));
      }
    } finally {
      reader.destroy();
    }
    int exit = reader.waitFor();
    if (exit != 0) {
      throw new CallFailed(
          CallFailed.Reason.FAILED, "journalctl ended with " + exit + "; is journald running?");
    }
  }

  private static Process start(String unit, LogWish wish) throws CallFailed {
    String pattern = SystemdUnitSpec.isTemplate(unit) ? unit.replace("@.", "@*.") : unit;
    List<String> command =
        new ArrayList<>(
            List.of(
                "journalctl",
                "--quiet",
                "--no-pager",
                "--no-hostname",
                "--output=short-iso",
                "--unit=" + pattern,
                "--lines=" + wish.tail()));
    if (wish.follow()) {
      command.add("--follow");
    }
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
      builder.environment().keySet().removeIf(name -> name.startsWith("HARMONY_"));
      Process process = builder.start();
      process.getOutputStream().close();
      return process;
    } catch (IOException e) {
      throw new CallFailed(CallFailed.Reason.FAILED, "journalctl cannot be run: " + e.getMessage());
    }
  }
}
