package io.harmonyagent.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.config.MeshConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What harmonyctl does without a mesh. */
class OfflineCommandsTest {
  @TempDir private Path temporary;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void every_example_is_valid() {
    for (String name : List.of("hello", "files", "units", "container")) {
      assertThat(run("validate", "../examples/" + name + ".yaml")).as(err.toString()).isZero();
    }
  }

  @Test
  void what_is_found_of_a_clusters_config_is_there_for_programs_too() {
    assertThat(
            run(
                "failover",
                "config",
                "check",
                "-o",
                "json",
                "-f",
                "../examples/multisite-postgres.yaml"))
        .isZero();
    assertThat(out.toString())
        .contains("\"safe\": true", "\"written\": false", "\"primary_site_id\": \"site-shop\"");
  }

  @Test
  void every_mistake_of_every_document_has_its_line_and_column() throws Exception {
    Path file =
        write(
            """
            resources: []
            surprise: 1
            ---
            resources:
              - id: Bad
            """);

    assertThat(run("validate", file)).isEqualTo(2);
    assertThat(err.toString())
        .contains(file + ":2:11: /surprise: is not a field", file + ":5:9: /resources/0/id: must");
  }

  @Test
  void an_unknown_kind_is_a_mistake_with_its_place() throws Exception {
    Path file = write("resources:\n  - id: a\n    spec: {kind: Fil}\n");

    assertThat(run("validate", file)).isEqualTo(2);
    assertThat(err.toString()).contains(file + ":2:5: ", "'Fil'", "harmonyctl explain");
  }

  @Test
  void a_file_without_an_end_is_not_read_to_it() {
    assertThat(run("validate", "/dev/zero")).isEqualTo(2);
    assertThat(err.toString()).contains("/dev/zero has more than", "artifact put");
  }

  @Test
  void documents_may_speak_of_each_others_resources() throws Exception {
    Path file =
        write(
            """
            resources: [{id: b, depends_on: [a], spec: {kind: File, path: /b, content: {inline: x}}}]
            ---
            resources: [{id: a, spec: {kind: File, path: /a, content: {inline: x}}}]
            """);

    assertThat(run("validate", file)).as(err.toString()).isZero();
  }

  @Test
  void documents_that_are_good_alone_may_be_wrong_together() throws Exception {
    String one = "resources: [{id: a, spec: {kind: File, path: /a, content: {inline: x}}}]\n";
    Path file = write(one + "---\n" + one);

    assertThat(run("validate", file)).isEqualTo(2);
    assertThat(err.toString()).contains(file + ":3:", "'a'");
  }

  @Test
  void a_directory_is_validated_as_it_is_applied() throws Exception {
    Path file = write("resources: [{id: A}]\n");

    assertThat(run("validate", temporary)).isEqualTo(2);
    assertThat(err.toString()).contains(file + ":1:18: /resources/0/id: must");
  }

  @Test
  void a_devices_own_values_are_no_mistake_and_unknown_ones_are() throws Exception {
    String file =
        "resources: [{id: \"a-${agent.id}\", spec: {kind: File, path: \"%s\","
            + " content: {inline: x}}}]\n";

    assertThat(run("validate", write(file.formatted("${label.base}/x")))).as("" + err).isZero();
    assertThat(run("validate", write(file.formatted("/x/${agent.nam}")))).isEqualTo(2);
    assertThat(err.toString()).contains(":1:", "${agent.nam} is not known");
  }

  @Test
  void a_file_that_is_not_there_is_named_and_the_others_are_checked() throws Exception {
    Path good = write("resources: []\n");

    assertThat(run("validate", temporary.resolve("gone.yaml"), good)).isEqualTo(2);
    assertThat(err.toString()).contains("there is no file", "gone.yaml");
    assertThat(out.toString()).isEqualTo(good + ": good\n");
  }

