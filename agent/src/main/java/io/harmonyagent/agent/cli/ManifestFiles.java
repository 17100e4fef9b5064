package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Pointer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * One manifest out of what was named: a file, all documents in it, or all files of a directory in
 * the order of their names. Their resources follow one another; any other field may stand in one
 * document only. Whether the whole is a manifest is for its reader to say.
 */
final class ManifestFiles {
  private static final String RESOURCES = "resources";

  private ManifestFiles() {}

  static Node read(Path source) throws UserError {
    try {
      return joined(source, documents(source));
    } catch (InvalidDocument e) {
      throw UserError.badInput(e.sentence());
    }
  }

  static List<Node> documents(Path source) throws UserError, InvalidDocument {
    List<Node> documents = new ArrayList<>();
    for (Path file : files(source)) {
      documents.addAll(Manifests.documents(file));
    }
    if (documents.isEmpty()) {
      throw UserError.badInput(
          source + " holds no manifest; 'resources: []' means that nothing is wanted");
    }
    return documents;
  }

  private static List<Path> files(Path source) throws UserError {
    if (!Files.isDirectory(source)) {
      return List.of(source);
    }
    try (Stream<Path> entries = Files.list(source)) {
      return entries
          .filter(file -> file.toString().matches(".*\\.(ya?ml|json)"))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw UserError.badInput("cannot read " + source + ": " + e);
    }
  }

  static Node joined(Path source, List<Node> documents) throws InvalidDocument {
    if (documents.size() == 1) {
      return documents.getFirst();
    }
    SequencedMap<String, Node> whole = new LinkedHashMap<>();
    List<Node> resources = new ArrayList<>();
    for (Node document : documents) {
      if (!(document instanceof Node.Mapping root)) {
        throw new InvalidDocument(
            Pointer.ROOT, document.place(), "must be an object, is " + document.kind());
      }
      for (Map.Entry<String, Node> field : root.entries().entrySet()) {
        boolean list = field.getValue() instanceof Node.Sequence;
        if (field.getKey().equals(RESOURCES) && list) {
          resources.addAll(((Node.Sequence) field.getValue()).items());
        } else if (whole.put(field.getKey(), field.getValue()) != null) {
          throw new InvalidDocument(
              Pointer.ROOT.child(field.getKey()),
              field.getValue().place(),
              "stands in another document of " + source + " too; only resources may be in several");
        }
      }
    }
    whole.putIfAbsent(RESOURCES, new Node.Sequence(documents.getFirst().place(), resources));
    return new Node.Mapping(documents.getFirst().place(), whole);
  }
}
