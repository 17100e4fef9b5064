package io.harmonyagent.agent.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.core.manifest.AgentRelease;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CandidateTest {
  private static final AgentRelease WANTED =
      new AgentRelease("1.2", "aa", 1, false, Optional.empty());

  @TempDir private Path directory;

  @Test
  void one_that_is_what_it_should_be_and_well_has_nothing_against_it() throws Exception {
    assertThat(objection("#!/bin/sh\n[ $1 != version ] || echo harmony-agent 1.2\n")).isEmpty();
  }

  @Test
  void one_of_another_version_is_told_by_its_own_word() throws Exception {
    assertThat(objection("#!/bin/sh\necho harmony-agent 1.3\n").orElseThrow())
        .contains("1.2", "1.3");
  }

  @Test
  void one_that_fails_its_test_is_told_by_its_last_words() throws Exception {
    assertThat(
            objection(
                    "#!/bin/sh\n[ $1 = version ] && echo agent 1.2 && exit\necho no TLS; exit 3\n")
                .orElseThrow())
        .isEqualTo("its 'selftest' ended with 3: no TLS");
  }

  @Test
  void one_for_another_machine_is_at_fault_itself() throws Exception {
    // The head of an ELF program for a machine that nobody has any longer.
    byte[] head = new byte[64];
    head[0] = 0x7f;
    head[1] = 'E';
    head[2] = 'L';
    head[3] = 'F';
    head[4] = 2;
    head[5] = 1;
    head[6] = 1;
    head[16] = 2;
    head[18] = 0x7f;

    assertThat(objection(head).orElseThrow()).contains("it is for machine 127, and this device is");
  }

  @Test
  void one_that_needs_what_is_not_there_is_at_fault_itself() throws Exception {
    assertThat(objection("#!/no/such/shell\n").orElseThrow()).contains("No such file");
  }

  @Test
  void one_that_cannot_be_tried_for_want_of_something_else_is_not_blamed() throws Exception {
    Path program = program("#!/bin/sh\n".getBytes(StandardCharsets.UTF_8));
    Candidate candidate = new Candidate(program, directory.resolve("no/such/directory"));

    assertThatThrownBy(() -> candidate.objection(WANTED)).isInstanceOf(IOException.class);
  }

  private Optional<String> objection(String script) throws Exception {
    return objection(script.getBytes(StandardCharsets.UTF_8));
  }

  private Optional<String> objection(byte[] program) throws Exception {
    return new Candidate(program(program), directory).objection(WANTED);
  }

  private Path program(byte[] content) throws IOException {
    Path program = Files.write(directory.resolve("program"), content);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }
}
