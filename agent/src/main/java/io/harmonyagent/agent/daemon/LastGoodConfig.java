package io.harmonyagent.agent.daemon;

import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.config.ConfigFiles;
import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Pointer;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.files.Directories;
import io.harmonyagent.core.files.DurableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a copy of the configuration that last worked, so that a mistake in the files of today does
 * not keep the agent from starting: over the mesh it can still be mended. All files are in one, as
 * only that can be replaced whole: a power cut never leaves a part of one and a part of another.
 */
public final class LastGoodConfig {
  private static final Logger log = LoggerFactory.getLogger(LastGoodConfig.class);
  static final String NAME = "config-last-good.json";

  private final Path state;
  private final Path path;
  private final DurableFile copy;
  private final ConfigFiles files;
  private final ConfigFiles filesOfCopy;

  public LastGoodConfig(Layout layout, Map<String, String> environment) {
    this.state = layout.state();
    this.path = state.resolve(NAME);
    this.copy = new DurableFile(path);
    this.files = new ConfigFiles(layout.configuration(), environment);
    this.filesOfCopy = new ConfigFiles(path, environment);
  }

  /**
   * Reads the files, or the copy where they cannot be used; changes nothing.
   *
   * @throws InvalidDocument what is wrong with the files, if there is no copy to be used either
   */
  public ConfigInUse load() throws InvalidDocument {
    try {
      Map<String, String> texts = files.texts();
      return new ConfigInUse(files.read(texts), texts, Optional.empty());
    } catch (InvalidDocument broken) {
      Optional<ConfigInUse> last = last(broken.sentence());
      if (last.isEmpty()) {
        throw broken;
      }
      return last.get();
    }
  }

  private Optional<ConfigInUse> last(String rejected) {
    try {
      Optional<byte[]> content = copy.read();
      if (content.isEmpty()) {
        return Optional.empty();
      }
      Fields in = Reading.start().root(new JsonReader().read(content.get(), path.toString()));
      in.object("files");
      Map<String, String> texts = in.textMap("files");
      AgentConfig config = filesOfCopy.readKnown(texts, this::passedOver);
      return Optional.of(new ConfigInUse(config, texts, Optional.of(rejected)));
    } catch (InvalidDocument e) {
      log.warn("the configuration that last worked cannot be used either: {}", e.sentence());
      return Optional.empty();
    } catch (IOException e) {
      log.warn("the configuration that last worked cannot be read: {}", e.toString());
      return Optional.empty();
    }
  }

  /** A newer build, which is gone, may have kept it. */
  private void passedOver(Pointer key) {
    log.warn("{}: {} is not a key that we know, and is passed over", path, key);
  }

  /**
   * Keeps what was read from the files; writes only if it is something else than before. Only for
   * who has the claim on the state, and does not have to show yet that it works: the build that ran
   * before may have to read it.
   */
  public void keep(ConfigInUse inUse) {
    if (inUse.rejected().isPresent()) {
      return;
    }
    JsonObject texts = new JsonObject();
    inUse.texts().forEach(texts::put);
    byte[] content = JsonWriter.compact(new JsonObject().put("files", texts).node());
    if (isKept(content)) {
      return;
    }
    try {
      Directories.createPrivate(state);
      copy.replace(content);
    } catch (IOException e) {
      log.warn(
          "no copy of the configuration can be kept in {}, so a mistake in the next one would keep"
              + " the agent from starting: {}",
          path,
          e.toString());
    }
  }

  private boolean isKept(byte[] content) {
    try {
      return copy.read().filter(before -> Arrays.equals(before, content)).isPresent();
    } catch (IOException e) {
      // Whatever is there is no copy.
      return false;
    }
  }
}
