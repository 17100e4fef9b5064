package io.harmonyagent.testbed;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** All that stands on the testbed while it is open. */
final class Fleet implements AutoCloseable {
  private final Run run;
  private final Network network;
  private final Certificates certificates;
  private final Map<String, Pi> pis = new LinkedHashMap<>();
  private final Map<String, Host> hosts = new LinkedHashMap<>();
  private final @Nullable NatsServers nats;
  private @Nullable Registry registry;

  private Fleet(Run run, int natsServers, NatsConfig natsConfig) {
    this.run = run;
    this.network = new Network(run);
    this.certificates = Certificates.create(run.folder("certificates"));
    this.nats =
        natsServers == 0
            ? null
            : NatsServers.start(natsServers, natsConfig, certificates, run, network);
  }

  static Fleet assemble(int natsServers, NatsConfig natsConfig) {
    Run run = Run.open();
    try {
      return new Fleet(run, natsServers, natsConfig);
    } catch (RuntimeException e) {
      run.close();
      throw e;
    }
  }

  synchronized Pi pi(String name, Release release) {
    return pis.computeIfAbsent(name, absent -> new Pi(name, release, run, network));
  }

  synchronized Host host(String name) {
    return hosts.computeIfAbsent(name, absent -> new Host(name, run, network));
  }

  void boot(List<Pi> these) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Pi>> boots = these.stream().map(pi -> threads.submit(pi::boot)).toList();
      for (Future<Pi> boot : boots) {
        boot.get();
      }
    } catch (ExecutionException e) {
      throw new TestbedException("not all of " + these + " came up", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while " + these + " come up", e);
    }
  }

  NatsServers nats() {
    if (nats == null) {
      throw new IllegalStateException("this testbed has no NATS: ask for Testbed.withNats(1)");
    }
    return nats;
  }

  synchronized Registry registry() {
    if (registry == null) {
      registry = Registry.start(run, network);
    }
    return registry;
  }

  Certificates certificates() {
    return certificates;
  }

  String runId() {
    return run.id();
  }

  synchronized void switchOff() {
    pis.values().stream().filter(Pi::isOn).forEach(Pi::powerCut);
  }

  void heal() {
    network.heal();
  }

  synchronized Path keepLogs(String testClass, String occasion) {
    return new Logs(run).keep(testClass, occasion, pis.values());
  }

  @Override
  public synchronized void close() {
    pis.values().forEach(Pi::retire);
    if (nats != null) {
      nats.disconnect();
    }
    run.close();
  }
}
