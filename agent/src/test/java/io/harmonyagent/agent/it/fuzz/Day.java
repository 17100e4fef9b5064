package io.harmonyagent.agent.it.fuzz;

import io.harmonyagent.agent.it.ControlPlane;
import io.harmonyagent.agent.it.Device;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * One random day of a device. Events hit it while it is still busy with the ones before; only at
 * the end it is given time, and then it must be what the last manifest says, and nothing else.
 */
final class Day {
  private static final int MOST_EVENTS = 14;
  private static final Duration TO_CONVERGE = Duration.ofSeconds(90);

  private final Testbed bed;
  private final Device device;
  private final ControlPlane control;
  private final AtomicLong generations;
  private final Wanted.Images images;
  private final Bystanders bystanders;
  private final RandomGenerator random;
  private final List<String> story = new ArrayList<>();
  private Wanted wanted = Wanted.nothing();
  private boolean meshIsUp = true;
  private boolean isPlugged = true;

  Day(
      Testbed bed,
      Device device,
      ControlPlane control,
      AtomicLong generations,
      Wanted.Images images,
      Bystanders bystanders,
      long seed) {
    this.bed = bed;
    this.device = device;
    this.control = control;
    this.generations = generations;
    this.images = images;
    this.bystanders = bystanders;
    this.random = new SplittableRandom(seed);
  }

  /** Throws, with the whole story, if the device did not become what it should be. */
  void live() {
    try {
      apply(Wanted.any(random, images));
      for (int i = random.nextInt(MOST_EVENTS); i > 0; i--) {
        something();
      }
      allIsWell();
      mustBecome(wanted);
      apply(Wanted.nothing());
      mustBecome(wanted);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("the day went:\n  " + String.join("\n  ", story), e);
    }
  }

  private void something() {
    switch (random.nextInt(13)) {
      case 0, 1, 2 -> apply(Wanted.any(random, images));
      case 3, 4, 5, 6 -> meddle();
      case 7 -> {
        say("the agent is killed");
        device.pi().run("systemctl", "kill", "-s", "KILL", Device.UNIT);
      }
      case 8 -> {
        say("the agent is restarted");
        device.pi().run("systemctl", "restart", Device.UNIT);
      }
      case 9 -> {
        say("the power fails");
        device.pi().powerCut();
        device.pi().boot();
      }
      case 10 -> mesh(!meshIsUp);
      case 11 -> cable(!isPlugged);
      default -> settles();
    }
  }

  /** The device may be cut off meanwhile: then it hears of it when it is back. */
  private void apply(Wanted next) {
    mesh(true);
    wanted = next;
    long generation = generations.incrementAndGet();
    String manifest = next.manifest(generation);
    say("wanted: " + manifest.replace("\n", " "));
    control.want(device.name(), manifest);
  }

  private void mesh(boolean up) {
    if (up == meshIsUp) {
      return;
    }
    meshIsUp = up;
    say(up ? "the mesh is back" : "the mesh is gone");
    if (up) {
      bed.nats().startAll();
      bed.nats().awaitHealthy();
    } else {
      bed.nats().stopAll();
    }
  }

  private void cable(boolean plugged) {
    if (plugged == isPlugged) {
      return;
    }
    isPlugged = plugged;
    say(plugged ? "the cable is plugged in" : "the cable is pulled");
    if (plugged) {
      bed.heal();
    } else {
      device.pi().isolate();
    }
  }

  /** Somebody has their hands in it. Whether what they aim at is there is not our concern. */
  private void meddle() {
    String file = Wanted.FOLDER + "/f" + random.nextInt(Wanted.FILES);
    String unit = "fuzz-u" + random.nextInt(Wanted.UNITS) + ".service";
    String name = Wanted.containerName(random.nextInt(Wanted.CONTAINERS), random.nextBoolean());
    // podman takes the beginning of an id for a name, and somebody else's container may have it.
    String container = "podman ps -aq --filter 'name=^" + name + "$' | xargs -r podman ";
    List<String> endings = List.of(container + "kill", container + "stop -t 1");
    List<String> ways =
        List.of(
            "test -f " + file + " && echo tampered > " + file,
            "test -f " + file + " && chmod 777 " + file,
            "rm -f " + file,
            "rm -rf " + Wanted.FOLDER + "/f*",
            "test -f " + file + " && ln -sf /etc/hostname " + file,
            "systemctl stop " + unit,
            "systemctl kill -s KILL " + unit,
            "systemctl disable " + unit,
            "systemctl start " + unit,
            "f=/etc/systemd/system/" + unit + "; test -f $f && echo '# by hand' >> $f",
            "systemctl stop " + Wanted.NEIGHBOUR_UNIT,
            endings.get(0),
            endings.get(1),
            container + "rm -f",
            container + "pause");
    String way = ways.get(random.nextInt(ways.size()));
    // Who ends a new version while it is judged condemns it: podman does not tell who ended it.
    if (endings.contains(way) && !settles()) {
      return;
    }
    say("by hand: " + way);
    device.pi().run("sh", "-c", way);
  }

  /** Returns whether all could be waited for: cut off, nobody tells when that is. */
  private boolean settles() {
    boolean can = meshIsUp && isPlugged && device.pi().isActive(Device.UNIT);
    if (can) {
      say("a quiet moment");
      long generation = generations.get();
      bed.eventually(
          TO_CONVERGE,
          () -> control.status(device.name()).map(s -> s.hasConverged(generation)).orElse(false));
    }
    return can;
  }

  private void allIsWell() {
    mesh(true);
    cable(true);
    say("from now on all is well");
  }

  private void mustBecome(Wanted goal) {
    List<String> expected = new ArrayList<>(goal.look());
    expected.addAll(bystanders.look());
    List<String> sorted = expected.stream().sorted().toList();
    bed.eventually(TO_CONVERGE, () -> Truth.of(device.pi()), sorted::equals);
    control.awaitConverged(device.name(), generations.get());
  }

  private void say(String what) {
    story.add(what);
  }
}
