package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.Locale;

/** Puts what the operating system says into a code for programs and a sentence for people. */
final class FileFailures {
  private FileFailures() {}

  static ReconcileFailure of(String doing, IOException e) {
    String reason = reason(e);
    String sentence = doing + ": " + reason;
    String lower = reason.toLowerCase(Locale.ROOT);
    if (e instanceof AccessDeniedException || lower.contains("not permitted")) {
      return new ReconcileFailure(
          "PermissionDenied", sentence + "; the agent must be allowed to do this");
    }
    if (isDiskFull(e)) {
      return new ReconcileFailure("DiskFull", sentence + "; free some space on the device");
    }
    if (lower.contains("read-only")) {
      return new ReconcileFailure(
          "ReadOnlyFileSystem", sentence + "; check the card and remount it writable");
    }
    return new ReconcileFailure("IoError", sentence);
  }

  static boolean isDiskFull(IOException e) {
    String lower = reason(e).toLowerCase(Locale.ROOT);
    return lower.contains("no space left") || lower.contains("quota");
  }

  private static String reason(IOException e) {
    if (e instanceof FileSystemException file && file.getReason() != null) {
      return file.getReason();
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
