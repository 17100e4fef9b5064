package io.harmonyagent.agent.top;

import io.harmonyagent.agent.top.view.News;
import io.harmonyagent.agent.top.view.Part;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.status.StatusReader;
import io.nats.client.Message;
import java.util.List;

/** What a record of the agents' bucket says about the one agent that is looked at closely. */
final class DetailReader {
  private DetailReader() {}

  static News wanted(AgentId agent, Message message) {
    if (FleetReader.isDeleted(message)) {
      return new News.DetailWanted(agent, List.of());
    }
    try {
      return new News.DetailWanted(
          agent,
          ManifestReader.read(new JsonReader().read(message.getData(), "desired state"))
              .resources()
              .stream()
              .map(Part::of)
              .toList());
    } catch (InvalidDocument e) {
      return new News.Remark("the desired state of " + agent + " cannot be read: " + e.sentence());
    }
  }

  static News said(AgentId agent, Message message) {
    if (FleetReader.isDeleted(message)) {
      return new News.DetailListing(agent);
    }
    try {
      return new News.DetailSaid(
          agent, StatusReader.read(new JsonReader().read(message.getData(), "status")));
    } catch (InvalidDocument e) {
      return new News.Remark("the status of " + agent + " cannot be read: " + e.sentence());
    }
  }
}
