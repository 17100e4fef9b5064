package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.daemon.FactoryReset;
import io.harmonyagent.agent.daemon.Layout;
import io.harmonyagent.agent.posix.TerminalDevice;
import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.files.Exclusive;
import io.harmonyagent.core.status.AgentStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reset}: a device as if the agent had never been on it. */
@Command(
    name = "reset",
    description = "Deletes what the agent made on this device, and all that it remembers.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "The agent has to be stopped. Its configuration stays. Started again, it takes up its manifest"
          + " from the mesh anew. On a terminal it asks before it begins.",
      "",
      "Example:",
      "  systemctl stop harmony-agent && harmony-agent reset"
    })
final class ResetCommand implements Callable<Integer> {
  @Mixin private DeviceOptions device;

  @Option(
      names = "--keep-workloads",
      description = "Leave containers, units and files as they are; they are nobody's then.")
  private boolean keepWorkloads;

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws UserError, InterruptedException {
    AgentConfig config = device.config();
    Layout layout = device.layout();
    PrintWriter out = spec.commandLine().getOut();
    FactoryReset reset = new FactoryReset(config, layout);
    try {
      Exclusive.claim(layout.state()).close();
      if (!yes && TerminalDevice.ofThisProcess().isPresent() && !isMeant(out)) {
        out.println("nothing was changed");
        return ExitCode.FAILED;
      }
      if (!keepWorkloads) {
        AgentStatus status = reset.deleteWhatIsOwned(System.getenv());
        if (!status.resources().isEmpty()) {
          out.println(new StatusView(status).table(false));
          throw UserError.failed(
              "not everything could be deleted, so nothing is forgotten; put it right and try"
                  + " again, or leave it with --keep-workloads");
        }
      }
      reset.forget();
      out.println(
          keepWorkloads
              ? "forgotten; what the agent made stays as it is"
              : "deleted and forgotten");
      return ExitCode.OK;
    } catch (IOException e) {
      throw UserError.failed(
          e.getMessage() + "; is the agent still running? 'systemctl stop harmony-agent' stops it");
    }
  }

  private boolean isMeant(PrintWriter out) throws IOException {
    out.print(
        (keepWorkloads
                ? "All that the agent remembers of this device is deleted; what it runs goes on, and"
                    + " is nobody's."
                : "All that the agent made on this device is deleted: containers, units and files.")
            + " Type 'yes' to go on: ");
    out.flush();
    String answer =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    return answer != null && answer.strip().equals("yes");
  }
}
