package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

class ModesTest {
  @Test
  void every_mode_is_its_set_and_back() {
    for (int mode = 0; mode <= 0777; mode++) {
      assertThat(Modes.toBits(Modes.toSet(mode))).isEqualTo(mode);
    }
  }

  @Test
  void the_bits_are_the_usual_ones() {
    assertThat(PosixFilePermissions.toString(Modes.toSet(0751))).isEqualTo("rwxr-x--x");
  }
}
