package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.top.view.Digest;
import io.harmonyagent.agent.top.view.Health;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A list of devices as it is printed. */
record FleetView(List<Fleet.Member> members, Instant now) implements View {
  /** How a device is, by the same formula as in {@code top}. */
  static Health health(Fleet.Member member, Instant now) {
    return Health.of(
        member.wantedGeneration(), member.status().map(Digest::of), member.heardAt(), now);
  }

  @Override
  public String table(boolean wide) {
    if (members.isEmpty()) {
      return "no agents; one shows itself once it has reached the mesh";
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        wide
            ? List.of("AGENT", "STATE", "GEN", "SEEN", "VERSION", "ARCH", "LABELS", "DETAIL")
            : List.of("AGENT", "STATE", "GEN", "SEEN", "LABELS", "DETAIL"));
    for (Fleet.Member member : members) {
      List<String> row = new ArrayList<>();
      row.add(member.id());
      row.add(health(member, now).word());
      row.add(generation(member));
      row.add(member.heardAt().map(at -> Ago.since(at, now)).orElse("never"));
      if (wide) {
        row.add(member.status().map(AgentStatus::agentVersion).orElse(""));
        row.add(member.status().map(AgentStatus::arch).orElse(""));
      }
      row.add(member.labels().toString());
      row.add(detail(member));
      rows.add(row);
    }
    return wide ? Table.align(rows) : Table.fit(rows);
  }

  @Override
  public Node node() {
    return new JsonObject()
        .putNodes("agents", members.stream().map(member -> node(member, now)).toList())
        .node();
  }

  @Override
  public List<String> names() {
    return members.stream().map(Fleet.Member::id).toList();
  }

  static Node node(Fleet.Member member, Instant now) {
    JsonObject node =
        new JsonObject()
            .put("agent_id", member.id())
            .put("state", health(member, now).word())
            .put("labels", member.labels().json())
            .putIfPresent("heard_at", member.heardAt().map(Instant::toString));
    member.wantedGeneration().ifPresent(wanted -> node.put("wanted_generation", wanted));
    member
        .status()
        .ifPresent(
            status ->
                node.put("accepted_generation", status.manifestGeneration())
                    .put("observed_generation", status.observedGeneration())
                    .put("agent_version", status.agentVersion())
                    .put("arch", status.arch()));
    return node.put("detail", detail(member)).node();
  }

  /** What it has reached; where that differs from what is wanted, both. */
  private static String generation(Fleet.Member member) {
    Optional<Long> has = member.status().map(AgentStatus::observedGeneration);
    Optional<Long> wants =
        member.wantedGeneration().or(() -> member.status().map(AgentStatus::manifestGeneration));
    if (has.equals(wants)) {
      return has.map(String::valueOf).orElse("-");
    }
    return has.map(String::valueOf).orElse("-") + "/" + wants.map(String::valueOf).orElse("-");
  }

  private static String detail(Fleet.Member member) {
    if (member.status().isEmpty()) {
      return "";
    }
    AgentStatus status = member.status().get();
    if (status.rejected().isPresent()) {
      return status.rejected().get().message();
    }
    if (status.stoppedAt().isPresent()) {
      return "the agent was stopped at " + status.stoppedAt().get();
    }
    return status.conditions().stream()
        .filter(c -> c.type() == Condition.Type.READY && !c.holds())
        .map(c -> c.message().isEmpty() ? c.reason() : c.message())
        .findFirst()
        .orElse("");
  }
}
