package io.harmonyagent.agent.daemon;

import io.harmonyagent.agent.posix.Kernel;
import io.harmonyagent.agent.update.BuildImages;
import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.files.Directories;
import io.harmonyagent.core.files.Exclusive;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.status.AgentStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes a device forget: what the agent made is deleted as if an empty manifest had come, and then
 * what the agent remembers. The configuration stays; it is the device's, not the agent's.
 */
public final class FactoryReset {
  private static final AgentManifest NOTHING =
      new AgentManifest(0, false, List.of(), Optional.empty(), Optional.empty(), 0);

  private final AgentConfig config;
  private final Layout layout;

  public FactoryReset(AgentConfig config, Layout layout) {
    this.config = config;
    this.layout = layout;
  }

  /** What is left of what the agent made; nothing if all of it is gone. */
  public AgentStatus deleteWhatIsOwned(Map<String, String> environment)
      throws IOException, InterruptedException {
    return Wiring.staticRun(config, layout, environment).once(NOTHING);
  }

  /** What is owned from then on is nobody's. No agent may start meanwhile. */
  public void forget() throws IOException {
    try (Exclusive _ = Exclusive.claim(layout.state())) {
      new BuildImages(layout.state(), layout.runtime(), Kernel.forThisProcess())
          .keepOnly(_ -> false);
      deleteBelow(layout.runtime());
      deleteBelow(layout.state());
      // So that a power cut from now on finds nothing to go on from.
      Directories.sync(layout.state());
    }
  }

  /** Not the directory itself: systemd made it, with the owner that it has to have. */
  private static void deleteBelow(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        if (!path.equals(directory)) {
          Files.delete(path);
        }
      }
    }
  }
}
