package io.harmonyagent.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The fleet's network: a bridge in the hub, a cable to every member, and the faults on the way. It
 * exists only in namespaces of this run; the machine's own network knows nothing of it.
 */
final class Network {
  private static final String SUBNET = "192.0.2.";
  private static final int LAST_HOST = 253;
  // An interface's name has 15 characters at most, two of which say what it is.
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,12}");

  private final Run run;
  private final Faults faults = new Faults();
  private final Map<String, String> addresses = new HashMap<>();
  private final Set<String> plugged = new HashSet<>();
  private final Map<String, Slowness> slowness = new HashMap<>();
  private final Map<String, SlowLine> slowLines = new HashMap<>();

  Network(Run run) {
    this.run = run;
  }

  synchronized String addressFor(String member) {
    if (!NAME.matcher(member).matches() || member.equals("hub")) {
      throw new IllegalArgumentException(
          "a member's name has up to 13 small letters, digits and dashes and is not hub: "
              + member);
    }
    if (addresses.containsKey(member) || addresses.size() >= LAST_HOST) {
      throw new IllegalArgumentException("no address for another member " + member);
    }
    String address = SUBNET + (addresses.size() + 1);
    addresses.put(member, address);
    run.introduce(member, address);
    return address;
  }

  /** Gives a member a new network stack and connects it; nothing of an earlier one remains. */
  synchronized void plug(Member member) {
    run.call("plug.sh", member.name(), member.address());
    plugged.add(member.name());
    slowDown(member.name());
  }

  synchronized void unplug(Member member) {
    straighten(member.name());
    plugged.remove(member.name());
    run.call("unplug.sh", member.name());
  }

  synchronized void cut(Member from, Member to) {
    faults.cut(from.name(), to.name());
    applyFaults();
  }

  synchronized void isolate(Member member) {
    faults.isolate(member.name());
    applyFaults();
  }

  synchronized void slow(Member member, Slowness how) {
    straighten(member.name());
    slowness.put(member.name(), how);
    slowDown(member.name());
  }

  synchronized void heal(Member member) {
    straighten(member.name());
    slowness.remove(member.name());
    faults.heal(member.name());
    applyFaults();
  }

  synchronized void heal() {
    List.copyOf(slowLines.keySet()).forEach(this::straighten);
    slowness.clear();
    faults.heal();
    applyFaults();
  }

  /**
   * A member that is off has no cable to be slow; it gets a slow one when it is plugged in again.
   */
  private void slowDown(String member) {
    Slowness how = slowness.get(member);
    if (how != null && plugged.contains(member)) {
      run.call("line.sh", member, "slow");
      slowLines.put(member, SlowLine.start(run, member, how));
    }
  }

  private void straighten(String member) {
    SlowLine line = slowLines.remove(member);
    if (line != null) {
      line.end();
      run.call("line.sh", member, "straight");
    }
  }

  private void applyFaults() {
    Commands.run(
            faults.ruleset().getBytes(UTF_8),
            List.of("nsenter", "--net=" + run.namespace("hub"), "nft", "-f", "-"))
        .orFail();
  }
}
