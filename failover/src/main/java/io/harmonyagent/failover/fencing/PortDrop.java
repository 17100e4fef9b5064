package io.harmonyagent.failover.fencing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Cuts PostgreSQL's port off from everybody, sessions that are open included. */
final class PortDrop {
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final String table;
  private final int port;

  PortDrop(String cluster, int port) {
    this.table = "inet harmony_fence_" + cluster.replace('-', '_');
    this.port = port;
  }

  void begin() throws IOException, InterruptedException {
    nft(
        """
        table %1$s {
          chain in { type filter hook input priority -300; tcp dport %2$d drop; }
          chain out { type filter hook output priority -300; tcp sport %2$d drop; }
        }
        """
            .formatted(table, port));
  }

  void end() throws IOException, InterruptedException {
    // Made first, so that there is always one to delete.
    nft("table %1$s { }\ndelete table %1$s\n".formatted(table));
  }

  private static void nft(String commands) throws IOException, InterruptedException {
    Process nft =
        new ProcessBuilder("nft", "-f", "-")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (OutputStream in = nft.getOutputStream()) {
      in.write(commands.getBytes(UTF_8));
    }
    if (!nft.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS) || nft.exitValue() != 0) {
      nft.destroyForcibly();
      throw new IOException("nft did not take the rules; is nftables installed?");
    }
  }
}
