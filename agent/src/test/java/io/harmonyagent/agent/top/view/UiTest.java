package io.harmonyagent.agent.top.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.agent.terminal.Key.Named;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the keys do. */
class UiTest {
  @Test
  void arrows_select_and_stop_at_the_ends() {
    Scene scene = Scene.ofFive();

    assertThat(scene.selected()).startsWith("pi-barn");
    assertThat(scene.press(Named.UP).selected()).startsWith("pi-barn");
    assertThat(scene.press(Named.DOWN).selected()).startsWith("pi-kitchen");
    assertThat(scene.press(Named.END).selected()).startsWith("pi-office");
    assertThat(scene.press(Named.DOWN).selected()).startsWith("pi-office");
    assertThat(scene.press(Named.HOME).selected()).startsWith("pi-barn");
    assertThat(scene.type("jjk").selected()).startsWith("pi-kitchen");
  }

  @Test
  void the_selection_stays_on_its_agent_when_that_changes_its_place() {
    Scene scene = Scene.ofFive().press(Named.END);

    scene.agent(
        "pi-office",
        12,
        Duration.ofMinutes(5),
        Scene.status("pi-office", 12, Scene.ready(Scene.ago(60))));

    assertThat(scene.selected()).startsWith("pi-office  Offline");
    assertThat(scene.lines().get(5)).contains("pi-office");
  }

  @Test
  void what_nobody_selected_is_the_first_row_whatever_comes() {
    Scene scene = new Scene();
    scene.agent("pi-b", 1, Duration.ofSeconds(1), Scene.status("pi-b", 1, Scene.ready(Scene.NOON)));
    assertThat(scene.selected()).startsWith("pi-b");

    scene.agent("pi-a", 1, Duration.ofSeconds(1), Scene.status("pi-a", 1, Scene.ready(Scene.NOON)));

    assertThat(scene.selected()).startsWith("pi-a");
  }

  @Test
  void pages_of_a_large_fleet_are_turned_and_the_selection_is_in_sight() {
    Scene scene = thousand();

    assertThat(scene.screen()).contains("1000 agents", "pi-0000", "pi-0018").doesNotContain("0019");
    assertThat(scene.press(Named.PAGE_DOWN).selected()).startsWith("pi-0019");
    assertThat(scene.press(Named.PAGE_DOWN).selected()).startsWith("pi-0038");
    assertThat(scene.press(Named.PAGE_UP).selected()).startsWith("pi-0019");
    assertThat(scene.type("G").selected()).startsWith("pi-0999");
    assertThat(scene.sized(80, 10).selected()).startsWith("pi-0999");
    assertThat(scene.sized(120, 40).selected()).startsWith("pi-0999");
  }

  @Test
  void enter_goes_in_and_escape_comes_back_to_where_one_was() {
    Scene scene = Scene.ofFive().press(Named.DOWN, Named.ENTER);
    scene.detail("pi-kitchen", List.of(), Scene.kitchen());

    assertThat(scene.focus()).contains(new AgentId("pi-kitchen"));
    scene.press(Named.DOWN, Named.ENTER);
    assertThat(scene.screen()).contains("› pi-kitchen › ntp ");
    assertThat(scene.press(Named.ESCAPE).selected()).startsWith("ntp");
    assertThat(scene.press(Named.ESCAPE).selected()).startsWith("pi-kitchen");
    assertThat(scene.focus()).isEmpty();
    assertThat(scene.press(Named.ESCAPE).isOver()).isFalse();
  }

  @Test
  void a_filter_shows_what_has_its_text_in_any_case() {
    Scene scene = Scene.ofFive().type("/KIT");

    assertThat(scene.screen()).contains("/KIT▏", "pi-kitchen").doesNotContain("pi-barn");
    assertThat(scene.press(Named.BACKSPACE, Named.BACKSPACE, Named.BACKSPACE).screen())
        .contains("pi-barn");
  }

  @Test
  void a_filter_finds_states_and_troubles_too() {
    assertThat(Scene.ofFive().type("/offline").selected()).startsWith("pi-barn");
    assertThat(Scene.ofFive().type("/ntp.service").selected()).startsWith("pi-kitchen");
  }

  @Test
  void enter_keeps_the_filter_and_escape_drops_it() {
    Scene scene = Scene.ofFive().type("/kit").press(Named.ENTER);

    assertThat(scene.screen()).contains("only 'kit', esc: all").doesNotContain("pi-barn");
    assertThat(scene.type("q").isOver()).isTrue();
    assertThat(scene.press(Named.ESCAPE).screen()).contains("pi-barn");
    assertThat(Scene.ofFive().type("/kit").press(Named.ESCAPE).screen()).contains("pi-barn");
  }

