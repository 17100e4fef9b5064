package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.selftest.SelfTest;
import io.harmonyagent.agent.selftest.WireEcho;
import io.harmonyagent.core.document.InvalidDocument;
import java.io.IOException;
import java.io.PrintWriter;
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

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws UserError {
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
