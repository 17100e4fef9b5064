package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.Core;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A run written down by hand: what happens, and when, to the millisecond. No chance is in it, so it
 * goes on to mean the same when the simulation changes.
 */
final class Schedule {
  private static final long MS = 1_000;
  private static final long SECOND = 1_000 * MS;
  private static final long ENDS_US = 300 * SECOND;

  private record Order(long atUs, Consumer<World> order) {}

  private final ClusterConfig config;
  private final List<Fault> faults = new ArrayList<>();
  private final List<Order> orders = new ArrayList<>();

  Schedule(ClusterConfig config) {
    this.config = config;
  }

  Schedule at(double seconds, FaultKind kind, int site, double forSeconds) {
    return at(seconds, kind, site, forSeconds, 0);
  }

  Schedule at(double seconds, FaultKind kind, int site, double forSeconds, double amountSeconds) {
    faults.add(new Fault(us(seconds), kind, site, us(forSeconds), us(amountSeconds)));
    return this;
  }

  Schedule at(double seconds, Consumer<World> order) {
    orders.add(new Order(us(seconds), order));
    return this;
  }

  Schedule config(double seconds, ClusterConfig next) {
    return at(seconds, world -> world.store.writeConfig(next));
  }

  Result run(Supplier<Core> cores, Timeline timeline) {
    List<Fault> inOrder = new ArrayList<>(faults);
    inOrder.sort(Comparator.comparingLong(Fault::atUs));
    Plan plan = new Plan(0, config, ENDS_US, ENDS_US, true, 0, 0, 200, 20, List.copyOf(inOrder));
    World world = new World(plan, Dice.middle(), cores, timeline);
    orders.forEach(order -> world.queue.at(order.atUs(), () -> order.order().accept(world)));
    return world.run();
  }

  private static long us(double seconds) {
    return Math.round(seconds * SECOND);
  }
}
