package io.harmonyagent.testbed;

import java.util.List;

/** What a command left behind when it ended. */
public record Output(List<String> command, int exitCode, String out, String err) {

  public boolean ok() {
    return exitCode == 0;
  }

  /** Standard output without the white space around it. */
  public String text() {
    return out.strip();
  }

  /**
   * This output, if the command succeeded; else the test fails here, told what the command said.
   */
  public Output orFail() {
    if (!ok()) {
      throw new TestbedException(
          "exit code %d of %s%n%s%s".formatted(exitCode, String.join(" ", command), out, err));
    }
    return this;
  }
}
