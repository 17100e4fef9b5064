package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.CasOutcome;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.nats.client.Connection;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The builds that were pushed, by version and architecture: for operators, no agent reads them. */
final class Releases {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Bucket bucket;

  Releases(Connection connection) throws IOException {
    this.bucket = MeshAccess.agents(connection);
  }

  void put(String arch, AgentRelease release) throws MeshUnavailable, UserError {
    String key = Keys.release(release.version(), arch);
    long revision = bucket.get(key).revision();
    byte[] value = JsonWriter.compact(release.toJson().node());
    if (!(bucket.compareAndSet(key, value, revision, TIMEOUT) instanceof CasOutcome.Acked)) {
      throw UserError.failed("the mesh did not take up " + key + "; try again");
    }
  }

  AgentRelease get(String version, String arch) throws MeshUnavailable, UserError, InvalidDocument {
    Optional<byte[]> value = bucket.get(Keys.release(version, arch)).value();
    if (value.isEmpty()) {
      throw UserError.badInput(
          "version "
              + version
              + " was never pushed for "
              + arch
              + "; do it with 'harmonyctl update push'");
    }
    return AgentRelease.read(
        Reading.start().root(new JsonReader().read(value.get(), "release " + version)));
  }
}
