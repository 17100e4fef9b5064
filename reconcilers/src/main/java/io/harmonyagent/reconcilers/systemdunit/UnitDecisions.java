package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.manifest.SystemdUnitSpec;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.reconcilers.file.DeviceFiles.Found;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares a unit with its spec. Pure: everything it needs is in what was observed. */
final class UnitDecisions {
  private static final Duration SOON = Duration.ofMillis(500);

  private final Target<SystemdUnitSpec> target;
  private final SystemdUnitSpec spec;
  private final UnitObservation seen;
  private final UnitWords words;

  private UnitDecisions(Target<SystemdUnitSpec> target, UnitObservation seen) {
    this.target = target;
    this.spec = target.spec();
    this.seen = seen;
    this.words = new UnitWords(spec.name(), seen);
  }

  static Decision decide(Target<SystemdUnitSpec> target, UnitObservation seen) {
    UnitDecisions decisions = new UnitDecisions(target, seen);
    return decisions.obstacle().map(d -> (Decision) d).orElseGet(decisions::compare);
  }

  /** Why nothing must be done, or would help. */
  private Optional<Decision.Refuse> obstacle() {
    for (Map.Entry<String, Found> file : seen.files().entrySet()) {
      if (!isOurs(file.getKey()) && !mayBeWritten(file.getKey(), file.getValue())) {
        return refuse(
            "AlreadyExists",
            UnitFiles.path(spec.name(), file.getKey())
                + " is there already, is not ours, and differs; set \"adopt\": true to take it"
                + " over, or move it away");
      }
    }
    boolean needsIt =
        spec.wants(SystemdUnitSpec.State.ACTIVE)
            || spec.enabled().orElse(false)
            || !spec.dropIns().isEmpty();
    if (needsIt && spec.content().isEmpty() && !seen.row().isThere()) {
      return refuse(
          "UnitNotFound",
          "this device has no unit "
              + spec.name()
              + "; give its \"content\", or install what brings it");
    }
    if (seen.isMasked() && spec.masked().isEmpty() && (needsIt || spec.content().isPresent())) {
      return refuse(
          "UnitMasked",
          spec.name() + " is masked, so that nobody starts it; set \"masked\": false to undo that");
    }
    if (filesAreRight() && !seen.facts().stale()) {
      return brokenUnit();
    }
    return Optional.empty();
  }

  /** What is wrong with the unit's own text, once systemd has read it. */
  private Optional<Decision.Refuse> brokenUnit() {
    boolean broken = seen.row().load().equals("bad-setting") || seen.row().load().equals("error");
    if (broken && (spec.wants(SystemdUnitSpec.State.ACTIVE) || spec.content().isPresent())) {
      return refuse(
          "UnitInvalid", "systemd cannot use " + spec.name() + ": " + seen.facts().loadError());
    }
    if (spec.enabled().orElse(false) && cannotBeEnabled()) {
      return refuse(
          "NotInstallable",
          spec.name()
              + " has no [Install] section, so that it cannot be enabled (its state is '"
              + seen.facts().fileState()
              + "')");
    }
    return Optional.empty();
  }

  private Decision compare() {
    List<String> differences = fileDifferences();
    boolean missing = !seen.row().isThere() && spec.content().isPresent() && !seen.memo().file();
    maskDifference().ifPresent(differences::add);
    enabledDifference().ifPresent(differences::add);
    if (differences.isEmpty()) {
      Optional<Decision> moving = moving();
      if (moving.isPresent()) {
        return moving.get();
      }
    }
    stateDifference().ifPresent(differences::add);
    if (differences.isEmpty()) {
      restart().ifPresent(differences::add);
    }
    if (missing) {
      return new Decision.Create();
    }
    return differences.isEmpty()
        ? new Decision.Nothing()
        : new Decision.Update(String.join(", ", differences));
  }

  private List<String> fileDifferences() {
    List<String> differences = new ArrayList<>();
    seen.files()
        .forEach(
            (file, found) -> {
              String what = file.equals(UnitFiles.UNIT_FILE) ? "content" : "drop-in " + file;
              switch (found) {
                case SAME -> {}
                case ABSENT -> differences.add(what + " was missing");
                case DIFFERENT -> differences.add(what);
                case OF_OTHER_TYPE -> differences.add(what + " was no regular file");
              }
            });
    for (String file : seen.left()) {
      differences.add(
          (file.equals(UnitFiles.UNIT_FILE) ? "unit file" : "drop-in " + file)
              + " was no longer wanted");
    }
    if (differences.isEmpty() && seen.facts().stale() && !UnitFiles.wanted(spec).isEmpty()) {
      differences.add("systemd had not read its files");
    }
    return differences;
  }

  private Optional<String> maskDifference() {
    if (spec.masked().isEmpty() || spec.masked().get() == seen.isMasked()) {
      return Optional.empty();
    }
    return Optional.of(seen.isMasked() ? "masked" : "not masked");
  }

