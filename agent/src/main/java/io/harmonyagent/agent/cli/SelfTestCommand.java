package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.selftest.Listeners;
import io.harmonyagent.agent.selftest.SelfTest;
import io.harmonyagent.agent.selftest.WireEcho;
import io.harmonyagent.core.document.InvalidDocument;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code selftest}: whether this binary can do its work on this machine. */
@Command(
    name = "selftest",
    description = "Checks that this binary works on this machine; changes nothing.",
    mixinStandardHelpOptions = true,
    footer = {"", "Exits with 0 if everything works.", "", "Example:", "  harmony-agent selftest"})
final class SelfTestCommand implements Callable<Integer> {
  @Option(
      names = "--echo",
      hidden = true,
      description = "Reads one wire document of this type from standard input and prints it back.")
  private WireEcho.@Nullable Type echo;

  @Option(
      names = "--listens",
      hidden = true,
      description = "Only whether somebody listens at one of these; 1 if nobody does.")
  private List<String> listens = new ArrayList<>();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws UserError, InterruptedException {
    if (!listens.isEmpty()) {
      return Listeners.areAt(listens) ? ExitCode.OK : ExitCode.FAILED;
    }
    PrintWriter out = spec.commandLine().getOut();
    WireEcho.Type type = echo;
    if (type != null) {
      try {
        out.println(WireEcho.of(type, System.in.readAllBytes()));
        return ExitCode.OK;
      } catch (InvalidDocument e) {
        throw UserError.badInput(e.sentence());
      } catch (IOException e) {
        throw UserError.failed("cannot read standard input: " + e);
      }
    }
    boolean allWork = true;
    for (SelfTest.Result result : SelfTest.all()) {
      out.println((result.works() ? "ok      " : "FAILED  ") + result.what() + result.because());
      allWork &= result.works();
    }
    return allWork ? ExitCode.OK : ExitCode.FAILED;
  }
}
