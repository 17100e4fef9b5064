package io.harmonyagent.failover.clients;

import io.harmonyagent.core.manifest.PostgresSiteSpec.HttpAddress;
import io.harmonyagent.failover.site.SiteClock;
import io.harmonyagent.failover.site.SiteView;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port where load balancers ask. Nothing of the site waits for it: a port that somebody else
 * has is tried again until it is free.
 */
public final class ClientsPort implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ClientsPort.class);
  private static final long RETRY_MS = 2_000;

  private final Supplier<Optional<SiteView>> view;
  private final SiteClock clock;
  private Optional<HttpAddress> wanted = Optional.empty();
  private @Nullable Thread thread;

  public ClientsPort(Supplier<Optional<SiteView>> view, SiteClock clock) {
    this.view = view;
    this.clock = clock;
  }

  /** From now on there, and nowhere else. */
  public synchronized void listen(Optional<HttpAddress> address) {
    if (address.equals(wanted)) {
      return;
    }
    close();
    wanted = address;
    address.ifPresent(
        there ->
            thread = Thread.ofPlatform().daemon().name("failover-http").start(() -> serve(there)));
  }

  @Override
  public synchronized void close() {
    wanted = Optional.empty();
    if (thread != null) {
      thread.interrupt();
      try {
        boolean unused = thread.join(java.time.Duration.ofSeconds(2));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      thread = null;
    }
  }

  private void serve(HttpAddress there) {
    String trouble = "";
    while (!Thread.currentThread().isInterrupted()) {
      try (HttpListener listener = HttpListener.open(address(there), this::answer)) {
        log.info("load balancers may ask at {}", there.text());
        trouble = "";
        listener.run();
      } catch (IOException | RuntimeException e) {
        if (!trouble.equals(String.valueOf(e.getMessage()))) {
          trouble = String.valueOf(e.getMessage());
          log.warn("load balancers cannot ask at {}: {}; trying again", there.text(), trouble);
        }
        try {
          Thread.sleep(RETRY_MS);
        } catch (InterruptedException interrupted) {
          return;
        }
      }
    }
  }

  private byte[] answer(String requestLine) {
    return Answers.to(requestLine, view.get(), clock.nowMs());
  }

  private static InetSocketAddress address(HttpAddress there) {
    return there.address().equals("*")
        ? new InetSocketAddress(there.port())
        : new InetSocketAddress(there.address().replace("[", "").replace("]", ""), there.port());
  }
}
