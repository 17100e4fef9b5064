package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.manifest.UnknownSpec;
import io.harmonyagent.failover.topology.MultisitePostgres;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * What is wrong with a file that a person wrote, or with all files of a directory. The whole
 * counts, as 'apply' would send it; its documents one by one are looked at only to name more than
 * one mistake at a time.
 */
final class ManifestCheck {
  /** Each by its place, so that the whole does not repeat what a document has told already. */
  private final SequencedMap<String, String> mistakes = new LinkedHashMap<>();

  private ManifestCheck() {}

  static List<String> mistakes(Path source) {
    ManifestCheck check = new ManifestCheck();
    try {
      check.all(source);
    } catch (InvalidDocument e) {
      check.add(e);
    } catch (UserError e) {
      check.mistakes.put("", String.valueOf(e.getMessage()));
    }
    return List.copyOf(check.mistakes.values());
  }

  /** What an agent would accept and pass over. Of a manifest that is wrong, nothing. */
  static List<String> passedOver(Node manifest) {
    ManifestCheck check = new ManifestCheck();
    if (problem(manifest).isPresent()) {
      return List.of();
    }
    try {
      check.unknown(manifest);
    } catch (InvalidDocument e) {
      check.add(e);
    }
    return List.copyOf(check.mistakes.values());
  }

  private void all(Path source) throws UserError, InvalidDocument {
    List<Node> documents = ManifestFiles.documents(source);
    Node whole = ManifestFiles.joined(source, documents);
    Optional<InvalidDocument> problem = problem(whole);
    if (problem.isEmpty()) {
      unknown(whole);
      return;
    }
    for (Node document : documents) {
      Optional<InvalidDocument> own = problem(document);
      if (own.isEmpty()) {
        unknown(document);
      } else if (!mayBeElsewhere(own.get())) {
        add(own.get());
      }
    }
    add(problem.get());
  }

  /** A resource of another document may be what this one speaks of. */
  private static boolean mayBeElsewhere(InvalidDocument problem) {
    return problem.pointer().text().matches("/resources|.*/(depends_on|restart_on)(/.*)?");
  }

  private static Optional<InvalidDocument> problem(Node document) {
    try {
      if (MultisitePostgres.isOne(document)) {
        MultisitePostgres.read(document);
      } else {
        Expansion.sample(document, ManifestReader::readStatic);
      }
      return Optional.empty();
    } catch (InvalidDocument e) {
      return Optional.of(e);
    }
  }

  private void unknown(Node document) throws InvalidDocument {
    if (MultisitePostgres.isOne(document)) {
      return;
    }
    List<Reading.Unread> fields = Expansion.sample(document, ManifestReader::unknownFields);
    for (Reading.Unread field : fields) {
      mistakes.putIfAbsent(
          field.place().toString(),
          field.place() + ": " + field.pointer() + ": is not a field that this version knows");
    }
    AgentManifest manifest = Expansion.sample(document, ManifestReader::readStatic);
    for (ManagedResource resource : manifest.resources()) {
      if (resource.spec() instanceof UnknownSpec unknown) {
        String place = place(document, resource.id().value());
        mistakes.putIfAbsent(
            place,
            place
                + ": resource '"
                + resource.id()
                + "' is of kind '"
                + unknown.kind()
                + "', which this version does not know; 'harmonyctl explain' lists the kinds");
      }
    }
  }

  private static String place(Node document, String id) {
    return DesiredState.resource(document, id).orElse(document).place().toString();
  }

  private void add(InvalidDocument problem) {
    mistakes.putIfAbsent(problem.place() + problem.problem(), problem.sentence());
  }
}