  @Test
  void letters_of_a_filter_are_no_commands() {
    Scene scene = Scene.ofFive().type("/q?s");

    assertThat(scene.isOver()).isFalse();
    assertThat(scene.screen()).contains("/q?s▏", "nothing here has 'q?s' in it");
  }

  @Test
  void the_fleet_can_be_ordered_by_name() {
    Scene scene = Scene.ofFive().type("s");

    assertThat(scene.lines().get(4)).startsWith(" pi-barn");
    assertThat(scene.lines().get(6)).startsWith(" pi-new");
    assertThat(scene.screen()).contains("s by trouble");
  }

  @Test
  void quitting_has_two_keys_and_help_is_closed_first() {
    assertThat(Scene.ofFive().type("q").isOver()).isTrue();
    assertThat(Scene.ofFive().press(Named.INTERRUPT).isOver()).isTrue();
    assertThat(Scene.ofFive().type("/x").press(Named.INTERRUPT).isOver()).isTrue();
    assertThat(Scene.ofFive().type("?q").isOver()).isFalse();
    assertThat(Scene.ofFive().type("?qq").isOver()).isTrue();
  }

  @Test
  void a_lost_connection_is_told_and_time_stands_still_behind_it() {
    Scene scene = Scene.ofFive().hear(new News.Lost()).later(Duration.ofMinutes(10));

    assertThat(scene.screen())
        .contains("NO CONNECTION for 10m, trying again", "pi-office  Ready       12      3s");
    scene.hear(new News.Remark("cannot reach the mesh: refused"));
    assertThat(scene.screen()).contains("NO CONNECTION for 10m, trying again: c…");
    scene.hear(new News.Connected());
    assertThat(scene.screen())
        .doesNotContain("NO CONNECTION")
        .contains("pi-office  Offline     12      10m");
  }

  @Test
  void a_log_is_followed_until_somebody_scrolls_away_from_its_end() {
    Scene scene = Scene.ofFive().press(Named.DOWN, Named.ENTER);
    scene.detail("pi-kitchen", List.of(), Scene.kitchen()).type("l");
    LogKey key = new LogKey(new AgentId("pi-kitchen"), new ResourceId("app"));

    assertThat(scene.screen()).contains("› pi-kitchen › app › log", "asking the device …");
    scene.hear(new News.LogBegun(key));
    for (int i = 0; i < 100; i++) {
      scene.hear(new News.LogPiece(key, "line " + i + "\nli")).hear(new News.LogPiece(key, "ne\n"));
    }
    assertThat(scene.screen()).contains(" line 99\n").doesNotContain(" line 80\n");
    scene.press(Named.PAGE_UP).hear(new News.LogPiece(key, "the newest\n"));
    assertThat(scene.screen()).doesNotContain("the newest");
    scene.press(Named.END).hear(new News.LogEnded(key, "the container is gone"));
    assertThat(scene.screen()).contains("the newest", "the container is gone");
    assertThat(scene.press(Named.ESCAPE).selected()).startsWith("app");
  }

  @Test
  void an_agent_that_is_gone_stays_readable_and_one_can_go_back() {
    Scene scene = Scene.ofFive().press(Named.END, Named.ENTER);
    scene.hear(new News.Listing()).hear(new News.Listed());

    assertThat(scene.screen()).contains("pi-office is not known to the mesh");
    assertThat(scene.press(Named.ESCAPE).screen()).contains("no agent has been heard of yet");
    assertThat(scene.press(Named.ENTER, Named.DOWN, Named.PAGE_UP).focus()).isEmpty();
  }

  private static Scene thousand() {
    Scene scene = new Scene();
    scene.hear(new News.Listing());
    for (int i = 0; i < 1_000; i++) {
      String id = "pi-%04d".formatted(i);
      scene.agent(id, 1, Duration.ofSeconds(5), Scene.status(id, 1, Scene.ready(Scene.ago(60))));
    }
    return scene.hear(new News.Listed());
  }

  @Test
  void a_picture_of_a_thousand_agents_is_made_in_no_time() {
    Scene scene = thousand();
    scene.screen();

    long start = System.nanoTime();
    for (int i = 0; i < 20; i++) {
      scene.press(Named.DOWN).screen();
    }

    assertThat(Duration.ofNanos(System.nanoTime() - start).dividedBy(20))
        .isLessThan(Duration.ofMillis(200));
  }
}
