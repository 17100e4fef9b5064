package io.harmonyagent.failover.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What Debian does with a cluster at boot. Nothing may start a site's PostgreSQL before the agent
 * is there: a power cut right after a promotion leaves data that would come up writable.
 */
final class StartConf {
  private static final Set<String> NOT_AT_BOOT = Set.of("manual", "disabled");

  private StartConf() {}

  /** Keeps owner and mode of the file, and what people have written into it. */
  static void notAtBoot(Path clusterFolder) throws IOException {
    if (!Files.isDirectory(clusterFolder)) {
      return;
    }
    Path file = clusterFolder.resolve("start.conf");
    List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
    if (lines.stream().map(StartConf::word).anyMatch(NOT_AT_BOOT::contains)) {
      return;
    }
    String comments =
        lines.stream().filter(line -> word(line).isEmpty()).collect(Collectors.joining("\n"));
    Files.writeString(
        file,
        comments + "\n# Set by harmony-agent: nothing but the agent starts this cluster.\nmanual\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE,
        StandardOpenOption.SYNC);
  }

  private static String word(String line) {
    int comment = line.indexOf('#');
    return (comment < 0 ? line : line.substring(0, comment)).strip();
  }
}
