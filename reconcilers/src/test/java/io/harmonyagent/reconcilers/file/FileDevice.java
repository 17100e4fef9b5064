package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.files.Copies;
import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.OnDelete;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A device to keep files on, and words for what tests do with it. */
abstract class FileDevice {
  static final ResourceId ID = new ResourceId("web-config");
  static final int SOMEBODY = 12345;
  static final boolean OURS = true;
  static final boolean NOT_OURS = false;

  @TempDir private Path temporary;
  final ArtifactShelf shelf = new ArtifactShelf();
  Path root;
  FileReconciler reconciler;

  @BeforeEach
  void boot() throws IOException {
    root = Files.createDirectory(temporary.resolve("device"));
    reconciler = agent();
  }

  /** What would lead out of the temporary directory goes before that is cleaned up. */
  @AfterEach
  void removeLinks() throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      for (Path link : all.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  /** The reconciler as it is after a start of the agent, when it remembers nothing. */
  FileReconciler agent() {
    return agent(new FileEvents(Optional.empty()));
  }

  FileReconciler agent(FileEvents events) {
    return new FileReconciler(
        new DeviceRoot(root),
        events,
        FileStat.byJava(),
        shelf,
        new Copies(state().resolve("saved")));
  }

  /**
   * The agent's own folder, which is not on the device's root here so that it is out of the way.
   */
  Path state() {
    return temporary.resolve("state");
  }

  static void make(String type, Path path) throws Exception {
    switch (type) {
      case "directory" -> Files.createDirectory(path);
      case "link" ->
          Files.createSymbolicLink(path, Files.createTempFile(path.getParent(), "t", ""));
      case "dangling" -> Files.createSymbolicLink(path, Path.of("/nowhere/at/all"));
      case "pipe" -> run("mkfifo", path.toString());
      case "device" -> {
        needsRoot();
        run("mknod", path.toString(), "c", "5", "0");
      }
      default -> throw new IllegalArgumentException(type);
    }
  }

  static void run(String... command) throws Exception {
    int status = new ProcessBuilder(command).start().waitFor();
    assumeTrue(status == 0, String.join(" ", command) + " is not possible here");
  }

  static void needsRoot() {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root can give files away");
  }

  static void giveAway(Path path) throws IOException {
    Files.setAttribute(path, "unix:uid", SOMEBODY, LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(path, "unix:gid", SOMEBODY, LinkOption.NOFOLLOW_LINKS);
  }

  static long openDescriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  Path at(String path) {
    return root.resolve(path.substring(1));
  }

  Object inodeOf(String path) throws IOException {
    return Files.getAttribute(at(path), "unix:ino");
  }

  static String modeOf(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  static Target<FileSpec> target(FileSpec spec, boolean owned) {
    return new Target<>(ID, spec, "", owned, "", Optional.empty());
  }

  static Ownership made(String path) {
    return Ownership.of(new OwnedThing("File", path), ID);
  }

  Decision decide(FileSpec spec, boolean owned) throws ReconcileFailure {
    Target<FileSpec> target = target(spec, owned);
    return reconciler.decide(target, reconciler.observe(target, false));
  }

  Decision reconcile(FileSpec spec, boolean owned) throws ReconcileFailure {
    return reconcile(ID, spec, owned);
  }

  /** Observes, decides and does what was decided; returns the decision. */
  Decision reconcile(ResourceId id, FileSpec spec, boolean owned) throws ReconcileFailure {
    Target<FileSpec> target = new Target<>(id, spec, "", owned, "", Optional.empty());
    FileObservation observed = reconciler.observe(target, false);
    Decision decision = reconciler.decide(target, observed);
    if (decision instanceof Decision.Create || decision instanceof Decision.Update) {
      try {
        reconciler.apply(target, observed, decision, new Attempt());
      } catch (NotAvailable e) {
        throw new AssertionError(e);
      }
    }
    return decision;
  }

  ReconcileFailure failsWith(String code, FileSpec spec) {
    try {
      reconcile(spec, OURS);
    } catch (ReconcileFailure e) {
      assertThat(e.error().code()).as(e.getMessage()).isEqualTo(code);
      return e;
    }
    throw new AssertionError("expected " + code);
  }

  static FileSpec file(String path, String content) {
    return new FileSpec(
        path, 0644, Optional.empty(), Optional.empty(), FileContent.inline(content), false);
  }

  static FileSpec file(String path, FileContent content) {
    int mode =
        switch (content) {
          case FileContent.Inline _, FileContent.Artifact _ -> 0644;
          case FileContent.Directory _ -> 0755;
          case FileContent.Symlink _ -> FileSpec.MODE_OF_LINKS;
        };
    return new FileSpec(path, mode, Optional.empty(), Optional.empty(), content, false);
  }

  static FileSpec directory(String path) {
    return file(path, new FileContent.Directory());
  }

  static FileSpec link(String path, String target) {
    return file(path, new FileContent.Symlink(target));
  }

  static FileSpec withPolicy(FileSpec spec, OnDelete policy) {
    return new FileSpec(
        spec.path(), spec.mode(), spec.owner(), spec.group(), spec.content(), spec.adopt(), policy);
  }

  static FileSpec withMode(FileSpec spec, int mode) {
    return new FileSpec(
        spec.path(), mode, spec.owner(), spec.group(), spec.content(), spec.adopt());
  }

  static FileSpec ownedBy(FileSpec spec, String owner, String group) {
    return new FileSpec(
        spec.path(),
        spec.mode(),
        Optional.of(owner),
        Optional.of(group),
        spec.content(),
        spec.adopt());
  }

  static FileSpec adopting(FileSpec spec) {
    return new FileSpec(spec.path(), spec.mode(), spec.owner(), spec.group(), spec.content(), true);
  }

  /** A file is trusted once its last change is older than a tick of the kernel's clock. */
  void awaitUnchanged(FileSpec spec) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!reconciler.observe(target(spec, OURS), false).equals(new FileObservation.Unchanged())) {
      assertThat(System.nanoTime()).as("it is trusted in time").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }
}
