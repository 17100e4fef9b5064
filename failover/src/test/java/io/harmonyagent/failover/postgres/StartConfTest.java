package io.harmonyagent.failover.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartConfTest {
  @TempDir Path folder;

  @Test
  void a_cluster_that_would_start_at_boot_does_so_no_more_and_what_people_wrote_stays()
      throws Exception {
    Path file = folder.resolve("start.conf");
    for (String before : new String[] {"# of ours: not manual\nauto\n", "", "auto # as ever\n"}) {
      Files.writeString(file, before);

      StartConf.notAtBoot(folder);

      assertThat(Files.readAllLines(file)).contains("manual").doesNotContain("auto");
    }
    assertThat(Files.readString(file)).doesNotContain("auto");
    Files.writeString(file, "# of ours\nauto\n");
    StartConf.notAtBoot(folder);
    assertThat(Files.readString(file)).startsWith("# of ours\n");
  }

  @Test
  void one_that_does_not_is_left_alone() throws Exception {
    for (String before : new String[] {"manual", "# no\n  disabled  # ever\n"}) {
      Files.writeString(folder.resolve("start.conf"), before);

      StartConf.notAtBoot(folder);

      assertThat(folder.resolve("start.conf")).hasContent(before);
    }
  }

  @Test
  void without_the_file_debian_would_start_it_and_without_the_cluster_nothing_is_made()
      throws Exception {
    StartConf.notAtBoot(folder);
    assertThat(Files.readAllLines(folder.resolve("start.conf"))).contains("manual");

    StartConf.notAtBoot(folder.resolve("none"));
    assertThat(folder.resolve("none")).doesNotExist();
  }
}
