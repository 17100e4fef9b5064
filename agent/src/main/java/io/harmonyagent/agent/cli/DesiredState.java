package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Place;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.CasOutcome;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.core.status.StatusReader;
import io.harmonyagent.core.trust.SigningKey;
import io.nats.client.Connection;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * What is wanted of one device, read and written as the control plane does it: by compare-and-set,
 * each write with the next generation, and with a note of who did it and why. The note is what that
 * user says of himself: who may write at all is for the servers to decide.
 */
final class DesiredState {
  /** Who wrote it: user and machine. */
  static final String BY = "Harmony-By";

  /** Why, where it is no plain apply. */
  static final String NOTE = "Harmony-Note";

  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(5);

  private final Connection connection;
  private final Bucket bucket;
  private final AgentId agent;
  private final Optional<SigningKey> signer;

  DesiredState(Connection connection, AgentId agent) throws IOException {
    this(connection, agent, Optional.empty());
  }

  /** With a key every manifest that is written is signed for this device. */
  DesiredState(Connection connection, AgentId agent, Optional<SigningKey> signer)
      throws IOException {
    this.connection = connection;
    this.bucket = MeshAccess.agents(connection);
    this.agent = agent;
    this.signer = signer;
  }

  /**
   * What is wanted after a write.
   *
   * @param revision the place of that write in the order of all writes
   * @param isNew whether it was written now, and not wanted already
   */
  record Written(AgentManifest manifest, long revision, boolean isNew) {}

  /** What is wanted now; nothing where nothing ever was, or where it was deleted. */
  Optional<Node> current() throws MeshUnavailable, UserError {
    Bucket.Latest latest = bucket.get(Keys.desiredState(agent));
    try {
      return latest.value().isEmpty()
          ? Optional.empty()
          : Optional.of(new JsonReader().read(latest.value().get(), "desired state of " + agent));
    } catch (InvalidDocument e) {
      throw UserError.failed(e.sentence());
    }
  }

  /** What is wanted now, where there must be something. */
  Node wanted() throws MeshUnavailable, UserError {
    return current()
        .orElseThrow(
            () ->
                UserError.failed(
                    "nothing is wanted of "
                        + agent
                        + " (yet); 'harmonyctl apply' begins, 'harmonyctl get agents' lists"));
  }

