package io.harmonyagent.agent.daemon;

import io.harmonyagent.core.call.Answer;
import io.harmonyagent.core.call.CallFailed;
import io.harmonyagent.core.call.CallHandler;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.plan.Planner;
import io.harmonyagent.core.reconcile.Reconcilers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The verb {@code plan}: what a manifest would change on this device. It looks with eyes of its own
 * at a view of the ledger, as {@code harmony-agent plan} does, so that nothing it sees or remembers
 * gets among what the engine works by.
 */
final class PlanCall implements CallHandler {
  static final String VERB = "plan";

  private final Supplier<Kinds> kinds;
  private final Path state;

  PlanCall(Supplier<Kinds> kinds, Path state) {
    this.kinds = kinds;
    this.state = state;
  }

  @Override
  public String verb() {
    return VERB;
  }

  /** Looking at everything is work; one after the other is soon enough for people. */
  @Override
  public int atOnce() {
    return 1;
  }

  @Override
  public void answer(byte[] request, Answer answer)
      throws CallFailed, IOException, InterruptedException {
    AgentManifest wanted = read(request);
    Kinds eyes = kinds.get();
    try {
      Ledger view = Ledger.view(state);
      Planner planner = new Planner(new Reconcilers(eyes.all(), view), view);
      answer.write(JsonWriter.compact(planner.plan(wanted).toNode()));
    } finally {
      eyes.close();
    }
  }

  private static AgentManifest read(byte[] request) throws CallFailed {
    if (request.length > ManifestReader.MAX_BYTES) {
      throw new CallFailed(CallFailed.Reason.BAD_REQUEST, "the manifest is too large");
    }
    try {
      return ManifestReader.readStatic(new JsonReader().read(request, "manifest"));
    } catch (InvalidDocument e) {
      throw new CallFailed(CallFailed.Reason.BAD_REQUEST, e.sentence());
    }
  }
}
