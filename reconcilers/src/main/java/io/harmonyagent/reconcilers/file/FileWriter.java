package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.artifact.Artifacts;
import io.harmonyagent.core.files.Copies;
import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Target;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.Optional;

/** Makes places hold what manifests want. */
final class FileWriter {
  private final DeviceRoot root;
  private final ArtifactDownload download;

  FileWriter(DeviceRoot root, ArtifactDownload download) {
    this.root = root;
    this.download = download;
  }

  /** Makes the place hold what the spec wants, changing the least. */
  void bringAbout(Target<FileSpec> target, FileObservation observed, Attempt attempt)
      throws ReconcileFailure, NotAvailable {
    FileSpec spec = target.spec();
    boolean sameContent =
        observed instanceof FileObservation.OfWantedType found && found.sameContent();
    Principals principals = Principals.of(spec);
    // Asked before anything is made: nothing shall be left of what cannot be had.
    Optional<Artifacts.Stored> stored =
        spec.content() instanceof FileContent.Artifact artifact && !sameContent
            ? Optional.of(download.find(artifact))
            : Optional.empty();
    try (SafeDirectory directory = SafeDirectory.createParent(root, spec.path())) {
      Path name = Path.of(spec.path()).getFileName();
      Entry entry = new Entry(directory, name);
      if (sameContent && mayBeCorrected(spec, entry)) {
        entry.correct(spec.mode(), principals, attempt);
        return;
      }
      Path temporary = Places.temporary(target.id().value());
      Form.Body body =
          switch (spec.content()) {
            case FileContent.Inline inline -> Form.bytes(inline.bytes());
            case FileContent.Directory _ -> new Form.Directory();
            case FileContent.Symlink(String to) -> new Form.Link(to);
            case FileContent.Artifact artifact -> {
              if (stored.isEmpty()) {
                yield copyOf(directory, name);
              }
              temporary = Path.of(".harmony-" + target.id() + ".part");
              beginDownload(target, artifact, entry, temporary, attempt);
              yield new Form.Bytes(
                  download.of(artifact, stored.get(), directory.realPath(), attempt), true);
            }
          };
      entry.replace(new Form(body, spec.mode(), principals), temporary, attempt);
    } catch (IOException e) {
      throw FileFailures.of("writing " + spec.path(), e);
    }
  }

  /** The links of a directory are its subdirectories; a link is cheaper made anew. */
  private static boolean mayBeCorrected(FileSpec spec, Entry entry) throws IOException {
    return switch (spec.content()) {
      case FileContent.Inline _, FileContent.Artifact _ -> entry.isOnlyName();
      case FileContent.Directory _ -> true;
      case FileContent.Symlink _ -> false;
    };
  }

  /** From here on the ledger knows what the part beside the file is a part of. */
  private static void beginDownload(
      Target<FileSpec> target,
      FileContent.Artifact artifact,
      Entry entry,
      Path part,
      Attempt attempt)
      throws IOException, ReconcileFailure {
    FileMemo memo = FileMemo.of(target.memo());
    FileMemo.Download begin = new FileMemo.Download(artifact.sha256(), part.toString());
    if (!memo.download().equals(Optional.of(begin))) {
      if (memo.download().isPresent()) {
        entry.removeBeside(memo.download().get().part());
      }
      entry.removeBeside(begin.part());
      attempt.remember(memo.withPolicy(target.spec().onDelete()).withDownload(begin).text());
    }
  }

  /** What is there already, where only a new file will do. */
  private static Form.Body copyOf(SafeDirectory directory, Path name) {
    return new Form.Bytes(
        channel -> {
          try (SeekableByteChannel old =
              directory.stream().newByteChannel(name, FileLook.READ_NO_LINK)) {
            Copies.copy(old, channel);
          }
        },
        false);
  }
}
