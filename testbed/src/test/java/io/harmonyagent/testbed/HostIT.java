package io.harmonyagent.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A host without a system of its own: its programs are on the fleet's network and nowhere else. */
class HostIT {
  @RegisterExtension static final Testbed bed = Testbed.withoutNats();

  private static final Duration SOON = Duration.ofSeconds(10);

  @Test
  void its_programs_reach_the_others_until_a_cable_is_cut() {
    Host shop = bed.host("shop");
    Host stock = bed.host("stock");
    assertThat(reaches(shop, stock)).isTrue();

    shop.partitionFrom(stock);
    assertThat(reaches(shop, stock)).isFalse();
    bed.heal();

    assertThat(reaches(shop, stock)).isTrue();
  }

  @Test
  void a_program_writes_into_the_hosts_folder_and_can_be_ended() throws Exception {
    Host shop = bed.host("shop");
    String note = shop.folder().resolve("note").toString();

    Process program = shop.start("program", "sh", "-c", "hostname -I >" + note + "; sleep 1000");
    bed.eventually(
        SOON,
        () -> Files.readString(shop.folder().resolve("note")).strip(),
        shop.address()::equals);
    program.destroyForcibly().waitFor();

    assertThat(program.isAlive()).isFalse();
  }

  private static boolean reaches(Host from, Host to) {
    return from.run("ping", "-q", "-c", "1", "-W", "1", to.address()).ok();
  }
}
