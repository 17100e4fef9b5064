package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.doctor.Finding;
import io.harmonyagent.agent.top.view.Health;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is wrong with devices, as far as the mesh knows them. */
final class FleetFindings {
  private static final Duration SKEW = Duration.ofSeconds(5);

  private FleetFindings() {}

  static List<Finding> of(Fleet fleet) {
    List<Finding> findings = new ArrayList<>();
    int well = 0;
    for (Fleet.Member member : fleet.members().values()) {
      Optional<Finding> trouble = trouble(member, fleet.readAt());
      well += trouble.isEmpty() ? 1 : 0;
      trouble.ifPresent(findings::add);
      member
          .clockSkew()
          .filter(skew -> skew.abs().compareTo(SKEW) >= 0)
          .ifPresent(skew -> findings.add(clock(member, skew)));
    }
    findings.add(
        Finding.ok("agents", well + " of " + fleet.members().size() + " need no attention"));
    return findings;
  }

  private static Optional<Finding> trouble(Fleet.Member member, Instant now) {
    Health health = FleetView.health(member, now);
    return switch (health) {
      case OFFLINE, UNKNOWN ->
          Optional.of(
              warning(
                  member,
                  health,
                  member
                      .heardAt()
                      .map(at -> ", last heard of " + Ago.since(at, now) + " ago")
                      .orElse(", and was never heard of"),
                  "on the device: systemctl status harmony-agent; harmony-agent doctor"));
      case DEGRADED ->
          Optional.of(warning(member, health, "", "harmonyctl get status " + member.id()));
      case READY, RECONCILING, STOPPED -> Optional.empty();
    };
  }

  private static Finding warning(Fleet.Member member, Health health, String more, String remedy) {
    return Finding.warning(member.id(), "it is " + health.word() + more, remedy);
  }

  private static Finding clock(Fleet.Member member, Duration skew) {
    return Finding.warning(
        member.id(),
        "its clock is " + skew.toSeconds() + " s off the server's",
        "on the device: timedatectl set-ntp true");
  }
}
