package io.harmonyagent.core.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.manifest.DetachedSignature;
import io.harmonyagent.core.manifest.ManifestReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestTrustTest {
  private static final AgentId PI = new AgentId("pi-kitchen");
  private static final String MANIFEST = "{\"generation\": 7, \"resources\": []}";

  @TempDir private Path directory;
  private Path trusted;
  private SigningKey ops;

  @BeforeEach
  void make_a_key() throws Exception {
    trusted = directory.resolve("trust");
    ops =
        SigningKey.read(
            KeyPairFiles.create(directory.resolve("secret"), trusted, "ops-2026").secret());
  }

  @Test
  void a_manifest_that_a_trusted_key_signed_is_believed() throws Exception {
    assertThat(objection(signed(MANIFEST, ops, PI))).isEmpty();
  }

  @Test
  void the_order_of_fields_and_white_space_do_not_matter() throws Exception {
    Node.Mapping document = signed(MANIFEST, ops, PI);
    Node.Mapping other = new Node.Mapping(document.place(), document.entries().reversed());

    assertThat(objection(other)).isEmpty();
  }

  @Test
  void one_without_a_signature_is_not() throws Exception {
    assertThat(objection((Node.Mapping) parse(MANIFEST)))
        .hasValueSatisfying(why -> assertThat(why).contains("not signed", "ops-2026"));
  }

  @Test
  void one_that_was_changed_afterwards_is_not() throws Exception {
    Node.Mapping document = signed(MANIFEST, ops, PI);
    document.entries().put("generation", new Node.Numeral(document.place(), "8"));

    assertThat(objection(document)).hasValueSatisfying(why -> assertThat(why).contains("wrong"));
  }

  @Test
  void one_that_was_signed_for_another_device_is_not() throws Exception {
    assertThat(objection(signed(MANIFEST, ops, new AgentId("pi-barn"))))
        .hasValueSatisfying(why -> assertThat(why).contains("another device"));
  }

  @Test
  void one_that_a_stranger_signed_is_not() throws Exception {
    Path elsewhere = directory.resolve("elsewhere");
    SigningKey stranger =
        SigningKey.read(KeyPairFiles.create(elsewhere, elsewhere.resolve("open"), "me").secret());

    assertThat(objection(signed(MANIFEST, stranger, PI)))
        .hasValueSatisfying(why -> assertThat(why).contains("'me'", "ops-2026"));
  }

  @Test
  void a_strangers_key_of_the_same_name_does_not_help() throws Exception {
    Path elsewhere = directory.resolve("elsewhere");
    SigningKey stranger =
        SigningKey.read(
            KeyPairFiles.create(elsewhere, elsewhere.resolve("open"), "ops-2026").secret());

    assertThat(objection(signed(MANIFEST, stranger, PI))).isPresent();
  }

  @Test
  void a_key_that_was_taken_away_counts_for_nothing() throws Exception {
    Node.Mapping document = signed(MANIFEST, ops, PI);
    KeyPairFiles.create(directory.resolve("secret2"), trusted, "ops-2027");
    Files.delete(trusted.resolve("ops-2026.pem"));

    assertThat(objection(document)).isPresent();
  }

  @Test
  void without_keys_nothing_has_to_be_signed() throws Exception {
    Files.delete(trusted.resolve("ops-2026.pem"));

    assertThat(objection((Node.Mapping) parse(MANIFEST))).isEmpty();
  }

  @Test
  void a_damaged_key_is_no_licence() throws Exception {
    Files.writeString(trusted.resolve("ops-2026.pem"), "");

    assertThat(objection((Node.Mapping) parse(MANIFEST))).isPresent();
  }

  @Test
  void unsigned_ones_can_be_allowed_but_wrong_signatures_cannot() throws Exception {
    ManifestTrust lenient = new ManifestTrust(PI, trusted, true);
    Node.Mapping forged = signed(MANIFEST, ops, new AgentId("pi-barn"));

    assertThat(lenient.objection(parse(MANIFEST), ManifestReader.read(parse(MANIFEST)))).isEmpty();
    assertThat(lenient.objection(forged, ManifestReader.read(forged))).isPresent();
  }

  @Test
  void a_signature_of_a_release_is_none_of_a_manifest() throws Exception {
    AgentRelease release = new AgentRelease("1.0", "ab".repeat(32), 3, false, Optional.empty());
    DetachedSignature signature = ops.sign(SignedBytes.ofRelease(release));

    assertThat(
            TrustedKeys.in(trusted)
                .objection(SignedBytes.ofRelease(release), Optional.of(signature)))
        .isEmpty();
    assertThat(
            TrustedKeys.in(trusted)
                .objection(
                    SignedBytes.ofManifest(PI, release.toJson().node()), Optional.of(signature)))
        .isPresent();
  }

  @Test
  void a_file_that_is_no_key_is_refused_with_advice() throws Exception {
    Path file = Files.writeString(directory.resolve("x.pem"), "hello");

    assertThatThrownBy(() -> SigningKey.read(file)).hasMessageContaining("BEGIN PRIVATE KEY");
  }

  private Optional<String> objection(Node.Mapping document) throws Exception {
    return new ManifestTrust(PI, trusted, false).objection(document, ManifestReader.read(document));
  }

  private static Node.Mapping signed(String json, SigningKey key, AgentId device) throws Exception {
    Node.Mapping document = (Node.Mapping) parse(json);
    DetachedSignature signature = key.sign(SignedBytes.ofManifest(device, document));
    Map<String, Node> entries = new LinkedHashMap<>(document.entries());
    JsonObject all = new JsonObject();
    entries.forEach(all::put);
    return (Node.Mapping) all.put("signature", signature.toJson()).node();
  }

  private static Node parse(String json) throws Exception {
    return new JsonReader().read(json.getBytes(StandardCharsets.UTF_8), "test");
  }
}
