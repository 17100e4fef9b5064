package io.harmonyagent.agent.daemon;

import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.config.MeshConfig;
import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.runtime.DeviceFacts;
import io.harmonyagent.failover.core.FailoverCore;
import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.fencing.FenceOrder;
import io.harmonyagent.failover.fencing.SystemdDeadman;
import io.harmonyagent.failover.fencing.UnitFence;
import io.harmonyagent.failover.fencing.UnitLadder;
import io.harmonyagent.failover.history.MeshRecorder;
import io.harmonyagent.failover.lease.ClusterName;
import io.harmonyagent.failover.lease.EventLog;
import io.harmonyagent.failover.lease.LeaseStore;
import io.harmonyagent.failover.postgres.PostgresCluster;
import io.harmonyagent.failover.postgres.PostgresSettings;
import io.harmonyagent.failover.resource.SiteSettings;
import io.harmonyagent.failover.resource.UnitLimits;
import io.harmonyagent.failover.resource.Workshop;
import io.harmonyagent.failover.site.DatabaseFailure;
import io.harmonyagent.failover.site.Deadman;
import io.harmonyagent.failover.site.SiteClock;
import io.harmonyagent.failover.site.SiteParts;
import io.harmonyagent.failover.site.SiteShell;
import io.harmonyagent.failover.site.SiteView;
import io.harmonyagent.failover.site.StateFile;
import io.harmonyagent.failover.systemd.SystemdFailure;
import io.harmonyagent.failover.systemd.Units;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Puts a site together. Nothing of it is made, or even loaded, on a device without a site. */
final class SiteWorkshop implements Workshop {
  private static final Path BUS = Path.of("run/dbus/system_bus_socket");
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(2);

  private final AgentConfig config;
  private final Layout layout;
  private final DeviceFacts facts;
  private final SiteClock clock;
  private @Nullable Units systemd;

  SiteWorkshop(AgentConfig config, Layout layout, DeviceFacts facts, SiteClock clock) {
    this.config = config;
    this.layout = layout;
    this.facts = facts;
    this.clock = clock;
  }

  @Override
  public SiteParts parts(PostgresSiteSpec spec) throws IOException {
    PostgresSettings settings = SiteSettings.of(spec, directory(spec));
    try {
      UnitLimits.set(systemd(), settings.unit(), SiteSettings.limits(spec));
      PostgresCluster database = PostgresCluster.prepare(settings, systemd());
      Deadman deadman =
          new SystemdDeadman(
              systemd(),
              settings.cluster(),
              settings.unit(),
              settings.port(),
              database.promotion(),
              database);
      return new SiteParts(
          database,
          deadman,
          new UnitLadder(
              systemd(), settings.cluster(), settings.unit(), settings.port(), database));
    } catch (DatabaseFailure e) {
      throw new IOException(e.getMessage(), e);
    } catch (SystemdFailure e) {
      throw new IOException("the limits of " + settings.unit() + ": " + e.sentence(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("was called off", e);
    }
  }

  @Override
  public Optional<String> fence(PostgresSiteSpec spec, Duration within) throws IOException {
    String unit = SiteSettings.unit(spec);
    FenceOrder order = new FenceOrder(spec.cluster(), unit, spec.port(), within);
    try {
      if (new UnitFence(systemd(), order).run(FenceRung.FAST_STOP).isEmpty()) {
        return Optional.of(unit + " was not seen to end within " + within.toSeconds() + " s");
      }
      SystemdDeadman.letGo(systemd(), spec.cluster());
      return Optional.empty();
    } catch (SystemdFailure e) {
      return Optional.of("its deadman is still there: " + e.sentence());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("was called off", e);
    }
  }

  /** One connection for all sites and their lives. */
  private synchronized Units systemd() {
    if (systemd == null) {
      systemd = new Units(layout.root().resolve(BUS));
    }
    return systemd;
  }

  @Override
  public SiteShell shell(PostgresSiteSpec spec, SiteParts parts, Consumer<SiteView> onChange)
      throws IOException, NotAvailable {
    MeshConfig mesh =
        config
            .mesh()
            .orElseThrow(
                () -> new NotAvailable("a site needs a mesh, and none is configured here"));
    ClusterName cluster = new ClusterName(spec.cluster());
    Path directory = directory(spec);
    AtomicReference<EventLog> events = new AtomicReference<>(_ -> false);
    return new SiteShell(
        new SiteShell.Identity(new SiteId(spec.site()), run()),
        new FailoverCore(),
        parts,
        new StateFile(directory),
        new SiteShell.Surroundings(
            mailbox -> {
              LeaseStore store =
                  LeaseStore.on(mesh, facts.agentId().value(), cluster, mailbox, LONGEST_ANSWER);
              events.set(store);
              return store;
            },
            MeshRecorder.open(
                directory, entry -> Objects.requireNonNull(events.get()).append(entry)),
            onChange,
            clock,
            InstantSource.system()));
  }

  /** No other life has it: within a boot the clock tells them apart. */
  private String run() {
    return facts.bootId() + "-" + Long.toString(System.nanoTime(), Character.MAX_RADIX);
  }

  private Path directory(PostgresSiteSpec spec) {
    return layout.state().resolve("failover").resolve(spec.cluster());
  }
}
