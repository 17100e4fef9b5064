package io.harmonyagent.testbed;

import java.time.Duration;
import java.util.List;

/**
 * A host on the fleet's network: it has a name that the others can resolve, an address, and a cable
 * that can be cut. Faults stand in the hub and not in the member, which cannot see or remove them;
 * they outlast a power cut. The test itself is outside: it still reaches a NATS server that nobody
 * else can reach.
 */
public abstract sealed class Member implements Peers permits Pi, Server, Host {
  private final String name;
  private final String address;
  private final Network network;

  Member(String name, Network network) {
    this.name = name;
    this.network = network;
    this.address = network.addressFor(name);
  }

  public final String name() {
    return name;
  }

  /** Its address inside the fleet. A test must not use it: it is not in the fleet. */
  public final String address() {
    return address;
  }

  @Override
  public final List<Member> members() {
    return List.of(this);
  }

  /** Nothing passes between this member and those others, in either direction. */
  public final void partitionFrom(Peers... others) {
    for (Member other : all(others)) {
      network.cut(this, other);
      network.cut(other, this);
    }
  }

  /** What those others send no longer arrives here; what this member sends still does. */
  public final void cannotHear(Peers... others) {
    for (Member other : all(others)) {
      network.cut(other, this);
    }
  }

  /** Nothing passes between this member and anyone. */
  public final void isolate() {
    network.isolate(this);
  }

  /** Every packet to or from this member takes that much longer, give or take nothing. */
  public final void delay(Duration delay) {
    delay(delay, Duration.ZERO, 0);
  }

  /**
   * Every packet to or from this member takes longer by {@code delay} and a random part of {@code
   * jitter}, and of a hundred {@code lossPercent} are lost. A round trip to an undisturbed member
   * so takes twice the delay longer.
   */
  public final void delay(Duration delay, Duration jitter, int lossPercent) {
    network.slow(this, new Slowness(delay, jitter, lossPercent));
  }

  /** Of a hundred packets to or from this member that many are lost. */
  public final void lose(int percent) {
    delay(Duration.ZERO, Duration.ZERO, percent);
  }

  /** Ends every fault that this member's network suffers from. */
  public final void heal() {
    network.heal(this);
  }

  private static List<Member> all(Peers... groups) {
    return List.of(groups).stream().flatMap(group -> group.members().stream()).toList();
  }

  @Override
  public final String toString() {
    return name;
  }
}
