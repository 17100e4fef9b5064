package io.harmonyagent.agent.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What brings a device's new kernel to where the firmware boots it from, and when it is cut off.
 */
class KernelHookTest {
  private static final Path IMAGE = Path.of("../packaging/image/root").toAbsolutePath().normalize();
  private static final Path HOOK = IMAGE.resolve("usr/libexec/harmony-image/update-boot");
  private static final Pattern FOLDER = Pattern.compile("linux   /([ab])/vmlinuz");
  private static final List<String> WHAT_CHANGES_THE_CARD =
      List.of("rm", "mkdir", "cp", "sync", "sed", "mv");
  private static final int MORE_STEPS_THAN_THERE_ARE = 20;

  @TempDir private Path files;
  private Path card;
  private Path kernels;

  @BeforeEach
  void boot_the_first_kernel() throws IOException {
    card = Files.createDirectories(files.resolve("card"));
    kernels = Files.createDirectories(files.resolve("boot"));
    Files.createDirectories(card.resolve("loader/entries"));
    Files.writeString(
        card.resolve("loader/entries/harmony.conf"),
        "title   device\nlinux   /a/vmlinuz\ninitrd  /a/initrd.img\noptions root=/dev/a/b ro\n");
    kernel("6.1.0-9", "first");
    Files.createDirectories(card.resolve("a"));
    Files.copy(kernels.resolve("vmlinuz-6.1.0-9"), card.resolve("a/vmlinuz"));
    Files.copy(kernels.resolve("initrd.img-6.1.0-9"), card.resolve("a/initrd.img"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kernel/postinst.d", "kernel/postrm.d", "initramfs/post-update.d"})
  void kernel_and_initramfs_call_it(String hooks) throws IOException {
    Path link = IMAGE.resolve("etc").resolve(hooks).resolve("zz-harmony-boot");

    assertThat(link).isSymbolicLink();
    assertThat(link.toRealPath()).isEqualTo(HOOK.toRealPath()).isExecutable();
  }

  @Test
  void a_new_kernel_is_booted_with_its_own_initrd_and_the_one_before_stays_beside_it()
      throws Exception {
    kernel("6.1.0-10", "second");

    assertThat(hook(0)).isZero();

    assertThat(booted()).isEqualTo("second second");
    assertThat(card.resolve("a/vmlinuz")).hasContent("first");
    assertThat(card.resolve("loader/entries/harmony.conf"))
        .hasContent(
            "title   device\nlinux   /b/vmlinuz\ninitrd  /b/initrd.img\noptions root=/dev/a/b ro\n");
  }

  @Test
  void a_kernel_without_its_initrd_is_not_booted() throws Exception {
    Files.writeString(kernels.resolve("vmlinuz-6.1.0-10"), "second");

    assertThat(hook(0)).isZero();

    assertThat(booted()).isEqualTo("first first");
  }

  @Test
  void wherever_it_is_cut_off_what_is_booted_fits_together_and_the_next_time_it_is_done()
      throws Exception {
    kernel("6.1.0-10", "second");
    for (int step = 1; step <= MORE_STEPS_THAN_THERE_ARE; step++) {
      hook(step);
      assertThat(booted()).as("cut off at step " + step).isIn("first first", "second second");
    }

    assertThat(hook(0)).isZero();

    assertThat(booted()).isEqualTo("second second");
  }

  private void kernel(String version, String content) throws IOException {
    Files.writeString(kernels.resolve("vmlinuz-" + version), content);
    Files.writeString(kernels.resolve("initrd.img-" + version), content);
  }

  /** Kernel and initrd that the boot loader would take. */
  private String booted() throws IOException {
    Matcher entry = FOLDER.matcher(Files.readString(card.resolve("loader/entries/harmony.conf")));
    assertThat(entry.find()).isTrue();
    Path folder = card.resolve(entry.group(1));
    return Files.readString(folder.resolve("vmlinuz"))
        + " "
        + Files.readString(folder.resolve("initrd.img"));
  }

  /** Runs it; the power fails instead of that step, counted from 1, if there is one. */
  private int hook(int cutAt) throws IOException, InterruptedException {
    Path tools = Files.createDirectories(files.resolve("tools"));
    Files.deleteIfExists(files.resolve("steps"));
    for (String tool : WHAT_CHANGES_THE_CARD) {
      Path shim = tools.resolve(tool);
      Files.writeString(
          shim,
          """
          #!/bin/sh
          echo %1$s >> %2$s/steps
          [ "$(wc -l < %2$s/steps)" = "$CUT_AT" ] && kill -9 $PPID && exit 1
          exec /usr/bin/%1$s "$@"
          """
              .formatted(tool, files));
      assertThat(shim.toFile().setExecutable(true)).isTrue();
    }
    ProcessBuilder hook = new ProcessBuilder("/bin/sh", HOOK.toString());
    hook.environment().put("PATH", tools + ":/usr/bin:/bin");
    hook.environment().put("CUT_AT", String.valueOf(cutAt));
    hook.environment().put("BOOT_PARTITION", card.toString());
    hook.environment().put("KERNELS", kernels.toString());
    return hook.inheritIO().start().waitFor();
  }
}
