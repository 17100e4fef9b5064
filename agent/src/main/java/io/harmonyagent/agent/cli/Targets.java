package io.harmonyagent.agent.cli;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.Keys;
import io.nats.client.Connection;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Which devices a command is about: one by its id, or all with some labels. */
final class Targets {
  @ArgGroup(exclusive = true)
  private Choice choice = new Choice();

  /** One or the other. */
  static final class Choice {
    @Option(names = "--agent", paramLabel = "ID", description = "The device.")
    private @Nullable String agent;

    @Option(
        names = {"-l", "--selector"},
        paramLabel = "k=v",
        description = "All devices with these labels; several terms with commas, also k!=v, k, !k.")
    private @Nullable String selector;
  }

  boolean areSaid() {
    return choice.agent != null || choice.selector != null;
  }

  void mustBeSaid() throws UserError {
    if (!areSaid()) {
      throw UserError.badInput("which devices? Give --agent ID, or --selector k=v");
    }
  }

  boolean isGroup() {
    return choice.selector != null;
  }

  /** The devices in the order of their ids, with their labels; one at least. */
  SequencedMap<AgentId, Labels> find(Connection connection) throws Exception {
    mustBeSaid();
    String one = choice.agent;
    if (one != null) {
      SequencedMap<AgentId, Labels> found = new LinkedHashMap<>();
      AgentId id = MeshAccess.agentId(one);
      Bucket.Latest latest = MeshAccess.agents(connection).get(Keys.labels(id));
      found.put(id, latest.value().isEmpty() ? Labels.NONE : Labels.read(latest.value().get()));
      return found;
    }
    return labelled(connection, String.valueOf(choice.selector));
  }

  /** All that a selector selects; one at least. */
  static SequencedMap<AgentId, Labels> labelled(Connection connection, String labels)
      throws Exception {
    SequencedMap<AgentId, Labels> found = new LinkedHashMap<>();
    Selector selector = Selector.parse(labels);
    for (Fleet.Member member : Fleet.read(connection).members().values()) {
      if (selector.selects(member.labels())) {
        found.put(MeshAccess.agentId(member.id()), member.labels());
      }
    }
    if (found.isEmpty()) {
      throw UserError.failed(noneWith(labels));
    }
    return found;
  }

  static String noneWith(String labels) {
    return "no device has the labels '" + labels + "'; 'harmonyctl get agents' shows all labels";
  }
}
