package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.manifest.SystemdUnitSpec;
import io.harmonyagent.core.reconcile.Applied;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.reconcilers.file.DeviceFiles.Found;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * One try at bringing a unit to where its spec wants it: files first, then what starts it at boot,
 * one reload for both, then the unit itself. Before each change what it changes is on disk.
 */
final class UnitChanges {
  private static final Duration SOON = Duration.ofMillis(500);

  private final UnitVerbs verbs;
  private final UnitFiles files;
  private final UnitLook look;
  private final Target<SystemdUnitSpec> target;
  private final SystemdUnitSpec spec;
  private final UnitObservation before;
  private final Attempt attempt;
  private UnitMemo memo;
  private UnitMemo written;
  private boolean filesChanged;

  UnitChanges(
      UnitVerbs verbs,
      UnitFiles files,
      UnitLook look,
      Target<SystemdUnitSpec> target,
      UnitObservation before,
      Attempt attempt) {
    this.verbs = verbs;
    this.files = files;
    this.look = look;
    this.target = target;
    this.spec = target.spec();
    this.before = before;
    this.attempt = attempt;
    this.memo = before.memo();
    this.written = memo;
  }

  Applied make() throws ReconcileFailure, NotAvailable {
    memo = memo.before(before.isThere());
    boolean unmasked = unmaskIfMeant();
    writeFiles();
    boolean installed = install();
    boolean masked = maskIfMeant();
    if (unmasked || filesChanged || installed || masked || before.facts().stale()) {
      remember(memo);
      verbs.reload();
    }
    Optional<UnitVerbs.Ended> ended = run();
    // Also where it does not run: what it was to be restarted for must not hit a later run.
    attempt.restarted();
    if (ended.isPresent() && ended.get() == UnitVerbs.Ended.NOT_YET) {
      return new Applied.Underway("a job that systemd has queued for it", SOON);
    }
    return seeWhatBecameOfIt(ended.isPresent());
  }

  private boolean unmaskIfMeant() throws ReconcileFailure, NotAvailable {
    if (!before.isMasked() || spec.masked().orElse(true)) {
      return false;
    }
    remember(memo.maskedBefore(true));
    verbs.unmask(spec.name(), attempt);
    return true;
  }

  private boolean maskIfMeant() throws ReconcileFailure, NotAvailable {
    if (before.isMasked() || !spec.masked().orElse(false)) {
      return false;
    }
    remember(memo.maskedBefore(false));
    verbs.mask(spec.name(), attempt);
    return true;
  }

  private void writeFiles() throws ReconcileFailure {
    Map<String, String> wanted = UnitFiles.wanted(spec);
    for (Map.Entry<String, Found> file : before.files().entrySet()) {
      if (file.getValue() != Found.SAME) {
        write(file.getKey(), String.valueOf(wanted.get(file.getKey())), file.getValue());
      }
    }
    for (String file : before.left()) {
      putBack(file);
    }
  }

  private void write(String file, String text, Found found) throws ReconcileFailure {
    boolean unitFile = file.equals(UnitFiles.UNIT_FILE);
    boolean ours = unitFile ? memo.file() : memo.dropIns().contains(file);
    UnitMemo next = unitFile ? memo.withFile(true) : memo.withDropIn(file);
    if (!ours && found == Found.DIFFERENT) {
      next = next.withReplaced(file, files.keep(spec.name(), file));
    }
    remember(next.withRestartDue(next.restartDue() || isUp()));
    files.write(target.id(), spec.name(), file, text, attempt);
    filesChanged = true;
  }

  /** A file that this spec does not want any longer: gone, or what was there before us. */
  private void putBack(String file) throws ReconcileFailure {
    remember(memo.withRestartDue(memo.restartDue() || isUp()));
    String replaced = memo.replaced().get(file);
    if (replaced == null) {
      files.delete(target.id(), spec.name(), file, attempt);
    } else {
      files.write(target.id(), spec.name(), file, replaced, attempt);
    }
    filesChanged = true;
    remember(
        file.equals(UnitFiles.UNIT_FILE)
            ? memo.withFile(false).withoutReplaced(file)
            : memo.withoutDropIn(file));
  }

  /** Whether it may go on with its files as they were; a unit that others start does not. */
  private boolean isUp() {
    boolean ran = !before.row().active().equals("inactive") || before.facts().ended();
    return before.row().isRunning() || (ran && spec.wants(SystemdUnitSpec.State.ACTIVE));
  }

