package io.harmonyagent.failover.resource;

import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.failover.clients.ClientsPort;
import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.site.DatabaseFailure;
import io.harmonyagent.failover.site.Ladder;
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
  private static final Duration LONGEST_FENCE = Duration.ofSeconds(10);

  /** A shell, and what it was made for and of. */
  private record Life(PostgresSiteSpec spec, SiteParts parts, SiteShell shell) {}

  private final Workshop workshop;
  private final ClientsPort clients;
  private volatile @Nullable Life life;
  private volatile Runnable onChange = () -> {};

  SiteKeeper(Workshop workshop, SiteClock clock) {
    this.workshop = workshop;
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
    Life next = new Life(spec, parts, shell);
    try {
      shell.start();
    } catch (IOException e) {
      boolean unused = shell.close(LONGEST_END);
      parts.database().close();
      throw e;
    }
    life = next;
    clients.listen(spec.http());
    log.info("{}: site {} is guarded", spec.cluster(), spec.site());
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
    return true;
  }

  /** Makes sure that this PostgreSQL accepts nothing any more; why not, if that was not seen. */
  synchronized Optional<String> fence(PostgresSiteSpec spec) throws IOException, NotAvailable {
    SiteParts parts = workshop.parts(spec);
    try {
      Ladder.Result result = parts.ladder().climb(FenceRung.FAST_STOP, LONGEST_FENCE);
      if (result instanceof Ladder.Result.NotVerified(FenceRung reached)) {
        return Optional.of("the ladder ended at " + reached + ", and it may still accept writes");
      }
      parts.deadman().disarm();
      log.info("{}: site {} is fenced and guarded no more", spec.cluster(), spec.site());
      return Optional.empty();
    } catch (DatabaseFailure e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } finally {
      parts.database().close();
    }
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
