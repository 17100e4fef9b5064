package io.harmonyagent.core.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FileContentTest {
  private final FileContent.Inline content = (FileContent.Inline) FileContent.inline("ä\n");

  @Test
  void it_is_utf_8() {
    assertThat(content.bytes()).isEqualTo("ä\n".getBytes(StandardCharsets.UTF_8));
    assertThat(content.size()).isEqualTo(3);
  }

  @Test
  void it_cannot_be_changed_from_outside() {
    content.bytes()[0] = 0;

    assertThat(content).isEqualTo(FileContent.inline("ä\n"));
  }

  @Test
  void only_exactly_its_bytes_are_its_bytes() {
    byte[] buffer = "ä\nx".getBytes(StandardCharsets.UTF_8);

    assertThat(content.isExactly(buffer, 3)).isTrue();
    assertThat(content.isExactly(buffer, 4)).isFalse();
    assertThat(content.isExactly(buffer, 2)).isFalse();
  }
}
