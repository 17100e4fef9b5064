package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.files.DurableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which images the agent pulled, and since when nobody uses them: an image that somebody else put
 * onto the device is not in here, and so is never removed. On disk, since an image outlives the
 * agent's process by far.
 */
final class PulledImages {
  private static final Logger log = LoggerFactory.getLogger(PulledImages.class);
  private static final String FILE = "images.json";

  private final DurableFile file;
  private final Duration keepUnused;

  /** Ids, with the second since which they are known to be unused; 0 while in use. */
  private final Map<String, Long> unusedSince = new TreeMap<>();

  PulledImages(Path stateDirectory, Duration keepUnused) {
    this.file = new DurableFile(stateDirectory.resolve(FILE));
    this.keepUnused = keepUnused;
    load();
  }

  /** To be called when an image that was not there has been pulled. */
  synchronized void pulled(String id) throws IOException {
    if (unusedSince.putIfAbsent(id, 0L) == null) {
      save();
    }
  }

  /** Takes note of what is in use now, and says which have been unused for too long. */
  synchronized List<String> expired(Set<String> inUse, Instant now) throws IOException {
    List<String> expired = new ArrayList<>();
    boolean changed = false;
    for (Map.Entry<String, Long> image : unusedSince.entrySet()) {
      if (inUse.contains(image.getKey())) {
        changed |= image.setValue(0L) != 0;
      } else if (image.getValue() == 0 || image.getValue() > now.getEpochSecond()) {
        // Also after the clock was set back: rather keep it for longer.
        image.setValue(now.getEpochSecond());
        changed = true;
      } else if (now.getEpochSecond() - image.getValue() >= keepUnused.toSeconds()) {
        expired.add(image.getKey());
      }
    }
    if (changed) {
      save();
    }
    return expired;
  }

  synchronized void removed(String id) throws IOException {
    unusedSince.remove(id);
    save();
  }

  synchronized boolean isEmpty() {
    return unusedSince.isEmpty();
  }

  private void load() {
    try {
      byte[] content = file.read().orElse(new byte[0]);
      if (content.length > 0) {
        Fields in = Reading.start().root(new JsonReader().read(content, FILE)).object("images");
        for (String id : in.node().entries().keySet()) {
          unusedSince.put(id, in.integer(id));
        }
      }
    } catch (IOException | InvalidDocument e) {
      // What is not known to be ours is kept: a lost record costs space, nothing else.
      log.warn("cannot read which images are ours, so they are kept: {}", e.getMessage());
    }
  }

  private void save() throws IOException {
    JsonObject images = new JsonObject();
    unusedSince.forEach(images::put);
    file.replace(JsonWriter.compact(new JsonObject().put("images", images).node()));
  }
}
