package io.harmonyagent.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class JournalTest {
  private static final Map<String, String> SITES = Map.of("192.0.2.1", "west");

  @Test
  void every_kind_of_line_is_read() {
    Journal journal =
        Journal.parse(
            "a",
            """
            failed 1 2 no_host
            connected 3 192.0.2.1
            acked 1 10 20 192.0.2.1 0000000A0000000000000003 50331768 15
            refused 2 30 40 25006
            unknown 3 50 60 no_answer
            """,
            SITES);

    assertThat(journal.refusedSessions()).isEqualTo(1);
    assertThat(journal.sessions()).containsExactly(new Journal.Session(3, "west"));
    assertThat(journal.attempts())
        .containsExactly(
            new Attempt(new WriteId("a", 1), 10, 20, new Answer.Acked("west", 10, 50331768, 15)),
            new Attempt(new WriteId("a", 2), 30, 40, new Answer.Refused("25006")),
            new Attempt(new WriteId("a", 3), 50, 60, new Answer.Unknown("no_answer")));
  }

  @Test
  void a_last_line_that_was_cut_off_says_nothing() {
    assertThat(Journal.parse("a", "refused 1 10 20 25006\nacked 2 30", SITES).attempts())
        .hasSize(1);
  }

  @Test
  void anything_else_is_no_journal() {
    assertThatThrownBy(() -> Journal.parse("a", "hello\n", SITES))
        .hasMessageContaining("no line of a journal");
  }

  @Test
  void a_timeline_history_tells_where_each_timeline_ended() {
    Forks forks = Forks.parse("1\t0/3000148\tno recovery target specified\n\n2\t1/0\treason\n");

    assertThat(forks.endOf(1)).hasValue(0x3000148);
    assertThat(forks.endOf(2)).hasValue(1L << 32);
    assertThat(forks.endOf(3)).isEmpty();
  }
}
