package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

class FileTroubleTest extends FileDevice {
  @Test
  void an_owner_that_the_device_does_not_have_is_named() throws Exception {
    ReconcileFailure failure =
        failsWith("UnknownPrincipal", ownedBy(file("/x", "x"), "nobody-at-all", "root"));

    assertThat(failure.error().message()).contains("nobody-at-all");
    assertThat(at("/x")).doesNotExist();
  }

  @Test
  void a_group_that_the_device_does_not_have_is_named() throws Exception {
    ReconcileFailure failure =
        failsWith("UnknownPrincipal", ownedBy(file("/x", "x"), "root", "no-such-group"));

    assertThat(failure.error().message()).contains("no-such-group");
  }

  @Test
  void a_full_disk_is_called_by_its_name_and_the_old_file_stays() throws Exception {
    Path device = Path.of("/dev/full");
    assumeTrue(Files.exists(device));

    assertThat(FileFailures.of("writing /x", fullDisk(device)).error().code())
        .isEqualTo("DiskFull");
  }

  private IOException fullDisk(Path device) {
    try (var channel = Files.newByteChannel(device, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[1]));
      throw new AssertionError("/dev/full took a byte");
    } catch (IOException e) {
      return e;
    }
  }
}
