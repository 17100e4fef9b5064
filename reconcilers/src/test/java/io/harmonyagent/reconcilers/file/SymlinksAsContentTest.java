package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.FileSpec;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymlinksAsContentTest extends LedgerDevice {
  @ParameterizedTest
  @ValueSource(strings = {"target", "../x/../y", "/etc/passwd", "/", ".", "nowhere at all"})
  void it_says_exactly_what_is_wanted(String target) throws Exception {
    isChanged(want(link("/deep/link", target)), "was missing");

    assertThat(Files.readSymbolicLink(at("/deep/link"))).hasToString(target);
    assertThat(at("/deep").toFile().list()).containsExactly("link");
    isInPlace(want(link("/deep/link", target)));
  }

  @Test
  void it_is_trusted_while_nobody_touches_it() throws Exception {
    want(link("/link", "target"));

    awaitUnchanged(link("/link", "target"));
  }

  @Test
  void another_target_is_put_right_and_what_it_led_to_stays() throws Exception {
    Files.writeString(at("/precious"), "precious");
    want(link("/link", "target"));
    Files.delete(at("/link"));
    Files.createSymbolicLink(at("/link"), Path.of("precious"));

    isChanged(want(link("/link", "target")), "target");

    assertThat(Files.readSymbolicLink(at("/link"))).hasToString("target");
    assertThat(at("/precious")).hasContent("precious");
  }

  @Test
  void it_is_never_followed_to_see_what_it_is() throws Exception {
    Files.createDirectory(at("/directory"));
    want(link("/link", "directory"));

    isChanged(want(directory("/link")), "was a symbolic link");

    assertThat(Files.isDirectory(at("/link"), LinkOption.NOFOLLOW_LINKS)).isTrue();
  }

  @Test
  void its_owner_is_its_own() throws Exception {
    needsRoot();
    Files.writeString(at("/target"), "precious");
    FileSpec owned =
        new FileSpec(
            "/link",
            FileSpec.MODE_OF_LINKS,
            Optional.of("12345"),
            Optional.of("54321"),
            link("/link", "target").content(),
            false);

    want(owned);

    assertThat(Files.getAttribute(at("/link"), "unix:uid", LinkOption.NOFOLLOW_LINKS))
        .isEqualTo(12345);
    assertThat(Files.getAttribute(at("/link"), "unix:gid", LinkOption.NOFOLLOW_LINKS))
        .isEqualTo(54321);
    assertThat(Files.getAttribute(at("/target"), "unix:uid")).isEqualTo(0);
    isInPlace(want(owned));
  }

  @Test
  void another_owner_is_put_right() throws Exception {
    needsRoot();
    want(link("/link", "target"));

    isChanged(want(ownedBy(link("/link", "target"), "12345", "0")), "owner root instead of 12345");

    assertThat(Files.getAttribute(at("/link"), "unix:uid", LinkOption.NOFOLLOW_LINKS))
        .isEqualTo(12345);
  }

  @Test
  void a_link_of_somebody_else_is_refused() throws Exception {
    Files.createSymbolicLink(at("/link"), Path.of("theirs"));

    failsWith(want(link("/link", "ours")), "AlreadyExists");

    assertThat(Files.readSymbolicLink(at("/link"))).hasToString("theirs");
  }

  @Test
  void it_goes_and_what_it_leads_to_stays() throws Exception {
    Files.writeString(at("/target"), "precious");
    want(link("/link", "target"));

    unwant("/link");

    assertThat(Files.exists(at("/link"), LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(at("/target")).hasContent("precious");
  }

  @Test
  void one_that_leads_out_of_the_root_leads_no_write_out_of_it() throws Exception {
    Path outside = Files.createDirectory(root.resolveSibling("outside"));
    want(link("/way", outside.toString()));

    want(file("/way/x", "x"));

    assertThat(outside).isEmptyDirectory();
  }
}
