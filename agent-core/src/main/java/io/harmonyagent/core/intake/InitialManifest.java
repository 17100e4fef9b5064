package io.harmonyagent.core.intake;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.YamlReader;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManifestReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the device should be before the mesh has said anything: a file that came with its image. It
 * is not remembered as accepted, so whatever the mesh says takes its place.
 */
public record InitialManifest(Path file) {
  private static final Logger log = LoggerFactory.getLogger(InitialManifest.class);

  /** A mistake in it must not keep the device from the mesh, by which it can be mended. */
  Optional<AgentManifest> read() {
    try {
      String text = Files.readString(file);
      return Optional.of(ManifestReader.readStatic(new YamlReader().read(text, file.toString())));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (InvalidDocument e) {
      log.error("the initial manifest is ignored: {}", e.sentence());
    } catch (IOException e) {
      log.error("the initial manifest is ignored: {} cannot be read: {}", file, e.toString());
    }
    return Optional.empty();
  }
}
