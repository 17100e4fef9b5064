package io.harmonyagent.core.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.nats.client.AuthHandler;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NkeyTest {
  /** The pair that the server's documentation shows. */
  private static final String SEED = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY";

  private static final String PUBLIC = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4";
  private static final byte[] NONCE = "a nonce".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path directory;

  @Test
  void the_documented_pair_belongs_together() throws IOException {
    assertThat(NkeyEncoding.publicKey(SEED)).isEqualTo(PUBLIC);
  }

  /** Seeds and keys of RFC 8032, section 7.1. */
  @ParameterizedTest
  @CsvSource({
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60,"
        + "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb,"
        + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7,"
        + "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
  })
  void a_public_key_is_the_one_of_the_standard(String seed, String publicKey) throws IOException {
    HexFormat hex = HexFormat.of();

    String text = NkeyEncoding.publicKey(encodeSeed(hex.parseHex(seed)));

    assertThat(hex.formatHex(decodePublic(text))).isEqualTo(publicKey);
    assertThat(hex.formatHex(NkeyEncoding.rawSeed(encodeSeed(hex.parseHex(seed))))).isEqualTo(seed);
  }

  @Test
  void whatever_the_seed_the_signature_fits_the_public_key() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 50; i++) {
      byte[] raw = new byte[32];
      random.nextBytes(raw);
      String seed = encodeSeed(raw);
      AuthHandler handler = Nkey.seed(file(seed + "\n"));
      String id = String.valueOf(handler.getID());

      byte[] signature = handler.sign(NONCE);

      assertThat(seed).startsWith("SU").hasSize(58);
      assertThat(id).startsWith("U").hasSize(56);
      assertThat(verifies(decodePublic(id), signature)).as(seed).isTrue();
    }
  }

  @Test
  void a_seed_says_who_we_are_by_its_public_key_alone() throws IOException {
    AuthHandler handler = Nkey.seed(file(SEED));

    assertThat(String.valueOf(handler.getID())).isEqualTo(PUBLIC);
    assertThat(handler.getJWT()).isNull();
  }

  @Test
  void credentials_say_who_we_are_by_their_jwt() throws Exception {
    AuthHandler handler = Nkey.credentials(file(credentials("eyJ0eXAi.eyJqdGki.c2ln-_", SEED)));

    assertThat(String.valueOf(handler.getJWT())).isEqualTo("eyJ0eXAi.eyJqdGki.c2ln-_");
    assertThat(handler.getID()).isNull();
    assertThat(verifies(decodePublic(PUBLIC), handler.sign(NONCE))).isTrue();
  }

  @Test
  void a_seed_that_was_exchanged_is_used_from_then_on() throws Exception {
    Path file = file(credentials("a.b.c", encodeSeed(new byte[32])));
    AuthHandler handler = Nkey.credentials(file);

    Files.writeString(file, credentials("d.e.f", SEED));

    assertThat(String.valueOf(handler.getJWT())).isEqualTo("d.e.f");
    assertThat(verifies(decodePublic(PUBLIC), handler.sign(NONCE))).isTrue();
  }

  @Test
  void a_seed_that_went_away_is_told() throws IOException {
    Path file = file(SEED);
    AuthHandler handler = Nkey.seed(file);
    Files.writeString(file, "");

    assertThatIllegalStateException()
        .isThrownBy(() -> handler.sign(NONCE))
        .withMessageContaining(file.toString());
  }

  @Test
  void a_damaged_letter_is_always_noticed() {
    for (int i = 2; i < SEED.length() - 1; i++) {
      char other = SEED.charAt(i) == 'A' ? 'B' : 'A';
      String damaged = SEED.substring(0, i) + other + SEED.substring(i + 1);

      assertThatExceptionOfType(IOException.class)
          .as("letter %d", i)
          .isThrownBy(() -> NkeyEncoding.rawSeed(damaged))
          .withMessageContaining("checksum");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "SUACSSL3",
        "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4",
        "SAACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY"
      })
  void a_file_without_a_users_seed_is_refused(String text) throws IOException {
    Path file = file(text);

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Nkey.seed(file))
        .withMessageContaining("holds no user seed");
  }

  @Test
  void a_file_without_a_jwt_is_no_credentials_file() throws IOException {
    Path file = file(SEED);

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Nkey.credentials(file))
        .withMessageContaining("is not a credentials file");
  }

  @Test
  void no_complaint_shows_the_seed() {
    String damaged = SEED.substring(0, 40) + "A" + SEED.substring(41);

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Nkey.seed(file(damaged)))
        .satisfies(e -> assertThat(e.toString()).doesNotContain(damaged.substring(2)));
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("secret"), text);
  }

  private static String credentials(String jwt, String seed) {
    return """
        -----BEGIN NATS USER JWT-----
        %s
        ------END NATS USER JWT------

        ************************* IMPORTANT *************************
        NKEY Seed printed below can be used to sign and prove identity.

        -----BEGIN USER NKEY SEED-----
        %s
        ------END USER NKEY SEED------
        """
        .formatted(jwt, seed);
  }

  private static boolean verifies(byte[] publicKey, byte[] signature)
      throws GeneralSecurityException {
    byte[] bigEndian = new byte[32];
    for (int i = 0; i < 32; i++) {
      bigEndian[i] = publicKey[31 - i];
    }
    boolean odd = (bigEndian[0] & 0x80) != 0;
    bigEndian[0] &= 0x7f;
    EdECPoint point = new EdECPoint(odd, new BigInteger(1, bigEndian));
    PublicKey key =
        KeyFactory.getInstance("Ed25519")
            .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
    Signature verifier = Signature.getInstance("Ed25519");
    verifier.initVerify(key);
    verifier.update(NONCE);
    return verifier.verify(signature);
  }

  /**
   * The published form, spelt out bit by bit so that it shares nothing with the code under test.
   */
  private static String encodeSeed(byte[] raw) {
    byte[] bytes = new byte[36];
    bytes[0] = (byte) 0b10010_101; // S, and the first three bits of U
    bytes[1] = (byte) 0b00_000000; // the last two bits of U, padded
    System.arraycopy(raw, 0, bytes, 2, 32);
    int crc = crc(bytes, 34);
    bytes[34] = (byte) crc;
    bytes[35] = (byte) (crc >> 8);
    StringBuilder bits = new StringBuilder();
    for (byte b : bytes) {
      bits.append(Integer.toBinaryString(256 + (b & 0xff)).substring(1));
    }
    bits.append("0".repeat((5 - bits.length() % 5) % 5));
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < bits.length(); i += 5) {
      text.append(LETTERS.charAt(Integer.parseInt(bits.substring(i, i + 5), 2)));
    }
    return text.toString();
  }

  private static byte[] decodePublic(String text) {
    StringBuilder bits = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      bits.append(Integer.toBinaryString(32 + LETTERS.indexOf(text.charAt(i))).substring(1));
    }
    byte[] bytes = new byte[35];
    for (int i = 0; i < 35; i++) {
      bytes[i] = (byte) Integer.parseInt(bits.substring(i * 8, i * 8 + 8), 2);
    }
    assertThat(bytes[0]).isEqualTo((byte) 0b10100_000);
    assertThat((bytes[33] & 0xff) | (bytes[34] & 0xff) << 8).isEqualTo(crc(bytes, 33));
    byte[] key = new byte[32];
    System.arraycopy(bytes, 1, key, 0, 32);
    return key;
  }

  private static int crc(byte[] bytes, int length) {
    int crc = 0;
    for (int i = 0; i < length * 8; i++) {
      int bit = (bytes[i / 8] >> (7 - i % 8)) & 1;
      int top = (crc >> 15) & 1;
      crc = (crc << 1) & 0xffff;
      if ((bit ^ top) != 0) {
        crc ^= 0x1021;
      }
    }
    return crc;
  }

  private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
}
