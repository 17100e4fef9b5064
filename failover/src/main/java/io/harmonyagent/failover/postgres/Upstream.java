package io.harmonyagent.failover.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.harmonyagent.failover.site.DatabaseFailure;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The other site's PostgreSQL, asked over mutual TLS by psql. */
final class Upstream {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /**
   * What it says of itself.
   *
   * @param standby it is not promoted, or not yet: nobody can follow it
   * @param oldestLsn where the oldest part of its log begins that it still has
   */
  record Answer(
      boolean standby, String systemId, Timelines timelines, long oldestLsn, long segmentBytes) {

    /** Whether whoever has the log up to there can get the rest; whole segments are asked for. */
    boolean hasLogFrom(long lsn) {
      return oldestLsn <= lsn - lsn % segmentBytes;
    }
  }

  /** The checkpoint makes pg_control name the timeline that a promotion has just begun. */
  private static final String QUESTION =
      """
      select pg_is_in_recovery() \\gset
      \\if :pg_is_in_recovery
      \\else
      checkpoint;
      \\endif
      select pg_is_in_recovery(), system_identifier, timeline_id,
        case when timeline_id > 1 then encode(pg_read_binary_file(
          'pg_wal/' || upper(lpad(to_hex(timeline_id), 8, '0')) || '.history'), 'hex') end,
        (select min(substr(name, 9)) from pg_ls_dir('pg_wal', false, false) as name
          where name ~ '^[0-9A-F]{24}$'),
        bytes_per_wal_segment
      from pg_control_system(), pg_control_checkpoint(), pg_control_init();
      """;

  private final PostgresSettings settings;
  private final Programs programs;

  Upstream(PostgresSettings settings, Programs programs) {
    this.settings = settings;
    this.programs = programs;
  }

  /** Nothing when it cannot be reached. */
  Optional<Answer> ask() throws InterruptedException {
    try {
      return answer(psql(QUESTION));
    } catch (DatabaseFailure e) {
      return Optional.empty();
    }
  }

  static Optional<Answer> answer(String said) {
    String[] words = said.strip().split("\\|", -1);
    if (words.length != 6) {
      return Optional.empty();
    }
    String history = new String(HexFormat.of().parseHex(words[3]), UTF_8);
    long segmentBytes = Long.parseLong(words[5]);
    return Optional.of(
        new Answer(
            words[0].equals("t"),
            words[1],
            Timelines.parse(Long.parseLong(words[2]), history),
            beginOf(words[4], segmentBytes),
            segmentBytes));
  }

  /** Of a segment's name without its timeline: the upper half of the place, and a number in it. */
  private static long beginOf(String segment, long segmentBytes) {
    return segment.isEmpty()
        ? Long.MAX_VALUE
        : (Long.parseLong(segment.substring(0, 8), 16) << 32)
            + Long.parseLong(segment.substring(8), 16) * segmentBytes;
  }

  /** Makes our slot there; one that the other site had to give up is replaced. */
  void provideSlot() throws DatabaseFailure, InterruptedException {
    String slot = settings.slotOf(settings.me());
    psql(
        """
        select pg_drop_replication_slot(slot_name) from pg_replication_slots
          where slot_name = '%1$s' and wal_status = 'lost';
        select pg_create_physical_replication_slot('%1$s')
          where not exists (select from pg_replication_slots where slot_name = '%1$s');
        """
            .formatted(slot));
  }

  private String psql(String commands) throws DatabaseFailure, InterruptedException {
    return programs.run(
        LIMIT,
        "psql",
        List.of(
            "--no-psqlrc",
            "--quiet",
            "--no-align",
            "--tuples-only",
            "--no-password",
            "--set=ON_ERROR_STOP=1",
            "--dbname=" + settings.peerConninfo("harmony_agent")),
        commands);
  }
}
