package io.harmonyagent.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.core.time.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Throws random events at an engine and checks after each what must always hold. A seed that fails
 * fails again: put it into the list.
 */
class EngineModelTest {
  private static final int SEQUENCES = 500;
  private static final int EVENTS = 60;
  private static final int IDS = 6;
  private static final int PATHS = 5;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void what_must_hold_holds_after_every_event(int seed) {
    for (int sequence = 0; sequence < SEQUENCES; sequence++) {
      World world = new World(new SplittableRandom(seed * 1_000_003L + sequence));
      try {
        for (int event = 0; event < EVENTS; event++) {
          world.something();
        }
        world.everythingSucceeds();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "seed " + seed + ", sequence " + sequence + ":\n" + String.join("\n", world.story), e);
      }
    }
  }

  /** The engine, what it started, and what the device really holds. */
  private static final class World {
    private final RandomGenerator random;
    private final Engine engine;
    private final List<String> story = new ArrayList<>();
    private final Map<Ticket, Work> underWay = new LinkedHashMap<>();
    private final List<Ticket> late = new ArrayList<>();
    private final Map<Ticket, Work> hung = new LinkedHashMap<>();
    private final Set<Ticket> everStarted = new HashSet<>();
    private final Map<OwnedThing, Ownership> ledger = new HashMap<>();
    private List<ManagedResource> manifest = List.of();
    private Moment now = new Moment(Instant.EPOCH, Long.MAX_VALUE - 1_000_000_000L);
    private long generation;
    private SortedMap<ResourceId, ResourceStatus> lastStatuses;
    private long lastObserved;
    private long lastChanges;

    World(RandomGenerator random) {
      this.random = random;
      this.engine = new Engine(Device.SETTINGS, new SplittableRandom(random.nextLong()));
      this.lastStatuses = engine.statuses();
    }

    void something() {
      switch (random.nextInt(10)) {
        case 0, 1 -> accept();
        case 2 -> {
          boolean thorough = random.nextBoolean();
          say("pass");
          carryOut(engine.pass(thorough, now));
        }
        case 3 -> {
          ResourceId id = anyId();
          say("hint " + id);
          carryOut(engine.hint(id, now));
        }
        case 4 -> timePasses(Duration.ofMillis(random.nextLong(3_000)));
        case 5 -> timePasses(Duration.ofSeconds(random.nextLong(60)));
        case 6 -> {
          if (random.nextBoolean()) {
            lateResult();
          } else {
            atLast();
          }
        }
        default -> anyResult();
      }
      check();
    }

    /** From here on nothing goes wrong; the device has to become what it should be. */
    void everythingSucceeds() {
      say("from now on all succeeds");
      while (!hung.isEmpty()) {
        atLast();
      }
      for (int round = 0; !underWay.isEmpty() || engine.nextDue().isPresent(); round++) {
        assertThat(round).as("rounds until everything is quiet").isLessThan(200);
        if (underWay.isEmpty()) {
          Moment due = engine.nextDue().orElseThrow();
          timePasses(due.isBefore(now) ? Duration.ZERO : due.since(now));
        }
        for (Ticket ticket : List.copyOf(underWay.keySet())) {
          if (underWay.containsKey(ticket)) {
            succeed(ticket);
          }
        }
        check();
      }
      assertThat(engine.isSettled()).isTrue();
      assertThat(engine.manifestGeneration()).isEqualTo(generation);
      assertThat(engine.observedGeneration()).isEqualTo(generation);
      for (ManagedResource resource : manifest) {
        assertThat(stateOf(resource.id())).isEqualTo(expected(resource));
      }
      assertThat(engine.statuses()).hasSameSizeAs(manifest);
      assertThat(ledger.values()).allMatch(this::isWanted, "is wanted, or of an unknown kind");
    }

    private void accept() {
      generation++;
      manifest = anyManifest();
      say("accept " + generation + " " + manifest.stream().map(World::shortly).toList());
      carryOut(
          engine.accept(
              new AgentManifest(generation, false, manifest, Optional.empty(), Optional.empty(), 0),
              List.copyOf(ledger.values()),
              now));
    }

    private List<ManagedResource> anyManifest() {
      List<ManagedResource> resources = new ArrayList<>();
      Set<String> paths = new HashSet<>();
      for (int i = 0; i < IDS; i++) {
        List<String> dependencies = new ArrayList<>();
        for (ManagedResource earlier : resources) {
          if (random.nextInt(4) == 0) {
            dependencies.add(earlier.id().value());
          }
        }
        String id = "r" + i;
        String path = "/p" + random.nextInt(PATHS);
        switch (random.nextInt(5)) {
          case 0 -> {}
          case 1 -> resources.add(Device.unknown(id, dependencies.toArray(String[]::new)));
          default -> {
            if (paths.add(path)) {
              String content = "c" + random.nextInt(2);
              resources.add(Device.fileAt(id, path, content, dependencies.toArray(String[]::new)));
            }
          }
        }
      }
      return resources;
    }

    private void timePasses(Duration duration) {
      now = now.plus(duration);
      say("after " + duration);
      carryOut(engine.tick(now));
      engine
          .nextDue()
          .ifPresent(due -> assertThat(now.isBefore(due)).as("nothing is overdue").isTrue());
    }

    private void anyResult() {
      if (underWay.isEmpty()) {
        return;
      }
      List<Ticket> tickets = List.copyOf(underWay.keySet());
      Ticket ticket = tickets.get(random.nextInt(tickets.size()));
      if (random.nextInt(2) == 0) {
        succeed(ticket);
      } else {
        Work work = Optional.ofNullable(underWay.remove(ticket)).orElseThrow();
        Outcome outcome = otherThanSuccess(work);
        say("ends " + ticket.number() + " " + outcome);
        carryOut(engine.finished(ticket, outcome, now));
      }
    }

    private Outcome otherThanSuccess(Work work) {
      return switch (random.nextInt(work instanceof Work.Reconcile ? 5 : 2)) {
        case 4 -> new Outcome.Unseen(new ResourceError("Hidden", "x"));
        case 0 -> new Outcome.Failed(new ResourceError("Broken", "x"));
        case 1 -> new Outcome.NotAvailable("no such thing here");
        case 2 -> new Outcome.Underway("starts", Duration.ofMillis(random.nextLong(5_000)));
        default ->
            new Outcome.Failed(
                new ResourceError("CrashLoop", "x"),
                Optional.of(Duration.ofMillis(random.nextLong(5_000))));
      };
    }

    private void succeed(Ticket ticket) {
      say("succeeds " + ticket.number());
      Work work = Optional.ofNullable(underWay.remove(ticket)).orElseThrow();
      carryOut(engine.finished(ticket, success(work), now));
    }

    private Outcome success(Work work) {
      return switch (work) {
        case Work.Reconcile(ManagedResource resource, boolean _, RestartCause _) -> {
          OwnedThing thing = OwnedThing.of(resource.spec()).orElseThrow();
          ResourceDetails details = new ResourceDetails.FileDetails(thing.key(), "", 0);
          ledger.put(thing, Ownership.of(thing, resource.id()).madeFor(resource));
          yield random.nextBoolean()
              ? new Outcome.Changed("content", details)
              : new Outcome.InPlace(details);
        }
        case Work.Remove(Ownership ownership) -> {
          ledger.remove(ownership.thing());
          yield new Outcome.Removed();
        }
        case Work.Survey _ -> new Outcome.Surveyed(List.copyOf(ledger.values()), true);
      };
    }

    /** What was abandoned has ended, and may be begun anew. */
    private void atLast() {
      if (!hung.isEmpty()) {
        Ticket ticket = List.copyOf(hung.keySet()).get(random.nextInt(hung.size()));
        say("at last " + ticket.number());
        hung.remove(ticket);
        late.add(ticket);
        carryOut(
            engine.finished(
                ticket, new Outcome.Failed(new ResourceError("Abandoned", "too late")), now));
        check();
      }
    }

    private void lateResult() {
      if (!late.isEmpty()) {
        Ticket ticket = late.get(random.nextInt(late.size()));
        say("late " + ticket.number());
        SortedMap<ResourceId, ResourceStatus> before = engine.statuses();

        List<Effect> effects =
            engine.finished(
                ticket, new Outcome.InPlace(new ResourceDetails.FileDetails("/late", "", 0)), now);

        assertThat(effects).as("what a late result starts").isEmpty();
        assertThat(engine.statuses()).as("what a late result changes").isEqualTo(before);
      }
    }

    private void carryOut(List<Effect> effects) {
      for (Effect effect : effects) {
        switch (effect) {
          case Effect.Start(Ticket ticket, Work work) -> {
            say("  starts " + ticket.number() + " " + work);
            assertThat(everStarted.add(ticket)).as("a ticket is started once").isTrue();
            underWay.put(ticket, work);
            if (work instanceof Work.Remove(Ownership ownership)) {
              assertThat(isWanted(ownership)).as(ownership + " is wanted").isFalse();
            }
          }
          case Effect.CallOff(Ticket ticket) -> {
            say("  calls off " + ticket.number());
            assertThat(underWay).as("what is called off is under way").containsKey(ticket);
          }
          case Effect.Abandon(Ticket ticket) -> {
            say("  abandons " + ticket.number());
            Work work = underWay.remove(ticket);
            assertThat(work).as("what is abandoned was under way").isNotNull();
            hung.put(ticket, Optional.ofNullable(work).orElseThrow());
          }
        }
      }
    }

    private void check() {
      Set<Object> busy = new HashSet<>();
      List<Work> unfinished = new ArrayList<>(underWay.values());
      hung.values().stream()
          .filter(work -> !(work instanceof Work.Survey))
          .forEach(unfinished::add);
      for (Work work : unfinished) {
        Object who =
            switch (work) {
              case Work.Reconcile reconcile ->
                  OwnedThing.of(reconcile.resource().spec()).orElseThrow();
              case Work.Remove remove -> remove.ownership().thing();
              case Work.Survey _ -> "the survey";
            };
        assertThat(busy.add(who)).as("one start at a time for " + who).isTrue();
      }
      checkBlocked();
      checkChanges();
      assertThat(engine.observedGeneration()).isLessThanOrEqualTo(engine.manifestGeneration());
      assertThat(engine.isSettled())
          .isEqualTo(underWay.values().stream().allMatch(work -> work instanceof Work.Survey));
    }

    private void checkBlocked() {
      for (ManagedResource resource : manifest) {
        ResourceStatus status = engine.statuses().get(resource.id());
        boolean waits =
            status != null
                && status.state() instanceof ResourceState.Blocked(var why)
                && !why.equals("no such thing here");
        boolean mayGoOn =
            resource.dependsOn().stream()
                .allMatch(dependency -> stateOf(dependency).equals("Ready"));
        assertThat(waits && mayGoOn).as(resource.id() + " waits for nothing").isFalse();
      }
    }

    private void checkChanges() {
      SortedMap<ResourceId, ResourceStatus> statuses = engine.statuses();
      boolean differs =
          !statuses.equals(lastStatuses) || engine.observedGeneration() != lastObserved;
      boolean rose = engine.changes() > lastChanges;
      if (differs) {
        assertThat(rose).as("changes() rises when statuses() differ").isTrue();
      }
      lastStatuses = statuses;
      lastObserved = engine.observedGeneration();
      lastChanges = engine.changes();
    }

    private String expected(ManagedResource resource) {
      if (OwnedThing.of(resource.spec()).isEmpty()) {
        return "UnknownResource";
      }
      boolean free =
          resource.dependsOn().stream().allMatch(dependency -> stateOf(dependency).equals("Ready"));
      return free || stateOf(resource.id()).equals("Ready") ? "Ready" : "Blocked";
    }

    private boolean isWanted(Ownership ownership) {
      return manifest.stream()
          .anyMatch(
              resource ->
                  OwnedThing.of(resource.spec())
                      .map(ownership.thing()::equals)
                      .orElse(ownership.madeFor().equals(resource.id())));
    }

    private String stateOf(ResourceId id) {
      ResourceStatus status = engine.statuses().get(id);
      return status == null ? "" : status.state().wireName();
    }

    private ResourceId anyId() {
      return new ResourceId("r" + random.nextInt(IDS));
    }

    private static String shortly(ManagedResource resource) {
      return resource.id() + ":" + resource.specHash() + resource.dependsOn();
    }

    private void say(String what) {
      story.add(what);
    }
  }
}
