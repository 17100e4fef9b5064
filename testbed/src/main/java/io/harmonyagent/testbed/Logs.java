package io.harmonyagent.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Collection;

/** Puts all that was logged into one folder, for someone who has to find out why a test failed. */
final class Logs {
  private static final Path FOLDER = Path.of("target", "testbed-logs");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HHmmss.SSS");

  private final Run run;

  Logs(Run run) {
    this.run = run;
  }

  Path keep(String testClass, String occasion, Collection<Pi> pis) {
    Path folder =
        FOLDER
            .resolve(testClass)
            .resolve(occasion + "-" + LocalTime.now(ZoneId.systemDefault()).format(TIME))
            .toAbsolutePath();
    try {
      Files.createDirectories(folder);
      Commands.run("cp", "-r", run.folder("log") + "/.", folder.toString()).orFail();
      for (Pi pi : pis) {
        write(folder, "journal-" + pi, pi.journal());
        write(folder, "state-" + pi, state(pi));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folder;
  }

  private static String state(Pi pi) {
    if (!pi.isOn()) {
      return pi + " is off\n";
    }
    String questions =
        "date; df -h /; systemctl --no-pager --failed; ip -brief address; podman ps --all; ps axf";
    try {
      Output answer = pi.run(Duration.ofSeconds(10), "sh", "-xc", questions);
      return answer.out() + answer.err();
    } catch (TestbedException e) {
      return e + "\n";
    }
  }

  private static void write(Path folder, String name, String text) throws IOException {
    Files.writeString(folder.resolve(name + ".txt"), text);
  }
}
