package io.harmonyagent.failover.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;

/** Certificates are renewed by replacing their files, which PostgreSQL does not notice itself. */
final class Renewals {
  private static final FileTime NOT_THERE = FileTime.fromMillis(0);

  private final List<Path> files;
  private List<FileTime> known;

  Renewals(List<Path> files) {
    this.files = List.copyOf(files);
    this.known = times();
  }

  /** Whether one of them is another than at the last time. */
  synchronized boolean happened() {
    List<FileTime> now = times();
    boolean happened = !now.equals(known);
    known = now;
    return happened;
  }

  private List<FileTime> times() {
    List<FileTime> times = new ArrayList<>(files.size());
    for (Path file : files) {
      try {
        times.add(Files.getLastModifiedTime(file));
      } catch (IOException e) {
        times.add(NOT_THERE);
      }
    }
    return times;
  }
}
