package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.SystemdUnitSpec;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Undoes what we did to a unit that nobody wants any longer: what is ours goes, and what is not is
 * put back to how it was. Every step may have been done before, by a try that was cut off.
 */
final class UnitRestorer {
  private static final Logger log = LoggerFactory.getLogger(UnitRestorer.class);

  private final UnitVerbs verbs;
  private final UnitFiles files;
  private final UnitLook look;
  private final ResourceId id;
  private final String name;
  private final UnitMemo memo;
  private final Attempt attempt;

  UnitRestorer(
      UnitVerbs verbs,
      UnitFiles files,
      UnitLook look,
      ResourceId id,
      String name,
      UnitMemo memo,
      Attempt attempt) {
    this.verbs = verbs;
    this.files = files;
    this.look = look;
    this.id = id;
    this.name = name;
    this.memo = memo;
    this.attempt = attempt;
  }

  void restore() throws ReconcileFailure, NotAvailable {
    if (!memo.touched()) {
      return;
    }
    boolean isUnit = !SystemdUnitSpec.isTemplate(name);
    boolean running = isUnit && look.rowNow(name).isRunning();
    if (!memo.existed() && running) {
      stop();
    }
    boolean reinstalled = restoreInstallation();
    boolean filesChanged = restoreFiles();
    if (reinstalled || filesChanged) {
      verbs.reload();
    }
    if (isUnit && !memo.existed()) {
      if (look.rowNow(name).isRunning()) {
        // Somebody started it while its file was still there; now nobody can any more.
        stop();
      }
      verbs.forgetFailure(name);
    } else if (isUnit) {
      restoreActivity(running, filesChanged);
    }
  }

  private boolean restoreInstallation() throws ReconcileFailure, NotAvailable {
    boolean wasMasked = memo.wasMasked().orElse(false);
    if (memo.wasMasked().isPresent() && !wasMasked) {
      // First: a masked unit can be neither enabled nor disabled.
      verbs.unmask(name, attempt);
    }
    if (memo.fileState().isPresent()) {
      restoreFileState(memo.existed() ? memo.fileState().get() : "disabled");
    }
    if (wasMasked) {
      // Our own unit file must not stand where the mask goes.
      files.delete(id, name, UnitFiles.UNIT_FILE, attempt);
      verbs.mask(name, attempt);
    }
    return memo.wasMasked().isPresent() || memo.fileState().isPresent();
  }

  private void restoreFileState(String state) throws ReconcileFailure, NotAvailable {
    switch (state) {
      case "enabled" -> verbs.enable(name, attempt);
      case "enabled-runtime" -> {
        verbs.disable(name, attempt);
        verbs.enableUntilReboot(name, attempt);
      }
      default -> verbs.disable(name, attempt);
    }
  }

  private boolean restoreFiles() throws ReconcileFailure {
    List<String> written = new ArrayList<>(memo.dropIns());
    if (memo.file() && !memo.wasMasked().orElse(false)) {
      written.add(UnitFiles.UNIT_FILE);
    }
    for (String file : written) {
      String replaced = memo.replaced().get(file);
      if (replaced == null) {
        files.delete(id, name, file, attempt);
      } else {
        files.write(id, name, file, replaced, attempt);
      }
    }
    return !written.isEmpty();
  }

  private void restoreActivity(boolean running, boolean filesChanged)
      throws ReconcileFailure, NotAvailable {
    boolean wanted = memo.wasActive().orElse(running);
    if (!wanted && running) {
      stop();
    } else if (wanted && (!running || filesChanged)) {
      try {
        attempt.checkpoint();
        verbs.await(verbs.queue(running ? "Restart" : "Start", name, true, attempt));
      } catch (ReconcileFailure e) {
        attempt.checkpoint();
        // It is not ours any more, and would not start: that is its owner's to know.
        log.warn("{} ran before, and could not be started again: {}", name, e.getMessage());
      }
    }
  }

  private void stop() throws ReconcileFailure, NotAvailable {
    if (verbs.await(verbs.queue("Stop", name, false, attempt)) == UnitVerbs.Ended.NOT_YET) {
      throw new ReconcileFailure("StillStopping", name + " has been told to stop and has not yet");
    }
  }
}
