package io.harmonyagent.agent.cli;

import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.fencing.FenceClimb;
import io.harmonyagent.failover.fencing.FenceOrder;
import io.harmonyagent.failover.fencing.UnitFence;
import io.harmonyagent.failover.systemd.Units;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fence}: what PID 1 runs at a deadline, and what a person may ask for at any time. */
@Command(
    name = "fence",
    description = "Stops this site's PostgreSQL for certain; works without the agent.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "The machine is reset if PostgreSQL cannot be stopped. An agent that runs opens it again as",
      "soon as it may; pause the cluster first to keep it down.",
      "",
      "Example:",
      "  harmony-agent fence --cluster heating --now"
    })
final class FenceCommand implements Callable<Integer> {
  private static final Path BUS = Path.of("/run/dbus/system_bus_socket");

  @Option(names = "--cluster", required = true, description = "the failover cluster's name")
  private String cluster;

  @Option(names = "--now", description = "says that it is meant")
  private boolean now;

  @Option(names = "--climb", hidden = true, description = "for PID 1: climbs the ladder itself")
  private boolean climb;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws UserError, InterruptedException {
    Optional<FenceOrder> order = order();
    if (order.isEmpty()) {
      // Also for PID 1, which resets the machine where this fails: a wrong name is no reason.
      spec.commandLine()
          .getErr()
          .println(
              "no PostgreSQL of the cluster '"
                  + cluster
                  + "' was run by the agent since this machine was switched on");
      return climb ? ExitCode.OK : ExitCode.FAILED;
    }
    if (!now && !climb) {
      throw UserError.badInput(
          "this stops "
              + order.get().unit()
              + " and cuts all its sessions; say --now if that is meant");
    }
    return fence(order.get());
  }

  private int fence(FenceOrder order) throws UserError, InterruptedException {
    try (Units units = new Units(BUS)) {
      Optional<FenceRung> by =
          climb
              ? new FenceClimb(units, order).climb(FenceRung.FAST_STOP)
              : new UnitFence(units, order).run(FenceRung.FAST_STOP);
      if (by.isEmpty()) {
        throw UserError.failed(order.unit() + " could not be stopped; reset this machine");
      }
      spec.commandLine().getOut().println(order.unit() + " is stopped");
      return ExitCode.OK;
    }
  }

  private Optional<FenceOrder> order() throws UserError {
    try {
      return FenceOrder.read(cluster);
    } catch (IOException e) {
      throw UserError.failed("what is to be fenced cannot be read: " + e.getMessage());
    }
  }
}
