package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code status}: what the agent on this device last said, also while it is offline. */
@Command(
    name = "status",
    description = "Prints what the agent on this device last said; works offline.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exits with 0 if the device is Ready and its agent was not stopped.",
      "",
      "Example:",
      "  harmony-agent status"
    })
final class StatusCommand implements Callable<Integer> {
  @Mixin private DeviceOptions device;

  @Mixin private Output output;

  @Override
  public Integer call() throws UserError {
    Path file = device.layout().runtime().resolve("status.json");
    try {
      Node document = new JsonReader().read(Files.readAllBytes(file), file.toString());
      StatusView view = StatusView.of(document);
      output.print(view);
      return view.exitCode();
    } catch (NoSuchFileException e) {
      throw UserError.failed("no status in " + file + "; is the agent running?");
    } catch (InvalidDocument e) {
      throw UserError.failed(e.sentence());
    } catch (IOException e) {
      throw UserError.failed("cannot read " + file + ": " + e);
    }
  }
}