  /** The resource with that id, as it stands in a manifest. */
  static Optional<Node> resource(Node manifest, String id) {
    if (manifest instanceof Node.Mapping root
        && root.entries().get("resources") instanceof Node.Sequence all) {
      for (Node item : all.items()) {
        if (item instanceof Node.Mapping one
            && one.entries().get("id") instanceof Node.Text name
            && name.value().equals(id)) {
          return Optional.of(item);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Whether the mesh has a status of the device: one that nobody knows may be a slip of the pen.
   */
  boolean isOfKnownDevice() throws MeshUnavailable {
    return bucket.get(Keys.actualState(agent)).value().isPresent();
  }

  /** Makes a manifest of the one that stands, or of none. */
  @FunctionalInterface
  interface Edit {
    Node of(Optional<Node> standing) throws InvalidDocument, UserError;
  }

  /** Writes a manifest, whatever stands; one without a generation gets the next. */
  Written write(Node manifest, String note) throws UserError, MeshUnavailable, InvalidDocument {
    Bucket.Latest latest = bucket.get(Keys.desiredState(agent));
    return write(latest, readable(latest), manifest, note);
  }

  /** Writes a manifest in the place of that revision, unless another one stands by now. */
  Written replace(long revision, Node manifest, String note)
      throws UserError, MeshUnavailable, InvalidDocument {
    Bucket.Latest latest = bucket.get(Keys.desiredState(agent));
    if (latest.revision() != revision) {
      throw somebodyElseWrote();
    }
    Optional<Node> standing = readable(latest);
    refuseToUnsign(standing);
    return write(latest, standing, manifest, note);
  }

  /**
   * Writes what the edit makes, unless somebody else wrote in between. What cannot be read cannot
   * be edited: an edit of nothing instead would take away all that is wanted. An edit that changes
   * nothing is not written either.
   */
  Written edit(Edit edit, String note) throws UserError, MeshUnavailable, InvalidDocument {
    Bucket.Latest latest = bucket.get(Keys.desiredState(agent));
    Optional<Node> standing = editable(latest);
    Node edited = edit.of(standing);
    if (signer.isEmpty() && standing.isPresent() && sameContent(standing.get(), edited)) {
      return new Written(ManifestReader.read(standing.get()), latest.revision(), false);
    }
    return write(latest, standing, edited, note);
  }

  /** What an edit would be made of; refuses what it would refuse. */
  Optional<Node> editable() throws UserError, MeshUnavailable {
    return editable(bucket.get(Keys.desiredState(agent)));
  }

  private Optional<Node> editable(Bucket.Latest latest) throws UserError {
    Optional<Node> standing = readable(latest);
    if (latest.value().isPresent() && standing.isEmpty()) {
      throw UserError.failed(
          "what is wanted of "
              + agent
              + " cannot be read by this version, so it is not changed; use a newer harmonyctl, or"
              + " apply a whole manifest");
    }
    refuseToUnsign(standing);
    return standing;
  }

  /**
   * A change of what stands would lose its signature, and a device that asks for one rejects it.
   */
  void refuseToUnsign(Optional<Node> standing) throws UserError {
    refuseToUnsign(agent, signer, standing);
  }

  static void refuseToUnsign(AgentId agent, Optional<SigningKey> signer, Optional<Node> standing)
      throws UserError {
    if (signer.isEmpty() && standing.filter(DesiredState::isSigned).isPresent()) {
      throw UserError.badInput(
          agent
              + "'s manifest is signed, and would be changed without a signature; give the key with"
              + " --sign-key, or apply a whole manifest");
    }
  }

  private static boolean isSigned(Node manifest) {
    return manifest instanceof Node.Mapping root && root.entries().containsKey("signature");
  }

  private Written write(Bucket.Latest latest, Optional<Node> standing, Node manifest, String note)
      throws UserError, MeshUnavailable, InvalidDocument {
    if (Secrets.isHiddenIn(manifest)) {
      throw UserError.badInput(
          "a value in it was hidden when the manifest was printed, and would be sent as '"
              + Secrets.HIDDEN
              + "'; print it with: harmonyctl get manifest "
              + agent
              + " --reveal");
    }
    long newest = Math.max(Math.max(generation(standing), acceptedGeneration()), deleted(latest));
    Node.Mapping numbered = numbered(agent, manifest, newest, standing);
    byte[] bytes =
        JsonWriter.compact(
            signer.isPresent() ? Signing.signed(numbered, agent, signer.get()) : numbered);
    if (bytes.length > ManifestReader.MAX_BYTES) {
      throw UserError.badInput(
          "the manifest has "
              + bytes.length
              + " bytes, and "
              + ManifestReader.MAX_BYTES
              + " is the most that an agent accepts");
    }
    Headers headers = new Headers().put(BY, thisUser());
    if (!note.isEmpty()) {
      headers.put(NOTE, note);
    }
    String key = Keys.desiredState(agent);
    return switch (bucket.compareAndSet(key, bytes, latest.revision(), headers, WRITE_TIMEOUT)) {
      case CasOutcome.Acked(long revision) ->
          new Written(ManifestReader.read(numbered), revision, true);
      case CasOutcome.Lost _ -> throw somebodyElseWrote();
      case CasOutcome.InFlight _ ->
          throw UserError.failed("the mesh is still busy with another write; try again");
      case CasOutcome.Unknown(String why) ->
          throw UserError.mayHaveBeenDone(
              "the mesh gave no answer ("
                  + why
                  + "), so it was written or not; look before you try again: harmonyctl history "
                  + agent);
    };
  }

  private UserError somebodyElseWrote() {
    return UserError.failed(
        "somebody else wrote the desired state of "
            + agent
            + " just now; look ('harmonyctl history "
            + agent
            + "'), then try again");
  }

  /**
   * With the next generation, if it has none. One that the device would reject is refused: whoever
   * wrote the number is told now, and not only if he waits.
   *
   * @param newest the highest generation that the device may have
   */
  static Node.Mapping numbered(AgentId agent, Node manifest, long newest, Optional<Node> standing)
      throws UserError, InvalidDocument {
    Node.Mapping numbered = withGeneration((Node.Mapping) manifest, newest + 1);
    AgentManifest wanted = ManifestReader.read(numbered);
    boolean isRepeated =
        standing.isPresent()
            && wanted.generation() == newest
            && generation(standing) == newest
            && sameContent(standing.get(), numbered);
    if (wanted.generation() <= newest && !wanted.rollback() && !isRepeated) {
      throw UserError.badInput(
          "the manifest's generation "
              + wanted.generation()
              + " is not above "
              + newest
              + ", which "
              + agent
              + " has already; leave the field out, and the next one is used");
    }
    return numbered;
  }

  private static boolean sameContent(Node one, Node other) {
    return Arrays.equals(
        JsonWriter.canonical(withoutGeneration(one)),
        JsonWriter.canonical(withoutGeneration(other)));
  }

  /** The same manifest without its generation, so that it gets the next when it is written. */
  static Node withoutGeneration(Node manifest) {
    SequencedMap<String, Node> entries = new LinkedHashMap<>(((Node.Mapping) manifest).entries());
    entries.remove("generation");
    entries.remove("rollback");
    // It was for that generation.
    entries.remove("signature");
    return new Node.Mapping(manifest.place(), entries);
  }

  /** The same manifest with another value of a field. */
  static Node with(Node manifest, String field, Node value) {
    SequencedMap<String, Node> entries = new LinkedHashMap<>(((Node.Mapping) manifest).entries());
    entries.put(field, value);
    return new Node.Mapping(manifest.place(), entries);
  }

  /** Nothing for a manifest that is not there or cannot be read. */
  private static Optional<Node> readable(Bucket.Latest latest) {
    try {
      if (latest.value().isEmpty()) {
        return Optional.empty();
      }
      Node document = new JsonReader().read(latest.value().get(), "desired state");
      ManifestReader.read(document);
      return Optional.of(document);
    } catch (InvalidDocument e) {
      return Optional.empty();
    }
  }

  private static long generation(Optional<Node> standing) throws InvalidDocument {
    return standing.isEmpty() ? 0 : ManifestReader.read(standing.get()).generation();
  }

  /**
   * The highest generation before the desired state was deleted: the device may still have it, and
   * would reject one that is not above it.
   */
  private long deleted(Bucket.Latest latest) throws MeshUnavailable {
    return latest.value().isPresent() || latest.revision() == 0
        ? 0
        : History.read(connection, agent).highest();
  }

  /** What the device has in force, should the desired state have been lost meanwhile. */
  private long acceptedGeneration() throws MeshUnavailable {
    Bucket.Latest latest = bucket.get(Keys.actualState(agent));
    try {
      return latest.value().isEmpty()
          ? 0
          : StatusReader.read(new JsonReader().read(latest.value().get(), "status"))
              .manifestGeneration();
    } catch (InvalidDocument e) {
      return 0;
    }
  }

  private static Node.Mapping withGeneration(Node.Mapping manifest, long next) {
    SequencedMap<String, Node> entries = new LinkedHashMap<>();
    entries.put("generation", new Node.Numeral(Place.NOWHERE, Long.toString(next)));
    entries.putAll(manifest.entries());
    return new Node.Mapping(manifest.place(), entries);
  }

  private static String thisUser() {
    String user = System.getProperty("user.name", "?");
    try {
      return printable(user + "@" + InetAddress.getLocalHost().getHostName());
    } catch (UnknownHostException e) {
      return printable(user);
    }
  }

  /** A header is one line of ASCII. */
  private static String printable(String text) {
    return text.replaceAll("[^\\x21-\\x7e]", "?");
  }
}