  private boolean install() throws ReconcileFailure, NotAvailable {
    if (spec.enabled().isEmpty() || (before.isMasked() && spec.masked().orElse(true))) {
      return false;
    }
    String state = before.facts().fileState();
    if (spec.enabled().get() && (filesChanged || !UnitDecisions.isEnabled(state))) {
      rememberInstallation(state);
      verbs.enable(spec.name(), attempt);
      return true;
    }
    if (!spec.enabled().get() && state.startsWith("enabled")) {
      rememberInstallation(state);
      verbs.disable(spec.name(), attempt);
      return true;
    }
    return false;
  }

  /** What is enabled runs after the next boot, which may come before we start it ourselves. */
  private void rememberInstallation(String state) throws ReconcileFailure {
    UnitMemo next = memo.fileStateBefore(state);
    boolean running = before.row().isRunning();
    remember(spec.state().isPresent() || !running ? next.activeBefore(running) : next);
  }

  private Optional<UnitVerbs.Ended> run() throws ReconcileFailure, NotAvailable {
    boolean restart = memo.restartDue() || target.restartFor().isPresent();
    boolean running = before.row().isRunning();
    if (spec.wants(SystemdUnitSpec.State.INACTIVE)) {
      return running ? Optional.of(doIt("Stop", false)) : Optional.empty();
    }
    if (spec.wants(SystemdUnitSpec.State.ACTIVE)) {
      if (restart) {
        return Optional.of(doIt("Restart", true));
      }
      boolean up = running && !before.row().active().equals("activating");
      return up ? Optional.empty() : Optional.of(doIt("Start", true));
    }
    return restart && running && !spec.isTemplate()
        ? Optional.of(doIt("TryRestart", true))
        : Optional.empty();
  }

  private UnitVerbs.Ended doIt(String verb, boolean starts) throws ReconcileFailure, NotAvailable {
    if (spec.state().isPresent() && (!before.row().isRunning() || !starts)) {
      memo = memo.activeBefore(before.row().isRunning());
    }
    remember(memo);
    UnitVerbs.Queued queued = verbs.queue(verb, spec.name(), starts, attempt);
    attempt.restarted();
    remember(memo.withRestartDue(false));
    return verbs.await(queued);
  }

  private Applied seeWhatBecameOfIt(boolean ran) throws ReconcileFailure, NotAvailable {
    UnitObservation after = look.at(targetNow(), true);
    boolean finishedOneshot = ran && after.facts().type().equals("oneshot");
    String now = UnitDecisions.ranNow(target, after);
    if (finishedOneshot && !memo.ranIn().equals(now)) {
      remember(memo.withRanIn(now));
      after = look.at(targetNow(), false);
    }
    Decision decision = UnitDecisions.decide(targetNow(), after);
    return switch (decision) {
      case Decision.Nothing _ -> new Applied.Done(details(after));
      case Decision.Wait(var what, var lookAgainIn) -> new Applied.Underway(what, lookAgainIn);
      case Decision.Refuse(var error, var _) ->
          throw new ReconcileFailure(error.code(), error.message());
      case Decision.Blocked(var reason) -> throw new NotAvailable(reason);
      case Decision.Create _ -> throw notInPlace("is not there");
      case Decision.Update(var differences) -> throw notInPlace(differences);
      case Decision.Replace(var differences) -> throw notInPlace(differences);
    };
  }

  private ReconcileFailure notInPlace(String differences) {
    return new ReconcileFailure(
        "NotInPlace", spec.name() + " is not as wanted right after it was made so: " + differences);
  }

  /** The same resource, with what we remember of it by now. */
  private Target<SystemdUnitSpec> targetNow() {
    return new Target<>(target.id(), spec, target.specHash(), true, memo.text(), Optional.empty());
  }

  /** On disk when this returns. */
  private void remember(UnitMemo next) throws ReconcileFailure {
    memo = next;
    if (!next.equals(written)) {
      attempt.remember(next.text());
      written = next;
    }
  }

  static ResourceDetails details(UnitObservation seen) {
    return new ResourceDetails.UnitDetails(
        seen.row().active(),
        seen.row().sub(),
        seen.facts().fileState(),
        seen.facts().restarts(),
        seen.facts().mainPid());
  }
}
