package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.Core;
import io.harmonyagent.failover.core.Role;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run: two machines, a network, a store, operators, faults by plan, and the oracle. */
final class World {
  private static final String[] NAMES = {"site-a", "site-b", "store"};

  final Plan plan;
  final Supplier<Core> cores;
  final Dice dice;
  final EventQueue queue = new EventQueue();
  final Coverage coverage = new Coverage();
  final Timelines timelines = new Timelines();
  final Network network;
  final Store store;
  final Oracle oracle;
  final List<Machine> machines;
  final List<Agent> agents;
  final long heartbeatUs;
  private final @Nullable Timeline timeline;
  private final Operators operators;
  long nowUs;
  private long events;
  private long endUs;

  World(Plan plan, Supplier<Core> cores, @Nullable Timeline timeline) {
    this(plan, new Dice(plan.seed()), cores, timeline);
  }

  World(Plan plan, Dice dice, Supplier<Core> cores, @Nullable Timeline timeline) {
    this.plan = plan;
    this.cores = cores;
    this.timeline = timeline;
    this.dice = dice;
    heartbeatUs = plan.config().timing().heartbeatTimeoutMs() * 1_000;
    network = new Network(this);
    store = new Store(this);
    oracle = new Oracle(this);
    operators = new Operators(this);
    machines =
        List.of(new Machine(this, 0, plan.driftPpmA()), new Machine(this, 1, plan.driftPpmB()));
    agents = List.of(machines.get(0).agent, machines.get(1).agent);
    endUs = plan.endUs();
  }

  Result run() {
    operators.begin();
    machines.forEach(machine -> machine.agent.start());
    new Faults(this, operators).scheduleFrom(0);
    queue.at(plan.healUs(), operators::putEverythingBack);
    while (!queue.isEmpty() && queue.nextTimeUs() <= endUs && oracle.violation().isEmpty()) {
      nowUs = queue.nextTimeUs();
      events++;
      queue.take().run();
      oracle.afterEvent();
    }
    return new Result(plan, nowUs, events, oracle.violation(), coverage);
  }

  void in(long us, EventQueue.Due due) {
    queue.at(nowUs + us, due);
  }

  boolean hasWritablePrimary() {
    for (Machine machine : machines) {
      if (machine.postgres.isWritable()
          && !machine.postgres.isHung()
          && machine.agent.isRunning()
          && machine.agent.state().role() == Role.PRIMARY) {
        return true;
      }
    }
    return false;
  }

  /** All is well again: a little more, and the run is over. */
  void endSoon() {
    endUs = Math.min(endUs, nowUs + 40 * heartbeatUs);
  }

  ClusterConfig config() {
    return operators.config();
  }

  void log(int who, String what) {
    if (timeline != null) {
      timeline.line(nowUs, NAMES[who], what);
    }
  }

  void log(int who, Action.Note note) {
    if (timeline != null) {
      timeline.line(nowUs, NAMES[who], note.decision().explain() + "  [" + note.evidence() + "]");
    }
  }
}
