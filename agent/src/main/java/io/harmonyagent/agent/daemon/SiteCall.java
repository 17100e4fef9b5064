package io.harmonyagent.agent.daemon;

import io.harmonyagent.core.call.Answer;
import io.harmonyagent.core.call.CallFailed;
import io.harmonyagent.core.call.CallHandler;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.failover.core.Decision;
import io.harmonyagent.failover.resource.SiteRequest;
import io.harmonyagent.failover.site.SiteShell;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * The verb {@code failover}: hands what an operator asks to the site's shell, where the failover
 * core grants or refuses it, and tells which.
 */
final class SiteCall implements CallHandler {
  private static final int LONGEST_SECONDS = 10;

  private final Function<String, Optional<SiteShell>> sites;

  /**
   * @param sites the shell that guards a cluster's site on this device
   */
  SiteCall(Function<String, Optional<SiteShell>> sites) {
    this.sites = sites;
  }

  @Override
  public String verb() {
    return SiteRequest.VERB;
  }

  @Override
  public int atOnce() {
    return 2;
  }

  @Override
  public void answer(byte[] request, Answer answer) throws CallFailed, InterruptedException {
    SiteRequest wanted = read(request);
    SiteShell site =
        sites
            .apply(wanted.cluster())
            .orElseThrow(
                () ->
                    new CallFailed(
                        CallFailed.Reason.NOT_FOUND,
                        "this device guards no site of " + wanted.cluster()));
    try {
      List<Decision> decisions = site.ask(wanted.request()).get(LONGEST_SECONDS, TimeUnit.SECONDS);
      answer.write(SiteRequest.Answer.of(decisions).toBytes());
    } catch (TimeoutException e) {
      throw new CallFailed(
          CallFailed.Reason.FAILED,
          "the site did not decide within " + LONGEST_SECONDS + " s; see its status");
    } catch (ExecutionException e) {
      throw new CallFailed(CallFailed.Reason.FAILED, String.valueOf(e.getCause()));
    }
  }

  private static SiteRequest read(byte[] request) throws CallFailed {
    try {
      return SiteRequest.read(request);
    } catch (InvalidDocument e) {
      throw new CallFailed(CallFailed.Reason.BAD_REQUEST, e.sentence());
    }
  }
}
