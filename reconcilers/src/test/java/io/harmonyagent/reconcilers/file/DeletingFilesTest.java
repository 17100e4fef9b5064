package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeletingFilesTest extends FileDevice {
  @Test
  void what_is_ours_goes_and_its_directory_stays() throws Exception {
    reconcile(file("/etc/x", "x"), NOT_OURS);

    reconciler.delete(made("/etc/x"), new Attempt());

    assertThat(at("/etc")).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/gone", "/no/such/directory"})
  void what_is_gone_already_is_a_success(String path) throws Exception {
    reconciler.delete(made(path), new Attempt());

    assertThat(at(path)).doesNotExist();
  }

  @Test
  void a_link_in_its_place_goes_and_what_it_points_at_stays() throws Exception {
    Files.writeString(at("/target"), "precious");
    Files.createSymbolicLink(at("/x"), at("/target"));

    reconciler.delete(made("/x"), new Attempt());

    assertThat(Files.exists(at("/x"), LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(at("/target")).hasContent("precious");
  }

  @Test
  void an_abandoned_attempt_deletes_nothing() throws Exception {
    reconcile(file("/x", "x"), NOT_OURS);
    Attempt abandoned = new Attempt();
    abandoned.abandon();

    assertThatExceptionOfType(ReconcileFailure.class)
        .isThrownBy(() -> reconciler.delete(made("/x"), abandoned));
    assertThat(at("/x")).hasContent("x");
  }

  @Test
  void it_is_made_again_when_it_is_wanted_again() throws Exception {
    FileSpec spec = file("/x", "x");
    reconcile(spec, NOT_OURS);
    reconciler.delete(made("/x"), new Attempt());

    assertThat(reconcile(spec, NOT_OURS)).isEqualTo(new Decision.Create());
  }
}
