package io.harmonyagent.agent.daemon;

import io.harmonyagent.core.call.Answer;
import io.harmonyagent.core.call.CallFailed;
import io.harmonyagent.core.call.CallHandler;
import io.harmonyagent.core.call.LogWish;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.ResourceSpec;
import io.harmonyagent.core.manifest.SystemdUnitSpec;
import io.harmonyagent.core.manifest.UnknownSpec;
import io.harmonyagent.failover.resource.SiteSettings;
import io.harmonyagent.reconcilers.container.ContainerLogs;
import io.harmonyagent.reconcilers.systemdunit.Journal;
import java.io.IOException;

/**
 * The verb {@code logs}: what a resource of the accepted manifest prints, or the agent itself.
 * Nothing else of the device can be read by it.
 */
final class LogsCall implements CallHandler {
  private static final int AT_ONCE = 4;
  private static final String OWN_UNIT = "harmony-agent.service";

  private final Ledger ledger;
  private final ContainerLogs containers;
  private final Journal journal;

  LogsCall(Ledger ledger, ContainerLogs containers, Journal journal) {
    this.ledger = ledger;
    this.containers = containers;
    this.journal = journal;
  }

  @Override
  public String verb() {
    return LogWish.VERB;
  }

  @Override
  public int atOnce() {
    return AT_ONCE;
  }

  @Override
  public void answer(byte[] request, Answer answer)
      throws CallFailed, IOException, InterruptedException {
    LogWish wish = read(request);
    if (wish.resource().isEmpty()) {
      journal.copy(OWN_UNIT, wish, answer);
      return;
    }
    ResourceId id = wish.resource().get();
    switch (spec(id)) {
      case ContainerSpec container -> containers.copy(container.name(), wish, answer);
      case SystemdUnitSpec unit -> journal.copy(unit.name(), wish, answer);
      case PostgresSiteSpec site -> journal.copy(SiteSettings.unit(site), wish, answer);
      case FileSpec file -> throw noLog(id, file);
      case UnknownSpec unknown -> throw noLog(id, unknown);
    }
  }

  private static LogWish read(byte[] request) throws CallFailed {
    try {
      return LogWish.read(request);
    } catch (InvalidDocument e) {
      throw new CallFailed(CallFailed.Reason.BAD_REQUEST, e.sentence());
    }
  }

  private ResourceSpec spec(ResourceId id) throws CallFailed, IOException {
    byte[] manifest =
        ledger
            .manifest()
            .orElseThrow(
                () -> new CallFailed(CallFailed.Reason.NOT_FOUND, "no manifest is in force"));
    try {
      return ManifestReader.read(new JsonReader().read(manifest, "ledger")).resources().stream()
          .filter(resource -> resource.id().equals(id))
          .map(ManagedResource::spec)
          .findFirst()
          .orElseThrow(
              () ->
                  new CallFailed(
                      CallFailed.Reason.NOT_FOUND,
                      "the manifest in force has no resource '" + id + "'"));
    } catch (InvalidDocument e) {
      throw new IOException("the manifest in force cannot be read: " + e.sentence(), e);
    }
  }

  private static CallFailed noLog(ResourceId id, ResourceSpec spec) {
    return new CallFailed(
        CallFailed.Reason.BAD_REQUEST,
        id + " is a " + spec.kind() + ", which prints nothing; containers and units have logs");
  }
}
