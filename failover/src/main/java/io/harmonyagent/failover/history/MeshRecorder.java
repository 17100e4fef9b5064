package io.harmonyagent.failover.history;

import io.harmonyagent.failover.lease.EventLog;
import io.harmonyagent.failover.site.FlightRecorder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes every decision to disk, and from there to the mesh, in order, as soon as it can be
 * reached. On a thread of its own that is there only while something is to be told: the owner of
 * the core waits for neither disk nor mesh.
 */
public final class MeshRecorder implements FlightRecorder {
  private static final Logger log = LoggerFactory.getLogger(MeshRecorder.class);
  private static final int QUEUE_MAX = 256;
  private static final long RETRY_MS = 1_000;
  private static final Duration LONGEST_END = Duration.ofSeconds(5);

  private final EventLog mesh;
  private final Spool spool;
  private final Deque<Entry> queue = new ArrayDeque<>();
  private boolean leftovers;
  private boolean closed;
  private @Nullable Thread thread;

  private MeshRecorder(EventLog mesh, Spool spool) {
    this.mesh = mesh;
    this.spool = spool;
    leftovers = spool.first() != null;
  }

  /** Also tells what an earlier life could not. */
  public static MeshRecorder open(Path directory, EventLog mesh) throws IOException {
    MeshRecorder recorder = new MeshRecorder(mesh, Spool.open(directory));
    recorder.begin();
    return recorder;
  }

  @Override
  public synchronized void record(Entry entry) {
    if (queue.size() >= QUEUE_MAX) {
      log.error("the history does not keep up; lost: {}", entry.decision().explain());
      return;
    }
    queue.addLast(entry);
    begin();
  }

  /** Returns when nothing is written any more: another life's recorder has the same disk. */
  @Override
  public void close() {
    Thread last;
    synchronized (this) {
      closed = true;
      last = thread;
    }
    if (last != null) {
      last.interrupt();
      try {
        boolean unused = last.join(LONGEST_END);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void begin() {
    if (thread == null && !closed && (leftovers || !queue.isEmpty())) {
      thread = Thread.ofPlatform().daemon().name("failover-history").start(this::run);
    }
  }

  private void run() {
    try {
      while (keepNew()) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        sendFirst();
      }
    } catch (InterruptedException e) {
      saveRest();
    }
  }

  /** All that is new goes to disk first; whether anything is left to send. */
  private boolean keepNew() {
    while (true) {
      Entry next;
      synchronized (this) {
        next = queue.pollFirst();
        if (next == null) {
          leftovers = spool.first() != null;
          if (!leftovers) {
            thread = null;
          }
          return leftovers;
        }
      }
      save(next);
    }
  }

  private void sendFirst() throws InterruptedException {
    byte[] first = spool.first();
    if (first == null) {
      return;
    }
    if (mesh.append(first)) {
      try {
        spool.sent();
      } catch (IOException e) {
        log.warn("the history on disk was not emptied, so some of it will be sent twice: {}", e);
      }
    } else {
      Thread.sleep(RETRY_MS);
    }
  }

  private void saveRest() {
    synchronized (this) {
      while (!queue.isEmpty()) {
        save(queue.removeFirst());
      }
    }
  }

  private void save(Entry entry) {
    try {
      spool.add(EntryJson.bytes(entry));
    } catch (IOException e) {
      log.warn("a decision is in memory only: {} ({})", entry.decision().explain(), e.getMessage());
    }
  }
}
