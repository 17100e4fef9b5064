package io.harmonyagent.failover.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.failover.core.Event;
import io.harmonyagent.testbed.NatsNode;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One site's link to a mesh of three servers. */
class LeaseLinkIT {
  private static final int SERVERS = 3;
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration ANSWER = Duration.ofSeconds(2);
  private static final Duration BEAT = Duration.ofSeconds(1);

  /** What is left of a hold of three beats when the last renewal was just before the death. */
  private static final Duration IN_TIME = Duration.ofSeconds(2);

  @RegisterExtension static final Testbed bed = Testbed.withNats(SERVERS);

  private final List<Event> events = new CopyOnWriteArrayList<>();

  @Test
  void a_server_that_dies_without_a_word_is_left_for_another_one_while_the_lease_holds()
      throws Exception {
    FailoverBucket.create(bed.nats().connect(), SERVERS);
    RecordKeys keys = new RecordKeys(new ClusterName("shop"));
    LeaseEvents told = event -> events.add(event.apply(0));
    try (LeaseLink link =
        new LeaseLink(
            () -> bed.nats().options().build(), () -> new WatchSession(keys, told), told, ANSWER)) {
      link.start();
      link.beats(BEAT);
      link.restartWatch();
      bed.eventually(LONG, () -> count(Event.WatchListed.class) == 1);
      Connection first = link.connection().orElseThrow();
      NatsNode dead = server(first);

      // Its kernel still takes what is sent, as nobody's does who lost his power.
      dead.freeze();
      try {
        long frozenNs = System.nanoTime();
        bed.eventually(LONG, () -> link.connection().filter(now -> !now.equals(first)).isPresent());
        Duration took = Duration.ofNanos(System.nanoTime() - frozenNs);
        assertThat(took).isLessThan(IN_TIME);
        System.err.println("dead server: another one after " + took.toMillis() + " ms");
      } finally {
        dead.thaw();
      }
    }
  }

  private static NatsNode server(Connection connection) {
    return IntStream.rangeClosed(1, SERVERS)
        .mapToObj(bed.nats()::node)
        .filter(node -> node.relayUrl().equals(connection.getConnectedUrl()))
        .findFirst()
        .orElseThrow();
  }

  private long count(Class<? extends Event> kind) {
    return events.stream().filter(kind::isInstance).count();
  }
}