  @Test
  void programs_read_what_is_wrong_and_no_names_are_no_line() throws Exception {
    Path file = write("resources: []\n");

    assertThat(run("validate", file, "-o", "name")).isZero();
    assertThat(out.toString()).isEmpty();
    assertThat(run("validate", file, "-o", "json")).isZero();
    assertThat(out.toString()).contains("\"good\": true", "\"mistakes\": []");
  }

  @Test
  void a_command_line_that_is_wrong_is_answered_in_a_few_lines() {
    assertThat(run("apply", "--agnt", "pi-1", "-f", "x.yaml")).isEqualTo(2);

    assertThat(err.toString()).contains("apply: ", "--agnt", "--agent", "apply --help' explains");
    assertThat(err.toString().lines()).hasSizeLessThan(5);
  }

  @Test
  void a_command_that_is_nothing_but_others_says_where_they_are_listed() {
    for (String group : List.of("get", "delete", "config", "failover", "artifact", "update")) {
      assertThat(run(group)).isEqualTo(2);
      assertThat(err.toString()).contains(group + " --help' lists");
    }
    assertThat(run()).isEqualTo(2);
  }

  @Test
  void what_an_agent_would_pass_over_is_warned_of_before_it_is_sent() throws Exception {
    Path file = write("resources: []\nsurprise: 1\n");

    assertThat(run("apply", "-s", "nats://127.0.0.1:1", "-f", file, "--agent", "a")).isEqualTo(3);
    assertThat(err.toString()).contains("warning: " + file + ":2:11: /surprise: is not a field");
  }

  @Test
  void options_for_tls_are_never_passed_over_in_silence() {
    assertThat(run("get", "agents", "-s", "nats://127.0.0.1:1", "--tls-ca", "ca.pem")).isEqualTo(2);
    assertThat(run("get", "agents", "--creds", "me.creds")).isEqualTo(2);
    assertThat(run("get", "agents", "-s", "nats://127.0.0.1:1", "--context", "home")).isEqualTo(2);

    assertThat(err.toString())
        .contains("need servers with tls://", "go with --server", "each say where the mesh is");
  }

