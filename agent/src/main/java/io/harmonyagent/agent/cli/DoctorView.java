package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.doctor.Finding;
import io.harmonyagent.core.document.Node;
import java.util.ArrayList;
import java.util.List;

/** Findings as they are printed: what is wrong with its remedy below it. */
record DoctorView(List<Finding> findings) implements View {
  int exitCode() {
    return findings.stream().anyMatch(finding -> finding.level() == Finding.Level.BAD)
        ? ExitCode.FAILED
        : ExitCode.OK;
  }

  @Override
  public String table(boolean wide) {
    List<List<String>> rows = new ArrayList<>();
    for (Finding finding : findings) {
      rows.add(List.of(finding.level().wireName(), finding.subject(), finding.text()));
      if (!finding.remedy().isEmpty()) {
        rows.add(List.of("", "", "-> " + finding.remedy()));
      }
    }
    return wide ? Table.align(rows) : Table.fit(rows);
  }

  @Override
  public Node node() {
    return Finding.toNode(findings);
  }

  @Override
  public List<String> names() {
    return findings.stream()
        .filter(finding -> finding.level() != Finding.Level.OK)
        .map(Finding::subject)
        .distinct()
        .toList();
  }
}
