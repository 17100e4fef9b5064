package io.harmonyagent.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Raspberry Pi as far as software can tell: an own root file system, systemd as PID 1, podman, a
 * network cable. Its disk outlives shutdowns and power cuts. Commands and paths are the Pi's own:
 * pids too.
 */
public final class Pi extends Member {
  private static final int DISK_MB = 1024;

  private final Run run;
  private final Network network;
  private final Disk disk;
  private @Nullable Machine machine;

  Pi(String name, Release release, Run run, Network network) {
    super(name, network);
    this.run = run;
    this.network = network;
    List<String> disk = new ArrayList<>(List.of(name, String.valueOf(DISK_MB)));
    release.root(run).ifPresent(root -> disk.add(root.toString()));
    run.call("make-disk.sh", disk.toArray(String[]::new));
    this.disk = new Disk(run.folder("pi/" + name));
  }

  /** Switches it on; returns when systemd says that it is up. */
  public synchronized Pi boot() {
    if (isOn()) {
      throw new IllegalStateException(name() + " is on already");
    }
    if (machine != null) {
      turnedOff();
    }
    network.plug(this);
    Machine booted = Machine.start(run, name());
    booted.onReboot(() -> rebooted(booted));
    machine = booted;
    return this;
  }

  /** Takes the power away: every process is gone in an instant, nothing is told or flushed. */
  public synchronized void powerCut() {
    running().kill();
    turnedOff();
  }

  /** Asks systemd to power off, and waits until it has. */
  public synchronized void shutDown() {
    run("systemctl", "poweroff");
    running().awaitEnd(Duration.ofSeconds(30));
    turnedOff();
  }

  public synchronized boolean isOn() {
    return machine != null && machine.isAlive();
  }

  /** A Pi that restarts itself comes up again by itself. */
  private synchronized void rebooted(Machine old) {
    if (machine == old) {
      boot();
    }
  }

  /** It will be taken away with the run; nothing of it shall start any more. */
  synchronized void retire() {
    machine = null;
  }

  private void turnedOff() {
    machine = null;
    network.unplug(this);
  }

  private synchronized Machine running() {
    if (machine == null) {
      throw new IllegalStateException(name() + " is off");
    }
    return machine;
  }

  /** Runs a command inside, for half a minute at most. */
  public Output run(String... command) {
    return run(Commands.LIMIT, command);
  }

  public Output run(Duration limit, String... command) {
    return Commands.run(limit, inside(command));
  }

  /** Runs a command inside with that on its standard input. */
  public Output feed(byte[] input, String... command) {
    return Commands.run(input, inside(command));
  }

  /**
   * While it is off, a command can still look at the disk: then it runs in the root file system
   * alone.
   */
  private synchronized List<String> inside(String... command) {
    if (machine != null && !machine.isAlive()) {
      throw new TestbedException(name() + " went off by itself");
    }
    List<String> all =
        machine == null
            ? new ArrayList<>(List.of("chroot", disk.root().toString()))
            : run.command("enter-pi.sh", run.id(), name(), String.valueOf(machine.initPid()));
    all.addAll(List.of(command));
    return all;
  }

  /** Writes a file, on or off, making its folders. */
  public void write(String path, String text) {
    write(path, text.getBytes(UTF_8));
  }

  public void write(String path, byte[] content) {
    Commands.run(content, inside(writing(path))).orFail();
  }

  /** Copies a file of this machine into the Pi and makes it executable. */
  public void install(Path file, String path) {
    Commands.run(file, inside(writing(path))).orFail();
    run("chmod", "755", path).orFail();
  }

  /**
   * Done by the Pi's own shell: from outside, a symbolic link in the path could lead out of the Pi.
   */
  private static String[] writing(String path) {
    String script = "mkdir -p \"$(dirname \"$1\")\" && cat >\"$1\"";
    return new String[] {"sh", "-c", script, "write", path};
  }

  public String read(String path) {
    return run("cat", path).orFail().out();
  }

  public boolean exists(String path) {
    return run("test", "-e", path).ok();
  }

  /**
   * The live root file system as this machine sees it, sockets and /proc included. Mind absolute
   * symbolic links: seen from here they lead into this machine; {@link #read} and {@link #write} do
   * not have that trap.
   */
  public Path root() {
    if (!isOn()) {
      throw new IllegalStateException(name() + " is off");
    }
    return Path.of("/proc/" + running().initPid() + "/root");
  }

  /** From now on every write fails with "no space left on device". */
  public void fillDisk() {
    disk.fill(0);
  }

  /** Leaves some room: enough for small things. */
  public void fillDiskBut(int megabytes) {
    disk.fill(megabytes);
  }

  public void freeDisk() {
    disk.free(DISK_MB);
  }

  public void start(String unit) {
    run("systemctl", "start", unit).orFail();
  }

  public void stop(String unit) {
    run("systemctl", "stop", unit).orFail();
  }

  public boolean isActive(String unit) {
    return run("systemctl", "is-active", "--quiet", unit).ok();
  }

  /** All that the unit has ever logged, over all boots. */
  public String journal(String unit) {
    return run("journalctl", "--quiet", "--no-pager", "--output=short-precise", "--unit=" + unit)
        .orFail()
        .out();
  }

  /** All that this Pi has ever logged; also while it is off. */
  public String journal() {
    return disk.journal();
  }

  public long mainPid(String unit) {
    return Long.parseLong(
        run("systemctl", "show", "--property=MainPID", "--value", unit).orFail().text());
  }

  /** Stops the process in its tracks; it keeps its memory and sockets and knows nothing of it. */
  public void freeze(long pid) {
    run(Freezing.command(pid)).orFail();
  }

  public void thaw(long pid) {
    signal("CONT", pid);
  }

  /**
   * All of the unit's processes stand still, and with cgroups v1 not even SIGKILL ends them, as if
   * they hung in the kernel; until {@link #unpetrify} or the end of this boot.
   */
  public synchronized void petrify(String unit) {
    running().petrify(unit);
  }

  /** They go on, or die of what was sent to them meanwhile. */
  public synchronized void unpetrify() {
    if (machine != null) {
      machine.unpetrify();
    }
  }

  public void kill(long pid) {
    signal("KILL", pid);
  }

  private void signal(String signal, long pid) {
    run("kill", "-" + signal, String.valueOf(pid)).orFail();
  }
}
