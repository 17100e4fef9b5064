package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.daemon.ConfigInUse;
import io.harmonyagent.agent.daemon.LastGoodConfig;
import io.harmonyagent.agent.daemon.Layout;
import io.harmonyagent.agent.logging.JournalLoggerFactory;
import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.config.ConfigFiles;
import io.harmonyagent.core.document.InvalidDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.event.Level;
import picocli.CommandLine.Option;

/** What every command on the device takes: where the device is, and so its configuration. */
final class DeviceOptions {
  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = "Take DIR for the device's /: its configuration, state and files.",
      defaultValue = "/")
  private Path root;

  Layout layout() throws UserError {
    Path directory = root.toAbsolutePath().normalize();
    if (!Files.isDirectory(directory)) {
      throw UserError.badInput("--root " + root + " is not a directory");
    }
    return new Layout(directory);
  }

  AgentConfig config() throws UserError {
    try {
      return withItsLogLevel(configFiles().load());
    } catch (InvalidDocument e) {
      throw UserError.badInput(e.sentence());
    }
  }

  /** For who must not be kept from working by a mistake: then it is the one that last worked. */
  ConfigInUse configInUse() throws UserError {
    try {
      ConfigInUse inUse = lastGoodConfig().load();
      withItsLogLevel(inUse.config());
      return inUse;
    } catch (InvalidDocument e) {
      throw UserError.badInput(e.sentence());
    }
  }

  LastGoodConfig lastGoodConfig() throws UserError {
    return new LastGoodConfig(layout(), System.getenv());
  }

  ConfigFiles configFiles() throws UserError {
    return new ConfigFiles(layout().configuration(), System.getenv());
  }

  private static AgentConfig withItsLogLevel(AgentConfig config) {
    JournalLoggerFactory.setLevel(Level.valueOf(config.logLevel().name()));
    return config;
  }
}
