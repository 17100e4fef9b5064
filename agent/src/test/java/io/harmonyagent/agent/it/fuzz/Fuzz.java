package io.harmonyagent.agent.it.fuzz;

import io.harmonyagent.agent.it.ControlPlane;
import io.harmonyagent.agent.it.Device;
import io.harmonyagent.testbed.Testbed;
import java.util.concurrent.atomic.AtomicLong;

/** One device that lives through one random day after the other. */
final class Fuzz {
  private static final String CONFIG = "pass_interval: 5s\n";

  private final Testbed bed;
  private final Device device;
  private final ControlPlane control;
  private final Wanted.Images images;
  private final Bystanders bystanders;
  private final AtomicLong generations = new AtomicLong();

  private Fuzz(Testbed bed, Device device, ControlPlane control, Wanted.Images images) {
    this.bed = bed;
    this.device = device;
    this.control = control;
    this.images = images;
    this.bystanders = Bystanders.moveIn(device.pi(), images);
  }

  static Fuzz on(Testbed bed, String name) {
    ControlPlane control = ControlPlane.start(bed);
    Wanted.Images images =
        new Wanted.Images(
            bed.registry().image("sleeper", "v1").reference(),
            bed.registry().image("sleeper", "v2").reference());
    Device device = Device.prepare(bed, name, CONFIG);
    device.pi().run("systemctl", "enable", "--now", "podman.socket").orFail();
    Fuzz fuzz = new Fuzz(bed, device, control, images);
    device.startAgent();
    return fuzz;
  }

  void day(long seed) {
    new Day(bed, device, control, generations, images, bystanders, seed).live();
    if (!bystanders.areTheSame()) {
      throw new AssertionError("what is not ours was touched");
    }
  }
}
