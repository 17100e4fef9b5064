package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Path;
import java.util.Optional;

/** The places on the device that paths name: puts things there, and takes them away again. */
final class Places {
  private final DeviceRoot root;

  Places(DeviceRoot root) {
    this.root = root;
  }

  /** Puts something there, in place of what is there; {@code id} is whose it is. */
  void put(String path, String id, Form form, Attempt attempt) throws ReconcileFailure {
    try (SafeDirectory directory = SafeDirectory.createParent(root, path)) {
      Entry entry = new Entry(directory, nameOf(path));
      boolean isDirectory =
          directory.attributes(nameOf(path)).map(found -> found.isDirectory()).orElse(false);
      if (isDirectory && form.body() instanceof Form.Directory) {
        entry.correct(form.mode(), form.principals(), attempt);
      } else {
        entry.replace(form, temporary(id), attempt);
      }
    } catch (IOException e) {
      throw FileFailures.of("writing " + path, e);
    } catch (NotAvailable e) {
      throw new IllegalStateException("only an artifact is fetched", e);
    }
  }

  /** A directory goes if it is empty; whatever is in it is not ours. */
  void delete(String path, Attempt attempt) throws ReconcileFailure {
    Optional<SafeDirectory> parent = SafeDirectory.openParent(root, path);
    if (parent.isEmpty()) {
      return;
    }
    try (SafeDirectory directory = parent.get()) {
      new Entry(directory, nameOf(path)).remove(attempt);
    } catch (DirectoryNotEmptyException e) {
      return;
    } catch (IOException e) {
      throw FileFailures.of("deleting " + path, e);
    }
  }

  /**
   * Throws away what a try that was cut short left beside it, before its rename. The next try would
   * use it up, but there is none when the resource is gone.
   */
  void tidy(String path, String id, Attempt attempt) throws ReconcileFailure {
    removeBeside(path, temporary(id).toString(), attempt);
  }

  /** Throws away what a download has left beside a file. */
  void discard(String path, FileMemo.Download begun, Attempt attempt) throws ReconcileFailure {
    removeBeside(path, begun.part(), attempt);
  }

  private void removeBeside(String path, String name, Attempt attempt) throws ReconcileFailure {
    Optional<SafeDirectory> parent = SafeDirectory.openParent(root, path);
    if (parent.isEmpty()) {
      return;
    }
    try (SafeDirectory directory = parent.get()) {
      attempt.checkpoint();
      new Entry(directory, nameOf(path)).removeBeside(name);
    } catch (IOException e) {
      throw FileFailures.of("deleting what was begun of " + path, e);
    }
  }

  /** What something is called before it is whole; {@code id} is whose it is. */
  static Path temporary(String id) {
    return Path.of(".harmony-" + id + ".tmp");
  }

  private static Path nameOf(String path) {
    return Path.of(path).getFileName();
  }
}
