package io.harmonyagent.core.update;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.files.Directories;
import io.harmonyagent.core.files.DurableFile;
import io.harmonyagent.core.status.FailedBuild;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The memory of builds on disk. The package's binary reads what any later build has written, so
 * fields may be added, and what they mean may never change.
 */
public final class UpdateStateFile {
  private static final Logger log = LoggerFactory.getLogger(UpdateStateFile.class);

  private final Path directory;
  private final DurableFile file;

  public UpdateStateFile(Path directory) {
    this.directory = directory;
    this.file = new DurableFile(directory.resolve("state.json"));
  }

  /** A file that cannot be read is as good as none: the package's own build always runs. */
  public UpdateState read() {
    try {
      Optional<byte[]> bytes = file.read();
      return bytes.isEmpty()
          ? UpdateState.NEW
          : state(new JsonReader().read(bytes.get(), "update state"));
    } catch (IOException | InvalidDocument e) {
      log.error(
          "what is remembered of updates cannot be read, so the package's own build runs: {}",
          e.getMessage());
      return UpdateState.NEW;
    }
  }

  /** On disk when this returns. */
  public void write(UpdateState state) throws IOException {
    Directories.createPrivate(directory);
    file.replace(JsonWriter.compact(node(state)));
  }

  static Node node(UpdateState state) {
    JsonObject out = new JsonObject().put("packaged", state.packaged());
    state.current().ifPresent(build -> out.put("current", build(build)));
    state
        .trial()
        .ifPresent(
            trial ->
                out.put(
                    "trial",
                    build(trial.build())
                        .put("prove_within_s", trial.proveWithinSeconds())
                        .put("boot_id", trial.bootId())
                        .put("starts_in_boot", trial.startsInBoot())
                        .put("starts", trial.starts())));
    state.probation().ifPresent(probation -> out.put("probation", probation(probation)));
    List<Node> failed = new ArrayList<>();
    for (FailedBuild build : state.failed()) {
      failed.add(
          new JsonObject()
              .put("version", build.version())
              .put("sha256", build.artifact())
              .put("reason", build.reason())
              .put("message", build.message())
              .put("at", build.at().toString())
              .node());
    }
    return out.putNodes("failed", failed).node();
  }

  private static JsonObject probation(Probation probation) {
    JsonObject out =
        new JsonObject().put("boot_id", probation.bootId()).put("boots", probation.boots());
    probation.before().ifPresent(build -> out.put("before", build(build)));
    return out;
  }

  private static JsonObject build(Build build) {
    return new JsonObject().put("sha256", build.sha256()).put("version", build.version());
  }

  static UpdateState state(Node document) throws InvalidDocument {
    Fields in = Reading.start().root(document);
    Optional<Fields> current = in.optionalObject("current");
    Optional<Fields> trial = in.optionalObject("trial");
    Optional<Fields> probation = in.optionalObject("probation");
    List<FailedBuild> failed = new ArrayList<>();
    for (Fields build : in.objects("failed")) {
      failed.add(
          new FailedBuild(
              build.text("version"),
              build.text("sha256"),
              build.text("reason"),
              build.text("message"),
              instant(build)));
    }
    return new UpdateState(
        in.optionalText("packaged").orElse(""),
        current.isEmpty() ? Optional.empty() : Optional.of(build(current.get())),
        trial.isEmpty() ? Optional.empty() : Optional.of(trial(trial.get())),
        failed,
        probation.isEmpty() ? Optional.empty() : Optional.of(probation(probation.get())));
  }

  private static Probation probation(Fields in) throws InvalidDocument {
    Optional<Fields> before = in.optionalObject("before");
    return new Probation(
        before.isEmpty() ? Optional.empty() : Optional.of(build(before.get())),
        in.text("boot_id"),
        count(in, "boots"));
  }

  private static Trial trial(Fields in) throws InvalidDocument {
    return new Trial(
        build(in),
        count(in, "prove_within_s"),
        in.text("boot_id"),
        count(in, "starts_in_boot"),
        count(in, "starts"));
  }

  /** However large: a file that a card has garbled must not keep any build from starting. */
  private static int count(Fields in, String key) throws InvalidDocument {
    return Math.clamp(in.integer(key), 0, Integer.MAX_VALUE);
  }

  private static Build build(Fields in) throws InvalidDocument {
    return new Build(in.text("sha256"), in.text("version"));
  }

  private static Instant instant(Fields in) throws InvalidDocument {
    try {
      return Instant.parse(in.text("at"));
    } catch (DateTimeParseException e) {
      throw in.invalid("at", "is no time");
    }
  }
}
