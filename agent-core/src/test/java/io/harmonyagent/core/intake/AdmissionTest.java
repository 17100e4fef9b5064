package io.harmonyagent.core.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.trust.ManifestTrust;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private final Admission admission =
      new Admission(new ManifestTrust(new AgentId("pi"), Path.of("/nonexistent"), false));

  @Test
  void the_first_manifest_is_admitted_whatever_its_generation() {
    assertThat(judge(manifest(7), Optional.empty()))
        .isInstanceOfSatisfying(
            Admission.Verdict.Admit.class,
            admit -> assertThat(admit.accepted().generation()).isEqualTo(7));
  }

  @Test
  void a_higher_generation_is_admitted() {
    assertThat(judge(manifest(8), accepted(manifest(7))))
        .isInstanceOf(Admission.Verdict.Admit.class);
  }

  @Test
  void the_manifest_in_force_is_the_same() {
    assertThat(judge(manifest(7), accepted(manifest(7)))).isEqualTo(new Admission.Verdict.Same());
  }

  @Test
  void the_same_generation_with_other_content_is_stale() {
    Admission.Verdict.Reject reject =
        rejected(
            manifest(7).replace("[]", "[{\"id\":\"a\",\"spec\":{\"kind\":\"X\"}}]"),
            accepted(manifest(7)));

    assertThat(reject.reason()).isEqualTo("StaleGeneration");
    assertThat(reject.pointer()).isEqualTo("/generation");
  }

  @Test
  void a_lower_generation_is_stale_and_says_what_to_do() {
    Admission.Verdict.Reject reject = rejected(manifest(6), accepted(manifest(7)));

    assertThat(reject.reason()).isEqualTo("StaleGeneration");
    assertThat(reject.generation()).contains(6L);
    assertThat(reject.pointer()).isEqualTo("/generation");
    assertThat(reject.message()).contains("6", "7", "rollback");
  }

  @Test
  void a_lower_generation_that_is_meant_is_admitted() {
    String rollback = "{\"generation\":6,\"rollback\":true,\"resources\":[]}";

    assertThat(judge(rollback, accepted(manifest(7)))).isInstanceOf(Admission.Verdict.Admit.class);
  }

  @Test
  void a_rollback_to_the_same_generation_is_stale() {
    String rollback = "{\"generation\":7,\"rollback\":true,\"resources\":[]}";

    assertThat(rejected(rollback, accepted(manifest(7))).reason()).isEqualTo("StaleGeneration");
  }

  @Test
  void one_that_is_too_large_is_rejected_with_the_limit() {
    String large = manifest(8) + " ".repeat(ManifestReader.MAX_BYTES);

    Admission.Verdict.Reject reject = rejected(large, accepted(manifest(7)));

    assertThat(reject.reason()).isEqualTo("TooLarge");
    assertThat(reject.message()).contains("1048576", Integer.toString(large.length()));
  }

  @Test
  void one_of_exactly_the_limit_is_admitted() {
    String manifest = manifest(8);
    String largest = manifest + " ".repeat(ManifestReader.MAX_BYTES - manifest.length());

    assertThat(judge(largest, Optional.empty())).isInstanceOf(Admission.Verdict.Admit.class);
  }

  @Test
  void what_is_not_json_is_rejected_as_a_whole() {
    Admission.Verdict.Reject reject = rejected("generation: 8", accepted(manifest(7)));

    assertThat(reject.reason()).isEqualTo("InvalidManifest");
    assertThat(reject.pointer()).isEmpty();
    assertThat(reject.generation()).isEmpty();
    assertThat(reject.message()).startsWith("manifest:1:").contains("is not JSON");
  }

  @Test
  void a_wrong_place_is_pointed_at_and_the_generation_named() {
    Admission.Verdict.Reject reject =
        rejected("{\"generation\":8,\"resources\":[{\"id\":7}]}", accepted(manifest(7)));

    assertThat(reject.reason()).isEqualTo("InvalidManifest");
    assertThat(reject.pointer()).isEqualTo("/resources/0/id");
    assertThat(reject.generation()).contains(8L);
  }

  @Test
  void an_invalid_manifest_is_invalid_before_it_is_stale() {
    Admission.Verdict.Reject reject =
        rejected("{\"generation\":6,\"resources\":{}}", accepted(manifest(7)));

    assertThat(reject.reason()).isEqualTo("InvalidManifest");
  }

  @Test
  void whatever_comes_is_judged_and_nothing_thrown() {
    byte[] fine =
        ("{\"generation\":8,\"rollback\":false,\"resources\":[{\"id\":\"a\",\"depends_on\":[\"b\"],"
                + "\"spec\":{\"kind\":\"File\",\"path\":\"/a\",\"mode\":\"0644\",\"content\":"
                + "{\"inline\":\"\\u00e4\\n\"}}},{\"id\":\"b\",\"spec\":{\"kind\":\"X\"}}]}")
            .getBytes(StandardCharsets.UTF_8);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] broken = Arrays.copyOf(fine, fine.length - random.nextInt(3) * random.nextInt(50));
      for (int changes = random.nextInt(4); changes >= 0; changes--) {
        int at = random.nextInt(broken.length);
        broken[at] =
            random.nextBoolean() ? fine[random.nextInt(fine.length)] : (byte) random.nextInt(256);
      }

      assertThat(admission.judge(broken, Optional.empty())).isNotNull();
    }
  }

  private Admission.Verdict judge(String json, Optional<Admission.Accepted> inForce) {
    return admission.judge(json.getBytes(StandardCharsets.UTF_8), inForce);
  }

  private Admission.Verdict.Reject rejected(String json, Optional<Admission.Accepted> inForce) {
    Admission.Verdict verdict = judge(json, inForce);
    assertThat(verdict).isInstanceOf(Admission.Verdict.Reject.class);
    return (Admission.Verdict.Reject) verdict;
  }

  private Optional<Admission.Accepted> accepted(String json) {
    return judge(json, Optional.empty()) instanceof Admission.Verdict.Admit admit
        ? Optional.of(admit.accepted())
        : Optional.empty();
  }

  private static String manifest(long generation) {
    return "{\"generation\":" + generation + ",\"resources\":[]}";
  }
}
