package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.YamlReader;
import io.harmonyagent.core.manifest.ManifestReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Manifests that people write: YAML, or JSON if the name says so. */
final class Manifests {
  /** Comments and spaces included; what an agent accepts is less. */
  private static final int MOST_BYTES = 4 * ManifestReader.MAX_BYTES;

  private Manifests() {}

  static Node document(Path file) throws UserError, InvalidDocument {
    try {
      byte[] bytes = bytes(file);
      return file.toString().endsWith(".json")
          ? new JsonReader().read(bytes, file.toString())
          : new YamlReader().read(text(bytes), file.toString());
    } catch (CharacterCodingException e) {
      throw UserError.badInput(file + " is not UTF-8");
    } catch (NoSuchFileException e) {
      throw UserError.badInput("there is no file " + file);
    } catch (IOException e) {
      throw UserError.badInput("cannot read " + file + ": " + e);
    }
  }

  /** Every document of a file; a JSON file has one. */
  static List<Node> documents(Path file) throws UserError, InvalidDocument {
    if (file.toString().endsWith(".json")) {
      return List.of(document(file));
    }
    try {
      return new YamlReader().readAll(text(bytes(file)), file.toString());
    } catch (CharacterCodingException e) {
      throw UserError.badInput(file + " is not UTF-8");
    } catch (NoSuchFileException e) {
      throw UserError.badInput("there is no file " + file);
    } catch (IOException e) {
      throw UserError.badInput("cannot read " + file + ": " + e);
    }
  }

  private static byte[] bytes(Path file) throws IOException, UserError {
    byte[] bytes;
    if (file.toString().equals("-")) {
      bytes = System.in.readNBytes(MOST_BYTES + 1);
    } else {
      try (InputStream in = Files.newInputStream(file)) {
        bytes = in.readNBytes(MOST_BYTES + 1);
      }
    }
    if (bytes.length > MOST_BYTES) {
      throw UserError.badInput(
          file
              + " has more than "
              + MOST_BYTES
              + " bytes; large contents belong into artifacts (harmonyctl artifact put)");
    }
    return bytes;
  }

  private static String text(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }
}
