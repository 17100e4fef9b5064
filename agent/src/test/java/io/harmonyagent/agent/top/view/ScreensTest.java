package io.harmonyagent.agent.top.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.agent.terminal.Cells;
import io.harmonyagent.agent.terminal.Key.Named;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is on the screen, letter by letter. */
class ScreensTest {
  private static final List<Part> KITCHEN =
      List.of(
          Scene.part("web", "Container", "web-config"),
          Scene.part("app", "Container"),
          Scene.part("web-config", "File"),
          Scene.part("ntp", "SystemdUnit", "app"),
          Scene.part("new", "File"));

  @Test
  void the_fleet_has_its_trouble_on_top() throws IOException {
    assertThat(Scene.ofFive().screen()).isEqualTo(Scene.expected("fleet-80x24"));
  }

  @Test
  void a_fleet_that_cannot_be_read_says_why() {
    Scene scene = new Scene();
    assertThat(scene.screen()).contains("reading the fleet …");

    scene.hear(new News.Remark("bucket harmony_agents: stream not found; 'harmonyctl init'"));
    assertThat(scene.screen()).contains("stream not found; 'harmonyctl init'");

    scene.hear(new News.Listing());
    scene.hear(new News.Listed());
    assertThat(scene.screen()).contains("no agent has been heard of yet");
  }

  @Test
  void the_end_of_a_long_line_of_a_log_can_be_read() {
    Scene scene = kitchen().press(Named.END, Named.ENTER).type("l");
    LogKey web = new LogKey(new AgentId("pi-kitchen"), new ResourceId("web"));

    scene.hear(new News.LogBegun(web));
    scene.hear(new News.LogPiece(web, "x".repeat(150) + " the end\n\nnext\n"));

    assertThat(scene.lines()).contains(" " + "x".repeat(71) + " the end", "", " next");
  }

  @Test
  void a_wider_screen_has_room_for_longer_sentences() {
    List<String> lines = Scene.ofFive().sized(120, 40).lines();

    assertThat(lines).hasSize(40);
    assertThat(lines.get(0)).hasSize(119).endsWith("tls://mesh.example:4222");
    assertThat(lines.get(5))
        .isEqualTo(
            " pi-kitchen Degraded    42/43   12s  2/4   ntp: the job to start ntp.service ended as"
                + " 'failed'; look at 'journalctl -u …");
  }

  @Test
  void an_agent_has_its_resources_after_what_they_depend_on() throws IOException {
    assertThat(kitchen().screen()).isEqualTo(Scene.expected("agent-80x24"));
  }

  @Test
  void a_running_reconcile_ticks() {
    Scene scene = kitchen();

    assertThat(scene.screen()).contains("Reconciling 1m    1m15s");
    assertThat(scene.later(Duration.ofSeconds(1)).screen()).contains("Reconciling 1m    1m16s");
  }

  @Test
  void a_resource_says_what_is_wrong_in_full() throws IOException {
    Scene scene = kitchen().press(Named.DOWN, Named.DOWN, Named.ENTER);

    assertThat(scene.screen()).isEqualTo(Scene.expected("resource-80x24"));
  }

  @Test
  void a_container_shows_what_it_is_and_its_last_drift() {
    Scene scene = kitchen().press(Named.END, Named.ENTER);

    assertThat(scene.screen())
        .contains(
            " container   4f5e6d7c8b9a\n image       sha256:ab\n health      healthy\n",
            " restarts    1\n last drift  11:55:00Z: stopped by hand; repaired in 41ms\n",
            " depends on  web-config\n");
  }

  @Test
  void the_help_fits_the_usual_terminal() {
    Scene scene = Scene.ofFive().type("?");

    assertThat(scene.lines()).hasSize(24);
    assertThat(scene.screen())
        .contains("PgUp PgDn", "Ctrl-L", "q Ctrl-C", "Unknown", "any key closes the help")
        .doesNotContain("…");
  }

  @ParameterizedTest
  @CsvSource({"39, 24", "80, 7", "1, 1", "5, 2"})
  void a_terminal_that_is_too_small_says_so(int columns, int rows) {
    Scene scene = Scene.ofFive().sized(columns, rows);

    assertThat(scene.lines()).hasSizeLessThanOrEqualTo(rows);
    assertThat(scene.widestLine()).isLessThanOrEqualTo(columns);
    assertThat(scene.lines().getFirst())
        .isEqualTo(Cells.fit(columns + "×" + rows + " is too small", columns).stripTrailing());
  }

  @ParameterizedTest
  @CsvSource({"40, 8", "41, 9", "79, 23", "200, 60", "1000, 1000"})
  void every_screen_keeps_within_every_terminal(int columns, int rows) {
    Scene scene = kitchen().sized(columns, rows);
    for (int page = 0; page < 3; page++) {
      assertThat(scene.widestLine()).isLessThanOrEqualTo(columns);
      assertThat(scene.lines()).hasSizeLessThanOrEqualTo(rows);
      scene.press(Named.ENTER);
    }
    assertThat(scene.type("?").lines()).hasSizeLessThanOrEqualTo(rows);
  }

  @Test
  void long_names_are_cut_and_leave_room_for_the_rest() {
    String name = "a-window-display-with-a-name-that-somebody-must-have-liked";
    Scene scene =
        Scene.ofFive()
            .agent(
                name, 1, Duration.ofSeconds(1), Scene.status(name, 1, Scene.ready(Scene.ago(9))));

    assertThat(scene.screen()).contains(" a-window-display-with-a… Ready       1       1s   1/1");
    assertThat(scene.sized(120, 40).screen())
        .contains(" a-window-display-with-a-name-that-s… Ready       1       1s   1/1");
  }

  @Test
  void wide_characters_keep_the_columns_straight() {
    Scene scene = kitchen();
    scene.hear(new News.Remark("漢字"));
    scene.detail("pi-kitchen", KITCHEN, Scene.failing("漢字漢字漢字漢字漢字漢字漢字漢字漢字"));

    assertThat(scene.screen()).contains("Failed      1m    -      Wrong: 漢字漢字漢字漢字漢字漢…");
    assertThat(scene.widestLine()).isEqualTo(80);
  }

  @Test
  void what_a_device_says_cannot_command_the_terminal() {
    Scene scene = kitchen();
    scene.detail("pi-kitchen", KITCHEN, Scene.failing("\u001b]0;owned\u0007\u001b[2J"));

    assertThat(scene.screen()).contains("\uFFFD]0;owned").doesNotContain("\u001b", "\u0007");
  }

  private static Scene kitchen() {
    return Scene.ofFive()
        .press(Named.DOWN, Named.ENTER)
        .detail("pi-kitchen", KITCHEN, Scene.kitchen());
  }
}
