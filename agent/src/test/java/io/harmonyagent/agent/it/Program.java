package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A binary run on this machine, to its end. */
record Program(int exitCode, String out, String err) {
  static Program run(Path binary, byte[] input, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(binary.toString()));
    command.addAll(List.of(arguments));
    Path in = Files.createTempFile("in", "");
    Path out = Files.createTempFile("out", "");
    Path err = Files.createTempFile("err", "");
    try {
      Files.write(in, input);
      Process process =
          new ProcessBuilder(command)
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("%s ended", command).isTrue();
      return new Program(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      Files.delete(in);
      Files.delete(out);
      Files.delete(err);
    }
  }
}
