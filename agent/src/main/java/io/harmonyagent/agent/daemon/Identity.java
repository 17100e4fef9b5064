package io.harmonyagent.agent.daemon;

import io.harmonyagent.agent.Version;
import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.Sha256;
import io.harmonyagent.core.runtime.DeviceFacts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Who this device is. */
public final class Identity {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final int LETTERS = 12;

  /** A directory that only stands for a device needs no name that is unique in the world. */
  private static final AgentId A_DIRECTORY = new AgentId("local");

  private Identity() {}

  public static DeviceFacts of(AgentConfig config, Layout layout) throws IOException {
    AgentId id = config.agentId().isPresent() ? config.agentId().get() : fromMachineId(layout);
    return new DeviceFacts(id, Version.TEXT, System.getProperty("os.arch"), bootId());
  }

  static String bootId() throws IOException {
    return Files.readString(BOOT_ID).strip();
  }

  /** The machine id itself is to be kept private (machine-id(5)), so a hash of it stands for it. */
  private static AgentId fromMachineId(Layout layout) throws IOException {
    Path file = layout.machineId();
    String machineId = Files.exists(file) ? Files.readString(file).strip() : "";
    if (machineId.isEmpty()) {
      if (!layout.root().equals(Layout.SYSTEM)) {
        return A_DIRECTORY;
      }
      throw new IOException(
          "this device has no name: set agent_id in the configuration, or give it a " + file);
    }
    byte[] salted = ("harmony-agent:" + machineId).getBytes(StandardCharsets.UTF_8);
    return new AgentId("pi-" + Sha256.hex(salted).substring(0, LETTERS));
  }
}
