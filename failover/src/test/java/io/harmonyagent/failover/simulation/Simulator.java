package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Core;
import io.harmonyagent.failover.core.FailoverCore;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The command behind {@code make simulate}. Options, as {@code NAME=value} arguments or environment
 * variables: SEED (tell one run), SEEDS, HOURS, SECONDS (budgets), FROM (first seed), THREADS,
 * LINES (of a story), MUTANT_SEEDS (0 leaves the mutants out), MUTANT (with SEED: the beginning of
 * the name of the broken core to run instead of the right one).
 */
public final class Simulator {
  private static final long SEEDS_BY_DEFAULT = 2_000;

  private final List<String> arguments;

  private Simulator(List<String> arguments) {
    this.arguments = arguments;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Locale.setDefault(Locale.ROOT);
    Simulator simulator = new Simulator(List.of(arguments));
    boolean well = simulator.asked("SEED").isPresent() ? simulator.tell() : simulator.search();
    System.exit(well ? 0 : 1);
  }

  private boolean tell() {
    long seed = Long.parseLong(asked("SEED").orElseThrow());
    Supplier<Core> cores = cores();
    Plan plan = PlanMaker.from(seed);
    Story.of(plan, cores, lines(4_000)).forEach(Simulator::say);
    Result result = Simulation.run(plan, cores);
    if (result.violation().isPresent()) {
      say("and shrunk:");
      Story.ofShrunk(plan, cores, lines(60)).forEach(Simulator::say);
    }
    last(result.hours(), result.violation().isPresent() ? 1 : 0, 0, 0);
    return result.violation().isEmpty();
  }

  private Supplier<Core> cores() {
    Optional<String> name = asked("MUTANT");
    if (name.isEmpty()) {
      return FailoverCore::new;
    }
    return Mutant.all().stream()
        .filter(mutant -> mutant.name().startsWith(name.get()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no mutant is called " + name.get()))
        .cores();
  }

  private boolean search() throws InterruptedException {
    boolean timed = asked("SECONDS").isPresent() || asked("HOURS").isPresent();
    long from = asked("FROM").map(Long::parseLong).orElse(timed ? System.nanoTime() : 1);
    Campaign.Budget budget =
        new Campaign.Budget(
            asked("SEEDS").map(Long::parseLong).orElse(timed ? Long.MAX_VALUE : SEEDS_BY_DEFAULT),
            asked("HOURS").map(Double::parseDouble).orElse(Double.MAX_VALUE),
            asked("SECONDS").map(Long::parseLong).orElse(Long.MAX_VALUE / 1_000) * 1_000);
    int threads =
        asked("THREADS")
            .map(Integer::parseInt)
            .orElseGet(() -> Runtime.getRuntime().availableProcessors());
    say("first seed " + from + ", " + threads + " threads");
    Campaign campaign = Campaign.run(from, budget, threads);
    campaign.coverage().table().forEach((name, count) -> say("%-50s %d".formatted(name, count)));
    say(campaign.coverage().losses());
    say(campaign.coverage().recoveries());
    say(campaign.summary());
    campaign.coverage().missing().forEach(name -> say("NEVER EXERCISED: " + name));
    campaign.failingSeed().ifPresent(this::tellFailure);
    long mutantSeeds = asked("MUTANT_SEEDS").map(Long::parseLong).orElse(2_000L);
    List<MutantHunt.Catch> hunt = mutantSeeds == 0 ? List.of() : MutantHunt.huntAll(1, mutantSeeds);
    hunt.forEach(caught -> say(caught.line()));
    long caught = hunt.stream().filter(each -> each.violation().isPresent()).count();
    last(campaign.hours(), campaign.violations(), caught, hunt.size());
    return campaign.violations() == 0
        && caught == hunt.size()
        && campaign.coverage().missing().isEmpty();
  }

  private void tellFailure(long seed) {
    Plan plan = PlanMaker.from(seed);
    say("FAILING SEED " + seed + " (SEED=" + seed + " tells it again), as it was:");
    Story.of(plan, FailoverCore::new, lines(60)).forEach(Simulator::say);
    say("and shrunk:");
    Story.ofShrunk(plan, FailoverCore::new, lines(60)).forEach(Simulator::say);
  }

  private int lines(int otherwise) {
    return asked("LINES").map(Integer::parseInt).orElse(otherwise);
  }

  private Optional<String> asked(String name) {
    for (String argument : arguments) {
      if (argument.startsWith(name + "=")) {
        return Optional.of(argument.substring(name.length() + 1)).filter(text -> !text.isBlank());
      }
    }
    return Optional.ofNullable(System.getenv(name)).filter(text -> !text.isBlank());
  }

  private static void last(double hours, long violations, long caught, long mutants) {
    say(
        "simulated_hours %d violations %d mutants %d/%d"
            .formatted((long) hours, violations, caught, mutants));
  }

  private static void say(String line) {
    System.out.println(line);
  }
}
