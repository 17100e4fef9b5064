package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Output;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code docs/getting-started.md}, as somebody follows it who types what stands there. */
class GettingStartedIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  private static final String COMPUTER = "On the computer:";
  private static final String DEVICE = "On the device:";

  /** What is to be typed, and where. */
  private record Step(String where, String commands) {}

  @Test
  void every_command_of_the_page_does_what_the_page_says() throws IOException {
    Pi desk = bed.pi("desk");
    Pi kitchen = bed.pi("pi-kitchen");
    bed.boot(desk, kitchen);
    desk.install(bed.nats().program(), "/usr/bin/nats-server");
    desk.install(Binaries.harmonyAgent(), "/usr/bin/harmonyctl");
    asThePackageDoes(kitchen);

    List<Step> steps = steps(Files.readString(Binaries.inRepository("docs/getting-started.md")));

    assertThat(steps).hasSizeGreaterThan(10);
    for (Step step : steps) {
      Pi where = step.where().equals(COMPUTER) ? desk : kitchen;
      bed.eventually(Duration.ofSeconds(20), () -> type(where, step.commands()), Output::ok);
      if (step.commands().contains("> /etc/motd.d/kitchen")) {
        bed.eventually(
            Duration.ofSeconds(20),
            () -> kitchen.read("/etc/motd.d/kitchen"),
            text -> text.equals("This is the kitchen.\n"));
      }
    }
  }

  private static void asThePackageDoes(Pi kitchen) throws IOException {
    kitchen.install(Binaries.harmonyAgent(), "/usr/bin/harmony-agent");
    kitchen.write(
        "/etc/systemd/system/" + Device.UNIT,
        Files.readString(Binaries.inRepository("systemd/" + Device.UNIT)));
    kitchen.run("mkdir", "-p", "/etc/harmony-agent/conf.d").orFail();
    kitchen.run("systemctl", "daemon-reload").orFail();
  }

  /** A step that came too early for a service that is just starting is typed again. */
  private static Output type(Pi where, String commands) {
    return where.run(
        Duration.ofSeconds(60), "sh", "-ec", "export HOME=/root; cd /root\n" + commands);
  }

  /** The indented blocks after the two sentences that say where to type. */
  private static List<Step> steps(String page) {
    List<Step> steps = new ArrayList<>();
    String where = "";
    StringBuilder block = new StringBuilder();
    for (String line : (page + "\nThe end.").lines().toList()) {
      if (line.startsWith("    ") && !where.isEmpty()) {
        block.append(line.substring(4)).append('\n');
      } else if (!line.isEmpty()) {
        if (!block.isEmpty()) {
          steps.add(new Step(where, block.toString()));
          block.setLength(0);
        }
        where = line.equals(COMPUTER) || line.equals(DEVICE) ? line : "";
      }
    }
    return steps;
  }
}
