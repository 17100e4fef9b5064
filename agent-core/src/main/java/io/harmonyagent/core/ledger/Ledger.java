package io.harmonyagent.core.ledger;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.files.AppendLog;
import io.harmonyagent.core.files.Directories;
import io.harmonyagent.core.files.DurableFile;
import io.harmonyagent.core.manifest.ResourceId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the device must remember: the manifest it accepted (so that it converges after a power cut
 * with no network) and the things it made (so that it deletes those, and only those).
 *
 * <p>A thing is recorded before it is made. A crash in between leaves a record of something that is
 * not there, which is harmless; the other order would leave a thing that nobody ever removes.
 *
 * <p>A newer build that is tried may write what the one before does not know, to which the device
 * goes back. That is kept for whoever knows it, and keeps nobody from starting.
 */
public final class Ledger {
  private static final Logger logger = LoggerFactory.getLogger(Ledger.class);
  private static final int SPARE_LINES_AT_START = 64;
  private static final int SPARE_LINES = 1024;

  private final DurableFile manifest;
  private final AppendLog log;
  private final Map<OwnedThing, Ownership> owned = new ConcurrentHashMap<>();
  private final List<String> unknown = new ArrayList<>();
  private final AtomicInteger lines = new AtomicInteger();
  private final ReadWriteLock rewriting = new ReentrantReadWriteLock();

  private Ledger(Path directory) {
    manifest = new DurableFile(directory.resolve("manifest.json"));
    log = new AppendLog(directory.resolve("owned.log"));
  }

  public static Ledger open(Path directory) throws IOException {
    Directories.createPrivate(directory);
    Ledger ledger = new Ledger(directory);
    ledger.load();
    ledger.compactIfMoreThan(SPARE_LINES_AT_START);
    return ledger;
  }

  /** What it says now, to be read only: another process may be writing it. */
  public static Ledger view(Path directory) throws IOException {
    Ledger ledger = new Ledger(directory);
    ledger.load();
    return ledger;
  }

  /** The accepted manifest, byte for byte as it came. */
  public Optional<byte[]> manifest() throws IOException {
    return manifest.read();
  }

  public void accept(byte[] manifestBytes) throws IOException {
    manifest.replace(manifestBytes);
  }

  public Collection<Ownership> owned() {
    return List.copyOf(owned.values());
  }

  /** What is recorded of a thing, if it is ours. */
  public Optional<Ownership> find(OwnedThing thing) {
    return Optional.ofNullable(owned.get(thing));
  }

  /** Records that a thing is ours; to be called before it is made. */
  public void own(Ownership ownership) throws IOException {
    if (ownership.equals(owned.get(ownership.thing()))) {
      return;
    }
    record(line("own", ownership), () -> owned.put(ownership.thing(), ownership));
  }

  /** Records that a thing is ours no longer; to be called after it is gone. */
  public void disown(OwnedThing thing) throws IOException {
    Ownership ownership = owned.get(thing);
    if (ownership != null) {
      record(line("disown", ownership), () -> owned.remove(thing));
    }
  }

  private void load() throws IOException {
    JsonReader json = new JsonReader();
    List<String> read = log.read();
    for (String line : read) {
      try {
        Fields in =
            Reading.start().root(json.read(line.getBytes(StandardCharsets.UTF_8), "owned.log"));
        OwnedThing thing = new OwnedThing(in.text("kind"), in.text("key"));
        switch (in.text("what")) {
          case "own" -> owned.put(thing, ownership(thing, in));
          case "disown" -> owned.remove(thing);
          default -> throw in.invalid("what", "is neither own nor disown");
        }
      } catch (InvalidDocument | IllegalArgumentException e) {
        unknown.add(line);
      }
    }
    if (!unknown.isEmpty()) {
      logger.warn(
          "the ledger holds {} lines that this version does not know; what they say is left alone",
          unknown.size());
    }
    lines.set(read.size());
  }

  /** Both or, to a rewrite of the log, neither: what it does not see in the map it would forget. */
  private void record(String line, Runnable change) throws IOException {
    rewriting.readLock().lock();
    try {
      log.append(line);
      change.run();
      lines.incrementAndGet();
    } finally {
      rewriting.readLock().unlock();
    }
    compactIfMoreThan(SPARE_LINES);
  }

  private static Ownership ownership(OwnedThing thing, Fields in) throws InvalidDocument {
    List<ResourceId> dependsOn = new ArrayList<>();
    for (String id : in.texts("depends_on")) {
      dependsOn.add(new ResourceId(id));
    }
    return new Ownership(
        thing,
        new ResourceId(in.text("id")),
        dependsOn,
        in.optionalText("memo").orElse(""),
        in.optionalText("started_with").orElse(""));
  }

  /** Rewrites the log when most of its lines have been overtaken by later ones. */
  private void compactIfMoreThan(int spare) throws IOException {
    if (lines.get() <= unknown.size() + 2 * owned.size() + spare) {
      return;
    }
    rewriting.writeLock().lock();
    try {
      List<String> kept = new ArrayList<>(unknown);
      owned.values().forEach(ownership -> kept.add(line("own", ownership)));
      log.rewrite(kept);
      lines.set(kept.size());
    } finally {
      rewriting.writeLock().unlock();
    }
  }

  private static String line(String what, Ownership ownership) {
    JsonObject line =
        new JsonObject()
            .put("what", what)
            .put("kind", ownership.thing().kind())
            .put("key", ownership.thing().key())
            .put("id", ownership.madeFor().value());
    if (!ownership.dependsOn().isEmpty()) {
      line.putTexts("depends_on", ownership.dependsOn().stream().map(ResourceId::value).toList());
    }
    if (!ownership.memo().isEmpty()) {
      line.put("memo", ownership.memo());
    }
    if (!ownership.startedWith().isEmpty()) {
      line.put("started_with", ownership.startedWith());
    }
    return new String(JsonWriter.compact(line.node()), StandardCharsets.UTF_8);
  }
}
