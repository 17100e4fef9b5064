package io.harmonyagent.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What the network promises: that it carries, and that every fault is there and gone when asked.
 */
class NetworkIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  @BeforeAll
  static void boot() {
    bed.boot(bed.pi("kitchen"), bed.pi("attic"));
  }

  @Test
  void all_members_reach_each_other_by_name() {
    assertThat(reaches("kitchen", "attic")).isTrue();
    assertThat(reaches("attic", "nats-1")).isTrue();
  }

  @Test
  void a_partition_separates_two_and_leaves_the_others_alone() {
    bed.pi("kitchen").partitionFrom(bed.nats());

    assertThat(reaches("kitchen", "nats-1")).isFalse();
    assertThat(reaches("kitchen", "attic")).isTrue();
    assertThat(reaches("attic", "nats-1")).isTrue();

    bed.heal();
    bed.eventually(Duration.ofSeconds(10), () -> reaches("kitchen", "nats-1"));
  }

  @Test
  void a_one_way_partition_lets_the_other_way_pass() {
    Pi kitchen = bed.pi("kitchen");
    Pi attic = bed.pi("attic");
    bed.eventually(Duration.ofSeconds(10), () -> reaches("kitchen", "attic"));
    long heardBefore = echoRequestsHeardBy(attic);

    kitchen.cannotHear(attic);

    assertThat(reaches("kitchen", "attic")).isFalse();
    assertThat(echoRequestsHeardBy(attic)).isGreaterThanOrEqualTo(heardBefore + 3);
    long heardHere = echoRequestsHeardBy(kitchen);
    assertThat(reaches("attic", "kitchen")).isFalse();
    assertThat(echoRequestsHeardBy(kitchen)).isEqualTo(heardHere);
  }

  @Test
  void an_isolated_pi_reaches_nobody_also_after_a_power_cut() {
    Pi kitchen = bed.pi("kitchen");
    kitchen.isolate();
    kitchen.powerCut();
    kitchen.boot();

    assertThat(reaches("kitchen", "attic")).isFalse();
    assertThat(reaches("attic", "kitchen")).isFalse();

    kitchen.heal();
    bed.eventually(Duration.ofSeconds(10), () -> reaches("kitchen", "attic"));
  }

  @Test
  void a_delay_is_felt_in_both_directions_and_ends() {
    Pi kitchen = bed.pi("kitchen");
    kitchen.delay(Duration.ofMillis(30));

    assertThat(roundTripMs(kitchen, "attic")).isBetween(60.0, 75.0);
    kitchen.delay(Duration.ofMillis(10), Duration.ofMillis(20), 0);
    assertThat(roundTripMs(kitchen, "attic")).isBetween(20.0, 65.0);

    kitchen.heal();
    assertThat(roundTripMs(kitchen, "attic")).isLessThan(5.0);
  }

  @Test
  void a_slow_line_stays_slow_over_a_power_cut() {
    Pi kitchen = bed.pi("kitchen");
    kitchen.delay(Duration.ofMillis(30));
    kitchen.powerCut();
    kitchen.delay(Duration.ofMillis(20));
    kitchen.boot();

    assertThat(roundTripMs(kitchen, "attic")).isBetween(40.0, 59.0);

    kitchen.powerCut();
    kitchen.heal();
    kitchen.boot();
    assertThat(roundTripMs(kitchen, "attic")).isLessThan(5.0);
  }

  @Test
  void a_lossy_line_loses_about_what_it_was_told_to() {
    Pi kitchen = bed.pi("kitchen");
    kitchen.lose(30);

    // Both ways: 0.7 * 0.7 of the echoes come back.
    String summary = kitchen.run("ping", "-q", "-c200", "-i0.002", "-W0.3", "attic").out();

    Matcher received = Pattern.compile("(\\d+) received").matcher(summary);
    assertThat(received.find()).isTrue();
    assertThat(Integer.parseInt(received.group(1))).isBetween(60, 140);
  }

  @Test
  void a_slow_line_carries_bulk_unharmed() {
    Pi kitchen = bed.pi("kitchen");
    Pi attic = bed.pi("attic");
    attic.run("sh", "-c", "head -c 20000000 /dev/urandom >/var/tmp/bulk").orFail();
    attic
        .run("systemd-run", "--unit=bulk", "busybox", "httpd", "-f", "-p", "9001", "-h", "/var/tmp")
        .orFail();
    kitchen.delay(Duration.ofMillis(5));

    Output sum =
        kitchen.run(
            "sh", "-c", "curl -s --retry 5 --retry-connrefused attic:9001/bulk | sha256sum");

    assertThat(sum.out()).isEqualTo(attic.run("sh", "-c", "sha256sum </var/tmp/bulk").out());
  }

  @Test
  void the_test_talks_to_nats_also_when_no_pi_can() throws Exception {
    Connection connection = bed.nats().connect();
    bed.nats().node(1).isolate();

    assertThat(connection.RTT()).isLessThan(Duration.ofMillis(50));
    assertThat(reaches("kitchen", "nats-1")).isFalse();
  }

  private static boolean reaches(String from, String to) {
    return bed.pi(from).run("ping", "-q", "-c3", "-i0.02", "-W0.3", to).ok();
  }

  private static double roundTripMs(Pi from, String to) {
    String summary = from.run("ping", "-q", "-c5", "-i0.02", "-w2", to).orFail().out();
    Matcher average = Pattern.compile("= [0-9.]+/([0-9.]+)/").matcher(summary);
    assertThat(average.find()).as(summary).isTrue();
    return Double.parseDouble(average.group(1));
  }

  private static long echoRequestsHeardBy(Pi pi) {
    String count =
        pi.run("nstat", "--zeros", "--ignore", "--noupdate", "IcmpInEchos").orFail().out();
    Matcher number = Pattern.compile("IcmpInEchos +(\\d+)").matcher(count);
    assertThat(number.find()).as(count).isTrue();
    return Long.parseLong(number.group(1));
  }
}
