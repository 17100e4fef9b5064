package io.harmonyagent.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The scripts in the testbed's jar, which must become files to be run. */
final class Scripts {
  private static final List<String> ALL =
      List.of(
          "boot-pi.sh",
          "build-program.sh",
          "clock.c",
          "close-run.sh",
          "enter-pi.sh",
          "get-debian.sh",
          "get-nats-server.sh",
          "get-registry.sh",
          "guard.sh",
          "install.sh",
          "lib.sh",
          "line.sh",
          "make-disk.sh",
          "open-run.sh",
          "petrify.sh",
          "plug.sh",
          "push-images.sh",
          "sweep.sh",
          "unpetrify.sh",
          "unplug.sh",
          "wire.c");

  private Scripts() {}

  static void unpackAll(Path folder) throws IOException {
    for (String name : ALL) {
      unpack(name, folder.resolve(name));
    }
  }

  static void unpack(String name, Path file) throws IOException {
    try (InputStream in = Scripts.class.getResourceAsStream("scripts/" + name)) {
      if (in == null) {
        throw new TestbedException("no script " + name + " in the testbed's jar");
      }
      Files.write(file, in.readAllBytes());
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }
}
