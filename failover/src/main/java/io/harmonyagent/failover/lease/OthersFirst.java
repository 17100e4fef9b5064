package io.harmonyagent.failover.lease;

import io.nats.client.Options;
import io.nats.client.impl.NatsServerPool;
import java.util.Comparator;

/**
 * The servers for one connection, in any order, but for the one that was lost: to wait for that one
 * costs more time than a lease has. (Servers that are given to the options once more would not take
 * the place of those that they have.)
 */
final class OthersFirst extends NatsServerPool {
  private final String lost;

  /**
   * @param lost its URL, as the client tells it
   */
  OthersFirst(String lost) {
    this.lost = lost;
  }

  @Override
  public void initialize(Options options) {
    super.initialize(options);
    entryList.sort(Comparator.comparing(entry -> entry.nuri.toString().equals(lost)));
  }
}