  private Optional<String> enabledDifference() {
    String state = seen.facts().fileState();
    if (spec.enabled().isEmpty() || seen.isMasked()) {
      return Optional.empty();
    }
    boolean right =
        spec.enabled().get()
            ? isEnabled(state)
            : !(state.equals("enabled") || state.equals("enabled-runtime"));
    return right ? Optional.empty() : Optional.of(state.isEmpty() ? "not enabled" : state);
  }

  static boolean isEnabled(String fileState) {
    return switch (fileState) {
      case "enabled", "alias", "indirect" -> true;
      default -> false;
    };
  }

  private boolean cannotBeEnabled() {
    return switch (seen.facts().fileState()) {
      case "static", "generated", "transient" -> true;
      default -> false;
    };
  }

  /** On its way to where it should be, or back: what comes of it has to be awaited. */
  private Optional<Decision> moving() {
    if (spec.state().isEmpty()) {
      return Optional.empty();
    }
    boolean active = spec.wants(SystemdUnitSpec.State.ACTIVE);
    // What it is to be restarted for may be what kept it from staying up.
    boolean anew = target.restartFor().isPresent();
    if (active && seen.looping() && !anew) {
      return Optional.of(
          new Decision.Refuse(
              new ResourceError("CrashLoop", words.crashLoop()), Optional.of(seen.stableIn())));
    }
    if (seen.row().job() != 0 && stateDifference().isPresent()) {
      return Optional.of(new Decision.Wait("a job that systemd has queued for it", SOON));
    }
    return switch (seen.row().active()) {
      case "activating" ->
          active
              ? Optional.of(
                  new Decision.Wait(
                      seen.row().sub().equals("auto-restart")
                          ? "its restart after it " + words.ended()
                          : "its start (" + seen.row().sub() + ")",
                      SOON))
              : Optional.empty();
      case "deactivating" ->
          Optional.of(new Decision.Wait("its stop (" + seen.row().sub() + ")", SOON));
      case "failed", "inactive" -> {
        boolean mustPause =
            active
                && !anew
                && !hasFinished()
                && seen.row().job() == 0
                && seen.startIn().isPositive();
        yield mustPause
            ? Optional.of(
                new Decision.Refuse(
                    new ResourceError("UnitFailed", words.failure()), Optional.of(seen.startIn())))
            : Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private Optional<String> stateDifference() {
    if (spec.state().isEmpty()) {
      return Optional.empty();
    }
    String active = seen.row().active();
    return switch (spec.state().get()) {
      case ACTIVE ->
          isActive(active) || hasFinished() ? Optional.empty() : Optional.of(whyNotActive(active));
      case INACTIVE ->
          active.equals("inactive") || active.equals("failed") || active.equals("deactivating")
              ? Optional.empty()
              : Optional.of(active);
    };
  }

  private String whyNotActive(String active) {
    if (!seen.facts().conditionMet()) {
      return active + ": it " + words.ended();
    }
    return active.equals("failed") ? "failed: it " + words.ended() : active;
  }

  private Optional<String> restart() {
    if (spec.wants(SystemdUnitSpec.State.INACTIVE)) {
      return Optional.empty();
    }
    boolean mayRun = seen.row().isRunning() || spec.wants(SystemdUnitSpec.State.ACTIVE);
    if (mayRun && seen.memo().restartDue()) {
      return Optional.of("ran with its files as they were before");
    }
    // Also of a unit that does not run: then it is done with, and does not hit a later run.
    return target.restartFor().map(reason -> "restart: " + reason);
  }

  /** A oneshot is not active once it is done; that it ended well in this boot is as good. */
  private boolean hasFinished() {
    UnitFacts facts = seen.facts();
    boolean oneshot =
        facts.type().equals("oneshot")
            && seen.row().active().equals("inactive")
            && facts.result().equals("success");
    return oneshot && (facts.ended() || seen.memo().ranIn().equals(ranNow(target, seen)));
  }

  static String ranNow(Target<SystemdUnitSpec> target, UnitObservation seen) {
    return seen.boot() + " " + target.specHash();
  }

  private static boolean isActive(String active) {
    return switch (active) {
      case "active", "reloading", "refreshing" -> true;
      default -> false;
    };
  }

  private boolean isOurs(String file) {
    return file.equals(UnitFiles.UNIT_FILE)
        ? seen.memo().file()
        : seen.memo().dropIns().contains(file);
  }

  /** A mask is a link in the unit file's place; whether that may go is said elsewhere. */
  private boolean mayBeWritten(String file, Found found) {
    return switch (found) {
      case ABSENT, SAME -> true;
      case DIFFERENT -> spec.adopt();
      case OF_OTHER_TYPE -> file.equals(UnitFiles.UNIT_FILE) && seen.isMasked();
    };
  }

  private boolean filesAreRight() {
    return seen.left().isEmpty()
        && seen.files().values().stream().allMatch(found -> found == Found.SAME);
  }

  private static Optional<Decision.Refuse> refuse(String code, String message) {
    return Optional.of(new Decision.Refuse(new ResourceError(code, message)));
  }
}
