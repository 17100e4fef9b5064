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

/**
 * What the device must remember: the manifest it accepted (so that it converges after a power cut
 * with no network) and the things it made (so that it deletes those, and only those).
 *
 * <p>A thing is recorded before it is made. A crash in between leaves a record of something that is
 * not there, which is harmless; the other order would leave a thing that nobody ever removes.
 */
public final class Ledger {
  private final DurableFile manifest;
  private final AppendLog log;
  private final Map<OwnedThing, Ownership> owned = new ConcurrentHashMap<>();

  private Ledger(Path directory) {
    manifest = new DurableFile(directory.resolve("manifest.json"));
    log = new AppendLog(directory.resolve("owned.log"));
  }

  public static Ledger open(Path directory) throws IOException {
    Directories.createPrivate(directory);
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

  public boolean owns(OwnedThing thing) {
    return owned.containsKey(thing);
  }

  /** Records that a thing is ours; to be called before it is made. */
  public void own(Ownership ownership) throws IOException {
    if (ownership.equals(owned.get(ownership.thing()))) {
      return;
    }
    log.append(line("own", ownership));
    owned.put(ownership.thing(), ownership);
  }

  /** Records that a thing is ours no longer; to be called after it is gone. */
  public void disown(OwnedThing thing) throws IOException {
    Ownership ownership = owned.get(thing);
    if (ownership != null) {
      log.append(line("disown", ownership));
      owned.remove(thing);
    }
  }

  private void load() throws IOException {
    JsonReader json = new JsonReader();
    List<String> lines = log.read();
    for (String line : lines) {
      try {
        Fields in =
            Reading.start().root(json.read(line.getBytes(StandardCharsets.UTF_8), "owned.log"));
        OwnedThing thing = new OwnedThing(in.text("kind"), in.text("key"));
        switch (in.text("what")) {
          case "own" -> owned.put(thing, new Ownership(thing, new ResourceId(in.text("id"))));
          case "disown" -> owned.remove(thing);
          default -> throw in.invalid("what", "is neither own nor disown");
        }
      } catch (InvalidDocument e) {
        throw new IOException("the ledger holds a line that we did not write: " + e.sentence(), e);
      } catch (IllegalArgumentException e) {
        throw new IOException(
            "the ledger holds a line that we did not write: " + e.getMessage(), e);
      }
    }
    compact(lines.size());
  }

  /** Rewrites the log when most of its lines have been overtaken by later ones. */
  private void compact(int lines) throws IOException {
    if (lines > 2 * owned.size() + 64) {
      List<String> kept = new ArrayList<>();
      owned.values().forEach(ownership -> kept.add(line("own", ownership)));
      log.rewrite(kept);
    }
  }

  private static String line(String what, Ownership ownership) {
    return new String(
        JsonWriter.compact(
            new JsonObject()
                .put("what", what)
                .put("kind", ownership.thing().kind())
                .put("key", ownership.thing().key())
                .put("id", ownership.madeFor().value())
                .node()),
        StandardCharsets.UTF_8);
  }
}
