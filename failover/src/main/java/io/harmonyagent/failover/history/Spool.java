package io.harmonyagent.failover.history;

import io.harmonyagent.core.files.AppendLog;
import io.harmonyagent.core.files.Directories;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entries that the mesh does not have yet, in order, on disk. Bounded: of too many the oldest go,
 * since the mesh keeps only the newest of a key too. Emptied as soon as all were sent, so that the
 * card is written to when something happens and at no other time.
 */
final class Spool {
  /** What the mesh keeps of the key. */
  static final int ENTRIES_MAX = 64;

  private final AppendLog log;
  private final Deque<String> waiting = new ArrayDeque<>();
  private int linesOnDisk;

  private Spool(AppendLog log, List<String> lines) {
    this.log = log;
    linesOnDisk = lines.size();
    lines.forEach(this::keep);
  }

  static Spool open(Path directory) throws IOException {
    Directories.createPrivate(directory);
    AppendLog log = new AppendLog(directory.resolve("history.log"));
    return new Spool(log, log.read());
  }

  /** On disk when this returns; where the disk refuses, it is still tried to be sent. */
  void add(byte[] entry) throws IOException {
    String line = new String(entry, StandardCharsets.UTF_8);
    keep(line);
    if (linesOnDisk >= 2 * ENTRIES_MAX) {
      rewrite();
    } else {
      linesOnDisk++;
      log.append(line);
    }
  }

  byte @Nullable [] first() {
    String line = waiting.peekFirst();
    return line == null ? null : line.getBytes(StandardCharsets.UTF_8);
  }

  /** The first one is in the mesh. After a power cut it may be sent once more. */
  void sent() throws IOException {
    waiting.removeFirst();
    if (waiting.isEmpty()) {
      rewrite();
    }
  }

  private void keep(String line) {
    waiting.addLast(line);
    if (waiting.size() > ENTRIES_MAX) {
      waiting.removeFirst();
    }
  }

  private void rewrite() throws IOException {
    log.rewrite(List.copyOf(waiting));
    linesOnDisk = waiting.size();
  }
}