  @Test
  void a_key_that_is_not_there_is_a_wrong_command_line_and_no_lost_mesh() {
    assertThat(run("get", "agents", "-s", "nats://127.0.0.1:1", "--nkey", "/no/such/key"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("/no/such/key");
  }

  @Test
  void a_mesh_that_cannot_be_reached_is_a_finding_with_a_remedy() {
    assertThat(run("doctor", "-s", "nats://127.0.0.1:1")).isEqualTo(3);
    assertThat(out.toString()).contains("BAD", "cannot reach nats://127.0.0.1:1", "-> ");
  }

  @Test
  void nonsense_is_refused_before_anything_is_asked() throws Exception {
    Path file = write("resources: []\n");
    String server = "nats://127.0.0.1:1";

    assertThat(run("logs", "-s", server, "--agent", "a", "--tail", "-1")).isEqualTo(2);
    assertThat(run("wait", "-s", server, "--agent", "a", "--timeout", "0")).isEqualTo(2);
    assertThat(run("apply", "-s", server, "-f", file, "--agent", "a", "--timeout", "-5"))
        .isEqualTo(2);
    assertThat(run("failover", "switchover", "shop", "-s", server, "--timeout", "0")).isEqualTo(2);
    assertThat(run("failover", "failover", "shop", "-s", server, "-y", "--to", "")).isEqualTo(2);
    assertThat(run("failover", "lift-safe", "shop", "-s", server, "-y", "--site", " "))
        .isEqualTo(2);
    assertThat(run("update", "rollout", "1.4.0", "No!", "-s", server)).isEqualTo(2);
    assertThat(run("describe", "No!", "-s", server, "--agent", "a")).isEqualTo(2);
    assertThat(run("history", "not.an.id", "-s", server)).isEqualTo(2);
  }

  @Test
  void a_field_is_explained_with_its_type_and_default() {
    assertThat(run("explain", "Container.health.interval")).isZero();
    assertThat(out.toString()).contains("<text>", "default 30s", "From one check to the next.");
  }

  @Test
  void explanations_fit_80_columns() {
    for (String what :
        List.of("", "Resource", "File", "SystemdUnit", "Container", "PostgresSite.tls")) {
      assertThat(run("explain", what)).isZero();
    }
    assertThat(run("explain", "MultisitePostgres")).isZero();
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
    assertThat(out.toString())
        .contains("KINDS", "drop_ins", "restart_on", "image  <text>  required");
  }

  @Test
  void a_field_that_is_not_there_is_answered_by_those_that_are() {
    assertThat(run("explain", "Container.imge")).isEqualTo(2);
    assertThat(err.toString()).contains("no field 'imge'", "image, ");
  }

  @Test
  void every_kind_of_the_schema_is_explained_and_every_type_has_a_word() {
    assertThat(run("explain")).isZero();
    assertThat(out.toString()).contains("PostgresSite", "MultisitePostgres");
    assertThat(run("explain", "Container")).isZero();
    assertThat(out.toString())
        .contains("env  <map of text>", "memory  <text or whole number>")
        .doesNotContain("anything");
    assertThat(run("explain", "MultisitePostgres.timings.heartbeat_timeout")).isZero();
    assertThat(run("explain", "Container.image.x")).isEqualTo(2);
    assertThat(err.toString()).contains("no field 'x' there; there are none");
  }

  @Test
  void contexts_are_listed_deleted_and_do_not_hide_each_other() throws Exception {
    ContextFile contexts = new ContextFile(temporary.resolve("harmony"));
    MeshConfig config =
        new MeshConfig(
            List.of("nats://a:4222"), Optional.empty(), Optional.empty(), Optional.empty());
    contexts.set("home", config);
    contexts.set("old", config);
    contexts.use("old");
    Files.writeString(temporary.resolve("harmony/contexts/broken.yaml"), "servers: 7\n");

    String table = ContextsView.of(contexts).table(false);
    assertThat(table).contains("* ", "old", "nats://a:4222", "broken", "/servers");
    contexts.delete("old");

    assertThat(ContextsView.of(contexts).names()).containsExactly("broken", "home");
    assertThat(contexts.current()).isEmpty();
    Assertions.assertThatThrownBy(() -> contexts.delete("old")).hasMessageContaining("no context");
  }

  @Test
  void bash_completes_commands_and_options() throws Exception {
    assertThat(run("completion", "bash")).isZero();
    String script = out.toString();

    assertThat(completed(script, "harmonyctl", "art")).isEqualTo("artifact");
    assertThat(completed(script, "harmonyctl", "artifact", "p")).isEqualTo("put");
    assertThat(completed(script, "harmonyctl", "apply", "--ag")).isEqualTo("--agent");
    assertThat(completed(script, "harmonyctl", "get", "agents", "-o", "w")).isEqualTo("wide");
    assertThat(completed(script, "harmonyctl", "completion", "z")).isEqualTo("zsh");
    assertThat(completed(script, "harmonyctl", "apply", "-f", "")).isEmpty();
    assertThat(completed(script, "harmonyctl", "logs", "-f", "--ta")).isEqualTo("--tail");
  }

  @Test
  void zsh_and_fish_have_scripts_with_every_command() {
    assertThat(run("completion", "zsh")).isZero();
    assertThat(out.toString())
        .startsWith("#compdef harmonyctl")
        .contains("\"artifact put\") offers=", "_harmonyctl \"$@\"", "offers=(table wide");
    assertThat(run("completion", "fish")).isZero();
    assertThat(out.toString()).contains("-n '__harmonyctl_at \"artifact put\"'");
  }

  @Test
  void a_context_is_found_again_as_it_was_set() throws Exception {
    ContextFile contexts = new ContextFile(temporary.resolve("harmony"));
    MeshConfig config =
        new MeshConfig(
            List.of("tls://a:4222", "tls://b:4222"),
            Optional.of(
                new MeshConfig.Tls(
                    Optional.of(Path.of("/ca")),
                    Optional.of(new MeshConfig.Identity(Path.of("/cert"), Path.of("/key"))))),
            Optional.of(Path.of("/creds")),
            Optional.empty());

    contexts.set("home", config);
    contexts.use("home");

    assertThat(contexts.find(Optional.empty())).isEqualTo(config);
    assertThat(contexts.names()).containsExactly("home");
  }

  @Test
  void a_build_is_not_pushed_for_another_machine_than_it_is_for() throws Exception {
    byte[] header = new byte[64];
    System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F'}, 0, header, 0, 4);
    header[18] = (byte) 183;
    Path build = Files.write(temporary.resolve("build"), header);
    String secret =
        Base64.getEncoder()
            .encodeToString(
                KeyPairGenerator.getInstance("Ed25519")
                    .generateKeyPair()
                    .getPrivate()
                    .getEncoded());
    Path key =
        Files.writeString(
            temporary.resolve("ops.pem"),
            "-----BEGIN PRIVATE KEY-----\n" + secret + "\n-----END PRIVATE KEY-----\n");

    assertThat(
            run("update", "push", build, "--version", "1.0", "--arch", "amd64", "--sign-key", key))
        .isEqualTo(2);
    assertThat(err.toString()).contains("is for aarch64, not for amd64");
  }

  @Test
  void without_a_server_or_a_context_we_are_told_what_to_do() {
    ContextFile contexts = new ContextFile(temporary.resolve("nothing"));

    Assertions.assertThatThrownBy(() -> contexts.find(Optional.empty()))
        .hasMessageContaining("harmonyctl config set NAME -s URL");
    Assertions.assertThatThrownBy(() -> contexts.find(Optional.of("far")))
        .hasMessageContaining("there is no context 'far'");
  }

  @Test
  void contexts_are_where_the_user_keeps_configuration() {
    assertThat(ContextFile.directory(Map.of(), "/home/me"))
        .isEqualTo(Path.of("/home/me/.config/harmony"));
    assertThat(ContextFile.directory(Map.of("XDG_CONFIG_HOME", "/x"), "/home/me"))
        .isEqualTo(Path.of("/x/harmony"));
    assertThat(ContextFile.directory(Map.of("HARMONYCTL_CONFIG", "/y"), "/home/me"))
        .isEqualTo(Path.of("/y"));
  }

  @Test
  void every_command_answers_help_with_an_example_that_fits_a_line() {
    List<String> without = new ArrayList<>();
    collectWithoutExample(CommandLines.whole(new AgentCommand()), without);

    assertThat(without).isEmpty();
  }

  @Test
  void help_is_the_same_whether_all_commands_are_made_or_none() {
    String whole = CommandLines.whole(new CtlCommand()).getUsageMessage();

    assertThat(CommandLines.of(new CtlCommand(), "--help").getUsageMessage()).isEqualTo(whole);
    assertThat(CommandLines.of(new CtlCommand(), "-V", "wait").getUsageMessage()).isEqualTo(whole);
    assertThat(whole).contains("completion", "Prints the version.");
  }

  @ParameterizedTest
  @CsvSource({
    "--context home get agents, get agents --context home",
    "-s nats://a --creds=x status pi, status pi -s nats://a --creds=x",
    "-s nats://a label pi -- -x, label pi -s nats://a -- -x",
    "help, --help",
    "help get agents, get agents --help",
    "--context home, --context home",
    "get agents -s nats://a, get agents -s nats://a"
  })
  void where_the_mesh_is_may_be_said_first(String typed, String meant) {
    assertThat(String.join(" ", CommandLines.inOrder(true, typed.split(" ")))).isEqualTo(meant);
    assertThat(String.join(" ", CommandLines.inOrder(false, ("ctl " + typed).split(" "))))
        .isEqualTo("ctl " + meant);
    assertThat(String.join(" ", CommandLines.inOrder(false, typed.split(" ")))).isEqualTo(typed);
  }

  @Test
  void what_may_be_said_first_is_all_that_leads_to_the_mesh() {
    assertThat(
            CommandSpec.forAnnotatedObject(new MeshAccess()).options().stream()
                .flatMap(option -> Stream.of(option.names())))
        .containsExactlyInAnyOrderElementsOf(MeshAccess.OPTIONS);
  }

  @Test
  void any_other_option_before_the_command_is_told_its_place() {
    assertThat(run("-o", "json", "get", "agents")).isEqualTo(2);
    assertThat(err.toString()).contains("-o is not known here", "options go after the command");
    assertThat(run("help")).isZero();
    assertThat(out.toString()).contains("Commands:", "completion");
  }

  @Test
  void what_would_be_passed_over_is_refused() throws Exception {
    Path file = write("resources: []\n");
    String server = "nats://127.0.0.1:1";

    assertThat(run("apply", "-s", server, "-f", file, "--agent", "a", "--canary", "1"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("are for a group: --selector");
    assertThat(run("failover", "edit-config", "shop", "-s", server, "--set", "a=1", "-f", file))
        .isEqualTo(2);
    assertThat(err.toString()).contains("give one");
  }

  @Test
  void the_editor_that_one_looks_into_comes_first() {
    assertThat(FailoverEditConfigCommand.editor(Map.of("VISUAL", "vim", "EDITOR", "ed")))
        .contains("vim");
    assertThat(FailoverEditConfigCommand.editor(Map.of("VISUAL", " ", "EDITOR", "ed")))
        .contains("ed");
    assertThat(FailoverEditConfigCommand.editor(Map.of())).isEmpty();
  }

  @Test
  void a_doctor_who_is_given_a_file_that_is_not_there_says_so_by_his_exit_code() {
    assertThat(run("doctor", "-s", "nats://127.0.0.1:1", "--creds", temporary.resolve("gone")))
        .isEqualTo(2);
    assertThat(run("doctor", "-s", "nats://127.0.0.1:1")).isEqualTo(3);
  }

  @Test
  void a_group_within_a_group_has_what_its_arguments_name() {
    CommandLine line = CommandLines.of(new AgentCommand(), "ctl", "failover", "list", "--help");

    CommandLine list = child(child(child(line, "ctl"), "failover"), "list");
    assertThat(list.getUsageMessage()).contains("--server", "who leads");
  }

  private static CommandLine child(CommandLine parent, String name) {
    return Optional.ofNullable(parent.getSubcommands().get(name)).orElseThrow();
  }

  private static void collectWithoutExample(CommandLine command, List<String> without) {
    for (CommandLine child : command.getSubcommands().values()) {
      String usage = child.getUsageMessage();
      boolean isCut =
          usage.contains("null")
              || Stream.of(child.getCommandSpec().usageMessage().footer())
                  .anyMatch(line -> line.startsWith("  harmony") && line.length() > 80);
      if (!usage.contains("Example") || isCut) {
        without.add(child.getCommandSpec().qualifiedName());
      }
      collectWithoutExample(child, without);
    }
  }

  private static String completed(String script, String... line) throws Exception {
    String words = String.join(" ", line);
    Process bash =
        new ProcessBuilder(
                "bash",
                "-c",
                script
                    + "\nCOMP_WORDS=("
                    + words
                    + "); COMP_CWORD="
                    + (line.length - 1)
                    + "; _harmonyctl; echo \"${COMPREPLY[*]}\"")
            .redirectErrorStream(true)
            .start();
    String answer = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return answer.strip();
  }

  private int run(Object... arguments) {
    String[] words = new String[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      words[i] = arguments[i].toString();
    }
    words = CommandLines.inOrder(true, words);
    CommandLine line = CommandLines.of(new CtlCommand(), words);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(words);
  }

  private Path write(String text) throws Exception {
    return Files.writeString(temporary.resolve("m.yaml"), text);
  }
}
