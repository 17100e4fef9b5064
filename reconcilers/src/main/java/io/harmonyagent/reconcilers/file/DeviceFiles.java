package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Texts that other kinds keep on the device as part of what they do. They are written with the same
 * care as a File is (adr/0007), with mode 0644.
 */
public final class DeviceFiles {
  private static final int MODE = 0644;

  /** What stands at a path, compared with a text. */
  public enum Found {
    ABSENT,
    SAME,
    DIFFERENT,
    /** A link, or anything else that is no regular file. */
    OF_OTHER_TYPE
  }

  private final DeviceRoot root;
  private final FileStat stat;
  private final FileLook look;
  private final Places places;

  public DeviceFiles(DeviceRoot root, FileStat stat) {
    this.root = root;
    this.stat = stat;
    this.look = new FileLook(root, stat);
    this.places = new Places(root);
  }

  public Found compare(String path, String text) throws ReconcileFailure {
    try {
      return switch (look.at(spec(path, text)).observation()) {
        case FileObservation.OfWantedType found ->
            found.sameContent() ? Found.SAME : Found.DIFFERENT;
        case FileObservation.OfOtherType _ -> Found.OF_OTHER_TYPE;
        case FileObservation.Absent _, FileObservation.Unchanged _ -> Found.ABSENT;
      };
    } catch (IOException e) {
      throw FileFailures.of("looking at " + path, e);
    }
  }

  /**
   * What one look at the file's entry says; while it stays equal, nobody changed the file. Nothing
   * for what is not there, or changed so recently that a further change could not be told from it.
   */
  public Optional<FileIdentity> mark(String path) throws ReconcileFailure {
    try {
      return stat.of(root.resolve(path)).filter(FileIdentity::isSettled);
    } catch (IOException e) {
      throw FileFailures.of("looking at " + path, e);
    }
  }

  /** The text of a regular file of at most so many bytes. */
  public Optional<String> read(String path, int limit) throws ReconcileFailure {
    Path file = root.resolve(path);
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > limit) {
        return Optional.empty();
      }
      byte[] bytes = Files.readAllBytes(file);
      String text = new String(bytes, StandardCharsets.UTF_8);
      return Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)
          ? Optional.of(text)
          : Optional.empty();
    } catch (IOException e) {
      throw FileFailures.of("reading " + path, e);
    }
  }

  public void write(ResourceId id, String path, String text, Attempt attempt)
      throws ReconcileFailure {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    Form form = new Form(Form.bytes(content), MODE, Principals.NOBODY_S_BUSINESS);
    places.put(path, id.value(), form, attempt);
  }

  /** {@code id} is whose it was. */
  public void delete(ResourceId id, String path, Attempt attempt) throws ReconcileFailure {
    places.tidy(path, id.value(), attempt);
    places.delete(path, attempt);
  }

  /** Deletes a directory if nothing is in it; one with content stays. */
  public void deleteIfEmpty(String directory) {
    // Deletes only what is empty: that it is not, or not there, is no failure.
    root.resolve(directory).toFile().delete();
  }

  private static FileSpec spec(String path, String text) {
    return new FileSpec(
        path, MODE, Optional.empty(), Optional.empty(), FileContent.inline(text), true);
  }
}
