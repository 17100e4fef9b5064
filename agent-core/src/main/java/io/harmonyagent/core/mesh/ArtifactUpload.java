package io.harmonyagent.core.mesh;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonWriter;
import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamOptions;
import io.nats.client.NUID;
import io.nats.client.PublishOptions;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Puts an artifact into the object store. The control plane's part: no agent may do this. What is
 * being uploaded becomes an object only with its last message, so a broken upload is none.
 */
public final class ArtifactUpload {
  /** Opens the content; it is read twice, since its name is its hash. */
  @FunctionalInterface
  public interface Content {
    InputStream open() throws IOException;
  }

  /** What is in the store now. */
  public record Uploaded(String sha256, long size, boolean isNew) {}

  /** A chunk may have to go over a slow line, and the server writes it to its disk. */
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private static final int TRIES = 3;

  private final Connection connection;
  private final JetStream jetStream;

  public ArtifactUpload(Connection connection) throws IOException {
    this.connection = connection;
    this.jetStream =
        connection.jetStream(JetStreamOptions.builder().requestTimeout(TIMEOUT).build());
  }

  public Uploaded put(Content content) throws IOException, MeshUnavailable {
    byte[] buffer = new byte[ObjectStore.CHUNK_BYTES];
    MessageDigest digest = sha256();
    long size = 0;
    try (InputStream in = content.open()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
        size += n;
      }
    }
    byte[] hash = digest.digest();
    String name = HexFormat.of().formatHex(hash);
    String claim = "SHA-256=" + Base64.getUrlEncoder().encodeToString(hash);
    Optional<ObjectStore.Info> before = new ObjectStore(connection).info(name);
    if (before.isPresent() && before.get().size() == size && before.get().digest().equals(claim)) {
      return new Uploaded(name, size, false);
    }
    String nuid = NUID.nextGlobal();
    long chunks = putChunks(content, nuid, buffer, name);
    describe(name, nuid, size, chunks, claim);
    if (before.isPresent()) {
      purge(before.get().nuid());
    }
    return new Uploaded(name, size, true);
  }

  private long putChunks(Content content, String nuid, byte[] buffer, String name)
      throws IOException, MeshUnavailable {
    MessageDigest digest = sha256();
    long chunks = 0;
    try (InputStream in = content.open()) {
      for (int n = in.readNBytes(buffer, 0, buffer.length);
          n > 0;
          n = in.readNBytes(buffer, 0, buffer.length)) {
        digest.update(buffer, 0, n);
        publish(
            ObjectStore.chunkSubject(nuid),
            new Headers(),
            Arrays.copyOf(buffer, n),
            nuid + "." + chunks);
        chunks++;
      }
    }
    if (!HexFormat.of().formatHex(digest.digest()).equals(name)) {
      purge(nuid);
      throw new IOException("it changed while it was being uploaded; try again");
    }
    return chunks;
  }

  private void describe(String name, String nuid, long size, long chunks, String digest)
      throws IOException, MeshUnavailable {
    JsonObject info =
        new JsonObject()
            .put("name", name)
            .put("options", new JsonObject().put("max_chunk_size", ObjectStore.CHUNK_BYTES))
            .put("bucket", Keys.ARTIFACTS_BUCKET)
            .put("nuid", nuid)
            .put("size", size)
            .put("mtime", Instant.EPOCH.toString())
            .put("chunks", chunks)
            .put("digest", digest);
    publish(
        ObjectStore.infoSubject(name),
        new Headers().put("Nats-Rollup", "sub"),
        JsonWriter.compact(info.node()),
        nuid + ".info");
  }

  /** Whatever got through before, and only its receipt did not, the server knows by its id. */
  private void publish(String subject, Headers headers, byte[] body, String id)
      throws IOException, MeshUnavailable {
    PublishOptions options = PublishOptions.builder().messageId(id).build();
    for (int tries = 1; ; tries++) {
      try {
        jetStream.publish(subject, headers, body, options);
        return;
      } catch (JetStreamApiException e) {
        throw new MeshUnavailable("bucket " + Keys.ARTIFACTS_BUCKET + ": " + e.getMessage());
      } catch (IOException e) {
        if (tries == TRIES) {
          throw e;
        }
      }
    }
  }

  private void purge(String nuid) throws MeshUnavailable {
    Buckets.request(
        connection,
        "$JS.API.STREAM.PURGE." + ObjectStore.STREAM,
        new JsonObject().put("filter", ObjectStore.chunkSubject(nuid)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
