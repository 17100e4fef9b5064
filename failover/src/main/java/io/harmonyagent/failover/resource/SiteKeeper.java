package io.harmonyagent.failover.resource;

import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.failover.clients.ClientsPort;
import io.harmonyagent.failover.site.SiteClock;
import io.harmonyagent.failover.site.SiteParts;
import io.harmonyagent.failover.site.SiteShell;
import io.harmonyagent.failover.site.SiteView;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One cluster's site on this device, through all its lives. Never two at once: the next one begins
 * when everything that the last one had asked for has ended.
 */
final class SiteKeeper {
  private static final Logger log = LoggerFactory.getLogger(SiteKeeper.class);
  private static final Duration LONGEST_END = Duration.ofSeconds(5);

  /** So long PID 1 lets a fence take by itself, before the first lease says otherwise. */
  private static final Duration LONGEST_FENCE = Duration.ofSeconds(5);

  private static final long FIRST_PAUSE_MS = 1_000;
  private static final long LONGEST_PAUSE_MS = 60_000;

  /** A life of that length wipes the slate clean. */
  private static final long LONG_LIFE_MS = 600_000;

  /** A shell, and what it was made for and of. */
  private record Life(PostgresSiteSpec spec, SiteParts parts, SiteShell shell, long begunMs) {}

  private final Workshop workshop;
  private final SiteClock clock;
  private final ClientsPort clients;
  private int failedInARow;
  private volatile @Nullable Life life;
  private volatile Runnable onChange = () -> {};

  SiteKeeper(Workshop workshop, SiteClock clock) {
    this.workshop = workshop;
    this.clock = clock;
    this.clients = new ClientsPort(this::view, clock);
  }

  /** Who wants to know that the status may be another one. */
  void onChange(Runnable listener) {
    onChange = listener;
  }

  /** What the site is, while it lives. */
  Optional<SiteView> view() {
    Life current = life;
    return current == null || current.shell().failure().isPresent()
        ? Optional.empty()
        : Optional.of(current.shell().view());
  }

  Optional<SiteShell> shell() {
    return Optional.ofNullable(life).map(Life::shell);
  }

  Optional<PostgresSiteSpec> spec() {
    return Optional.ofNullable(life).map(Life::spec);
  }

  /** Why the last life ended by itself. */
  Optional<String> failure() {
    return Optional.ofNullable(life).flatMap(current -> current.shell().failure());
  }

  /**
   * How long to leave it at that: lives that end by themselves one after the other follow each
   * other more and more slowly. The first one that does is replaced at once, inside the deadline.
   */
  synchronized Duration pause() {
    Life last = life;
    if (last == null || last.shell().failure().isEmpty()) {
      return Duration.ZERO;
    }
    long pauseMs = failedInARow == 0 ? 0 : FIRST_PAUSE_MS << Math.min(failedInARow - 1, 10);
    long sinceBeginMs = clock.nowMs() - last.begunMs();
    return Duration.ofMillis(Math.max(0, Math.min(pauseMs, LONGEST_PAUSE_MS) - sinceBeginMs));
  }

  /**
   * Begins a life for this spec in place of any other. PostgreSQL goes on meanwhile, and the
   * deadman with it.
   *
   * @return false when the life before has not ended yet
   */
  synchronized boolean begin(PostgresSiteSpec spec)
      throws IOException, NotAvailable, InterruptedException {
    if (!end()) {
      return false;
    }
    SiteParts parts = workshop.parts(spec);
    SiteShell shell = workshop.shell(spec, parts, _ -> onChange.run());
    Life next = new Life(spec, parts, shell, clock.nowMs());
    try {
      shell.start();
    } catch (IOException e) {
      boolean unused = shell.close(LONGEST_END);
      parts.database().close();
      throw e;
    }
    life = next;
    clients.listen(spec.http());
    if (failedInARow == 0) {
      log.info("{}: site {} is guarded", spec.cluster(), spec.site());
    } else {
      log.warn(
          "{}: site {} is guarded again; {} guards in a row ended by themselves",
          spec.cluster(),
          spec.site(),
          failedInARow);
    }
    return true;
  }

  /** Ends the life, leaves PostgreSQL as it is; false when something of it has not ended yet. */
  synchronized boolean end() throws InterruptedException {
    Life last = life;
    if (last == null) {
      return true;
    }
    if (!last.shell().close(LONGEST_END)) {
      return false;
    }
    last.parts().database().close();
    life = null;
    boolean failed = last.shell().failure().isPresent();
    boolean longLife = clock.nowMs() - last.begunMs() >= LONG_LIFE_MS;
    failedInARow = failed && !longLife ? failedInARow + 1 : 0;
    return true;
  }

  /** Makes sure that this PostgreSQL accepts nothing any more; why not, if that was not seen. */
  synchronized Optional<String> fence(PostgresSiteSpec spec) throws IOException {
    Optional<String> trouble = workshop.fence(spec, LONGEST_FENCE);
    if (trouble.isEmpty()) {
      log.info("{}: site {} is fenced and guarded no more", spec.cluster(), spec.site());
    }
    return trouble;
  }

  void close() {
    clients.close();
    try {
      if (!end()) {
        log.warn("something that was asked of PostgreSQL has not ended; it ends with the process");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
