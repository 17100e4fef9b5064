package io.harmonyagent.core.files;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExclusiveTest {
  @TempDir private Path directory;

  @Test
  void only_one_can_have_it() throws IOException {
    try (Exclusive ours = Exclusive.claim(directory.resolve("state"))) {
      assertThatExceptionOfType(IOException.class)
          .as("beside %s", ours)
          .isThrownBy(() -> Exclusive.claim(directory.resolve("state")))
          .withMessageContaining("another harmony-agent");
    }
  }

  @Test
  void it_is_free_again_when_it_is_given_back() throws IOException {
    Exclusive.claim(directory).close();

    assertThatNoException().isThrownBy(() -> Exclusive.claim(directory).close());
  }
}
