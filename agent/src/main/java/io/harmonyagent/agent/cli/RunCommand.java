package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.boot.BootConfig;
import io.harmonyagent.agent.daemon.ConfigInUse;
import io.harmonyagent.agent.daemon.Daemon;
import io.harmonyagent.agent.daemon.LastGoodConfig;
import io.harmonyagent.agent.daemon.LastResort;
import io.harmonyagent.agent.daemon.Layout;
import io.harmonyagent.agent.daemon.Start;
import io.harmonyagent.agent.daemon.StaticRun;
import io.harmonyagent.agent.daemon.Wiring;
import io.harmonyagent.agent.update.Launcher;
import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.status.AgentStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code run}: the agent itself, with the mesh or from a manifest on disk. */
@Command(
    name = "run",
    description = "Keeps the device in its state until it is told to stop.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  harmony-agent run",
      "  harmony-agent run --manifest device.yaml",
      "  harmony-agent run --manifest device.yaml --once -o json"
    })
final class RunCommand implements Callable<Integer> {
  private static final Logger log = LoggerFactory.getLogger(RunCommand.class);

  @Mixin private DeviceOptions device;

  @Option(
      names = "--manifest",
      paramLabel = "FILE",
      description = "Take the manifest from FILE (YAML, or JSON if its name says so); no mesh.")
  private @Nullable Path manifest;

  @Option(
      names = "--once",
      description = "With --manifest: converge once, print the status, and exit with 0 if it did.")
  private boolean once;

  @Option(
      names = {"-o", "--output"},
      description = "With --once: " + OutputFormat.DESCRIPTION,
      defaultValue = "table")
  private OutputFormat output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws UserError, InterruptedException {
    Layout layout = device.layout();
    Path file = manifest;
    if (file == null) {
      Start.asTheBuildInForce(layout, System.getenv());
      takeUpBootConfig(layout);
    }
    try {
      if (file != null) {
        return fromManifest(device.config(), layout, file);
      }
      asService(layout);
      return ExitCode.OK;
    } catch (IOException e) {
      throw UserError.failed(e.getMessage() + " (" + e.getClass().getSimpleName() + ")");
    }
  }

  private void asService(Layout layout) throws UserError, IOException, InterruptedException {
    ConfigInUse config = device.configInUse();
    if (once) {
      throw UserError.badInput("--once needs --manifest");
    }
    config
        .rejected()
        .ifPresent(
            why ->
                log.error(
                    "the configuration cannot be used: {}; the one that last worked is in force:"
                        + " mend it, then systemctl restart harmony-agent",
                    why));
    LastResort.install();
    LastGoodConfig lastGood = device.lastGoodConfig();
    // The one before it would be left with a copy in words of the new one.
    boolean mayKeep = !Launcher.isToBeProven(layout.state(), System.getenv());
    if (config.config().mesh().isPresent()) {
      Daemon daemon = Wiring.daemon(config, layout, System.getenv());
      if (mayKeep) {
        lastGood.keep(config);
      }
      daemon.run(() -> lastGood.keep(config));
      return;
    }
    log.warn(
        "no mesh is configured: set nats.servers in {} and restart; until then the device is"
            + " what {} says",
        layout.configuration().resolve("config.yaml"),
        layout.manifest());
    StaticRun run = Wiring.staticRun(config, layout, System.getenv());
    if (mayKeep) {
      lastGood.keep(config);
    }
    run.keep(() -> read(layout.manifest()));
  }

  private static void takeUpBootConfig(Layout layout) {
    BootConfig boot = new BootConfig(layout.root(), layout.configuration(), System.getenv());
    switch (boot.takeUp()) {
      case BootConfig.Outcome.Nothing _ -> {}
      case BootConfig.Outcome.TakenUp(var from, var to) ->
          log.info("took up {}: it is {} now", from, to);
      case BootConfig.Outcome.Refused(var why) ->
          log.error("the boot partition's configuration is not used: {}", why);
    }
  }

  private int fromManifest(AgentConfig config, Layout layout, Path file)
      throws UserError, IOException, InterruptedException {
    AgentManifest wanted = read(file);
    StaticRun run = Wiring.staticRun(config, layout, System.getenv());
    if (!once) {
      LastResort.install();
      run.keep(() -> read(file));
      return ExitCode.OK;
    }
    AgentStatus status = run.once(wanted);
    spec.commandLine().getOut().println(output.render(new StatusView(status)));
    return status.hasConverged(status.manifestGeneration()) ? ExitCode.OK : ExitCode.FAILED;
  }

  private static AgentManifest read(Path file) throws UserError {
    try {
      return ManifestReader.readStatic(Manifests.document(file));
    } catch (InvalidDocument e) {
      throw UserError.badInput(e.sentence());
    }
  }
}
