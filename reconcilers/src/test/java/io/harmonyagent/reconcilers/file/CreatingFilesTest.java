package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.Sha256;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.status.ResourceDetails;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreatingFilesTest extends FileDevice {
  @Test
  void a_missing_file_is_made_with_its_parents() throws Exception {
    Decision decision = reconcile(file("/etc/web/conf.d/x.conf", "listen 8080;\n"), NOT_OURS);

    assertThat(decision).isEqualTo(new Decision.Create());
    assertThat(at("/etc/web/conf.d/x.conf")).hasContent("listen 8080;\n");
    assertThat(modeOf(at("/etc/web/conf.d/x.conf"))).isEqualTo("rw-r--r--");
    assertThat(modeOf(at("/etc/web/conf.d"))).isEqualTo("rwxr-xr-x");
  }

  @Test
  void nothing_else_is_left_beside_it() throws Exception {
    reconcile(file("/etc/x", "x"), NOT_OURS);

    assertThat(at("/etc").toFile().list()).containsExactly("x");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 0400, 0600, 0644, 0755, 0777})
  void it_has_exactly_the_mode_that_is_wanted(int mode) throws Exception {
    if ((mode & 0400) == 0) {
      needsRoot();
    }

    reconcile(withMode(file("/x", "x"), mode), NOT_OURS);

    assertThat(Modes.toBits(Files.getPosixFilePermissions(at("/x")))).isEqualTo(mode);
  }

  @Test
  void it_belongs_to_whom_it_should() throws Exception {
    needsRoot();

    reconcile(ownedBy(file("/x", "x"), "12345", "54321"), NOT_OURS);

    assertThat(Files.getAttribute(at("/x"), "unix:uid")).isEqualTo(12345);
    assertThat(Files.getAttribute(at("/x"), "unix:gid")).isEqualTo(54321);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ä€😀\n", "no line break", "\n"})
  void it_holds_exactly_its_content(String content) throws Exception {
    reconcile(file("/x", content), NOT_OURS);

    assertThat(Files.readAllBytes(at("/x"))).isEqualTo(content.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_name_may_have_any_letters() throws Exception {
    // The native binary always speaks UTF-8; a JVM only where the locale does.
    assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")));

    reconcile(file("/with space/ä-€/'quoted' \"x\"\n", "x"), NOT_OURS);

    assertThat(at("/with space/ä-€/'quoted' \"x\"\n")).hasContent("x");
  }

  @Test
  void a_mebibyte_is_no_problem() throws Exception {
    String large = "0123456789abcdef".repeat(64 * 1024);

    reconcile(file("/large", large), NOT_OURS);

    assertThat(Files.readString(at("/large"))).isEqualTo(large);
  }

  @Test
  void many_at_once_may_need_the_same_new_directory() throws Exception {
    List<Future<Decision>> done = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
      for (int i = 0; i < 64; i++) {
        FileSpec spec = file("/new" + i / 16 + "/deep/er/f" + i, "x");
        ResourceId id = new ResourceId("f" + i);
        done.add(threads.submit(() -> reconcile(id, spec, NOT_OURS)));
      }
    }

    for (Future<Decision> each : done) {
      assertThat(each.get()).isEqualTo(new Decision.Create());
    }
  }

  @Test
  void what_a_crash_left_beside_it_is_used_up() throws Exception {
    Files.createDirectories(at("/etc"));
    Files.writeString(at("/etc/.harmony-web-config.tmp"), "half of the conte");

    reconcile(file("/etc/x", "content"), NOT_OURS);

    assertThat(at("/etc").toFile().list()).containsExactly("x");
    assertThat(at("/etc/x")).hasContent("content");
  }

  @Test
  void the_details_say_where_it_is_and_what_it_holds() throws Exception {
    FileSpec spec = file("/x", "abc");
    reconcile(spec, NOT_OURS);

    assertThat(reconciler.details(target(spec, OURS), new FileObservation.Unchanged()))
        .isEqualTo(
            new ResourceDetails.FileDetails(
                "/x", Sha256.hex("abc".getBytes(StandardCharsets.UTF_8)), 3));
  }

  @Test
  void a_file_where_a_directory_should_be_is_told() throws Exception {
    Files.writeString(at("/etc"), "a file");

    failsWith("NotADirectory", file("/etc/x", "x"));
  }
}
