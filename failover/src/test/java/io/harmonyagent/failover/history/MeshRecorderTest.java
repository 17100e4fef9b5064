package io.harmonyagent.failover.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.files.AppendLog;
import io.harmonyagent.failover.core.NoConfigEvidence;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.Transition;
import io.harmonyagent.failover.lease.EventLog;
import io.harmonyagent.failover.site.FlightRecorder.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The history while the mesh comes and goes. */
class MeshRecorderTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  /** A mesh that can be away. */
  private static final class Mesh implements EventLog {
    private final List<Long> has = new CopyOnWriteArrayList<>();
    private volatile boolean away;

    @Override
    public boolean append(byte[] entry) {
      if (away) {
        return false;
      }
      try {
        has.add(EntryJson.read(entry, "entry").number());
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      return true;
    }
  }

  @TempDir Path directory;

  private final Mesh mesh = new Mesh();

  @Test
  void what_is_decided_reaches_the_mesh_in_order() throws Exception {
    try (MeshRecorder recorder = MeshRecorder.open(directory, mesh)) {
      record(recorder, 1, 20);

      eventually(() -> mesh.has.size() == 20);
      assertThat(mesh.has).isSorted();
    }
  }

  @Test
  void what_was_decided_while_the_mesh_was_away_survives_the_agent() throws Exception {
    mesh.away = true;
    try (MeshRecorder recorder = MeshRecorder.open(directory, mesh)) {
      record(recorder, 1, 5);
      eventually(() -> onDisk() == 5);
    }
    mesh.away = false;

    try (MeshRecorder recorder = MeshRecorder.open(directory, mesh)) {
      record(recorder, 6, 6);
      eventually(() -> mesh.has.size() == 6);
    }

    assertThat(mesh.has).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
  }

  @Test
  void of_more_than_the_mesh_would_keep_the_newest_are_kept() throws Exception {
    mesh.away = true;
    try (MeshRecorder recorder = MeshRecorder.open(directory, mesh)) {
      for (int i = 1; i <= 4 * Spool.ENTRIES_MAX; i++) {
        record(recorder, i, i);
      }
      eventually(() -> newestOnDisk() == 4 * Spool.ENTRIES_MAX);
      assertThat(onDisk()).isLessThanOrEqualTo(2 * Spool.ENTRIES_MAX);
    }
    mesh.away = false;

    try (MeshRecorder recorder = MeshRecorder.open(directory, mesh)) {
      eventually(() -> mesh.has.size() == Spool.ENTRIES_MAX);
      assertThat(mesh.has)
          .containsExactlyElementsOf(
              LongStream.rangeClosed(3 * Spool.ENTRIES_MAX + 1, 4 * Spool.ENTRIES_MAX)
                  .boxed()
                  .toList());
      record(recorder, 999, 999);
      eventually(() -> mesh.has.size() == Spool.ENTRIES_MAX + 1);
    }
  }

  @Test
  void once_all_is_told_nothing_stays_on_disk() throws Exception {
    try (MeshRecorder recorder = MeshRecorder.open(directory, mesh)) {
      record(recorder, 1, 3);
      eventually(() -> mesh.has.size() == 3 && onDisk() == 0);
    }
  }

  private static void record(MeshRecorder recorder, int from, int to) {
    for (int i = from; i <= to; i++) {
      NoConfigEvidence evidence = new NoConfigEvidence(Transition.HAND_OVER);
      recorder.record(
          new Entry(
              Instant.EPOCH,
              new SiteId("a"),
              "run",
              i,
              Role.FENCED,
              1,
              evidence,
              evidence.decide()));
    }
  }

  private int onDisk() {
    return lines().size();
  }

  private long newestOnDisk() {
    try {
      return lines().isEmpty()
          ? 0
          : EntryJson.read(lines().getLast().getBytes(StandardCharsets.UTF_8), "entry").number();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private List<String> lines() {
    try {
      return new AppendLog(directory.resolve("history.log")).read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void eventually(BooleanSupplier condition) {
    long end = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }
}
