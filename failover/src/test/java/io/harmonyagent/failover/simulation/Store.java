package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.CasOutcome;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.SiteReport;
import io.harmonyagent.failover.core.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * JetStream as one stream: a total order, a leader's wall clock, answers that get lost, and a disk
 * that may forget the last writes. Assumption (S8): a restart that forgets also ends every
 * connection, so that no request from before it is carried out after it.
 */
final class Store {
  static final int CONFIG = 0;
  static final int LEASE = 1;
  private static final int KEYS = 4;
  private static final int RING = 4_096;
  private static final int STALE_MAX = 40;

  /** One message of the stream; the key of a report is 2 + site. */
  record Entry(long sequence, int key, long serverTimeMs, long trueUs, Object value) {}

  private final World world;
  private final @Nullable Entry[] ring = new @Nullable Entry[RING];
  private @Nullable Entry[] latest = new @Nullable Entry[KEYS];
  private long last;
  private int incarnation = 1;
  private int down;
  private long skewUs;
  private int inFlightFaults;
  private long ackLossPpm;
  private int lateAcks;
  private int twice;
  private int staleListings;

  Store(World world) {
    this.world = world;
  }

  long last() {
    return last;
  }

  int incarnation() {
    return incarnation;
  }

  @Nullable Stored lease() {
    Entry entry = latest[LEASE];
    return entry == null ? null : stored(entry);
  }

  /** Operators write through a connection of their own, and try until it works. */
  void writeConfig(ClusterConfig config) {
    if (down > 0) {
      world.in(world.heartbeatUs, () -> writeConfig(config));
      return;
    }
    append(CONFIG, config);
  }

  void receiveReport(int site, int connection, SiteReport report) {
    if (down > 0 || connection != incarnation) {
      return;
    }
    append(2 + site, report);
  }

  void receiveCas(Agent from, int process, int connection, long expected, LeaseRecord lease) {
    if (connection != incarnation) {
      world.coverage.count(Covered.OLD_CONNECTION_REFUSED);
    }
    if (down > 0 || connection != incarnation) {
      return;
    }
    Entry standing = latest[LEASE];
    long revision = standing == null ? 0 : standing.sequence();
    CasOutcome outcome;
    if (inFlightFaults > 0 && world.dice.oneIn(2)) {
      outcome = new CasOutcome.InFlight();
    } else if (revision != expected) {
      outcome = new CasOutcome.Lost(revision);
    } else {
      if (standing == null) {
        world.oracle.storing(null, 0, lease);
      } else {
        world.oracle.storing(stored(standing), standing.trueUs(), lease);
      }
      Entry entry = append(LEASE, lease);
      outcome = new CasOutcome.Acked(entry.sequence(), entry.serverTimeMs());
    }
    answer(from, process, lease, outcome);
  }

  private void answer(Agent to, int process, LeaseRecord lease, CasOutcome outcome) {
    if (world.dice.chance(ackLossPpm)) {
      world.coverage.count(Covered.CAS_ANSWER_LOST);
      return;
    }
    long lateUs = lateAcks > 0 ? world.dice.between(0, 3 * world.heartbeatUs) : 0;
    int times = twice > 0 ? 2 : 1;
    for (int i = 0; i < times; i++) {
      boolean again = i > 0;
      world.network.send(
          Network.STORE,
          to.site,
          () -> world.in(lateUs, () -> to.answered(process, lease.claim(), outcome, again)));
    }
  }

  private Entry append(int key, Object value) {
    last++;
    Entry entry = new Entry(last, key, (world.nowUs + skewUs) / 1_000, world.nowUs, value);
    ring[(int) (last % RING)] = entry;
    latest[key] = entry;
    for (Agent agent : world.agents) {
      agent.watch.published(entry, twice > 0);
    }
    return entry;
  }

  static Stored stored(Entry entry) {
    return new Stored(entry.sequence(), entry.serverTimeMs(), (LeaseRecord) entry.value());
  }

  boolean isUp() {
    return down == 0;
  }

  /** How far the server knows the stream that answers a listing: it may lag behind. */
  long listsUpTo() {
    return staleListings > 0 ? Math.max(1, last - world.dice.below(STALE_MAX)) : last;
  }

  /** The newest entry of each key as one server knows it, in the order of the stream. */
  List<Entry> listing(long upTo) {
    List<Entry> entries = new ArrayList<>(KEYS);
    for (@Nullable Entry entry : latestUpTo(upTo)) {
      if (entry != null) {
        entries.add(entry);
      }
    }
    entries.sort((a, b) -> Long.compare(a.sequence(), b.sequence()));
    return entries;
  }

  boolean remembers(long sequence) {
    return last - sequence < RING / 2;
  }

  List<Entry> since(long sequence) {
    List<Entry> entries = new ArrayList<>();
    for (long next = sequence; next <= last; next++) {
      entries.add(Objects.requireNonNull(ring[(int) (next % RING)]));
    }
    return entries;
  }

  private @Nullable Entry[] latestUpTo(long sequence) {
    @Nullable Entry[] found = latest.clone();
    for (int key = 0; key < KEYS; key++) {
      Entry entry = found[key];
      if (entry == null || entry.sequence() <= sequence) {
        continue;
      }
      found[key] = null;
      for (long at = sequence; at > 0 && at > last - RING; at--) {
        Entry older = Objects.requireNonNull(ring[(int) (at % RING)]);
        if (older.key() == key) {
          found[key] = older;
          break;
        }
      }
    }
    return found;
  }

  void goDown() {
    down++;
  }

  void comeUp() {
    down--;
  }

  void changeLeader(long newSkewUs) {
    skewUs = newSkewUs;
    for (Agent agent : world.agents) {
      if (world.dice.oneIn(2)) {
        agent.watch.breakOff(!world.dice.oneIn(4));
      }
    }
  }

  /** Everything younger than this was never synced. The config is old enough to stay. */
  void loseWritesSince(long trueUs) {
    long keep = last;
    while (keep > 1
        && last - keep < RING / 2
        && Objects.requireNonNull(ring[(int) (keep % RING)]).trueUs() > trueUs) {
      keep--;
    }
    Stored standing = lease();
    Stored kept = leaseUpTo(keep);
    world.oracle.losing(standing, kept);
    Entry config = latest[CONFIG];
    latest = latestUpTo(keep);
    if (!Objects.equals(standing, kept)) {
      world.coverage.count(Covered.LEASE_FORGOTTEN);
    }
    if (!Objects.equals(config, latest[CONFIG])) {
      world.coverage.count(Covered.CONFIG_FORGOTTEN);
    }
    last = keep;
    incarnation++;
    for (Agent agent : world.agents) {
      agent.watch.breakOff(!world.dice.oneIn(4));
    }
  }

  private @Nullable Stored leaseUpTo(long sequence) {
    Entry entry = latestUpTo(sequence)[LEASE];
    return entry == null ? null : stored(entry);
  }

  void inFlight(int change) {
    inFlightFaults += change;
  }

  void loseAcks(long ppm) {
    ackLossPpm += ppm;
  }

  void delayAcks(int change) {
    lateAcks += change;
  }

  void answerTwice(int change) {
    twice += change;
  }

  void listStale(int change) {
    staleListings += change;
  }
}
