package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.SystemdUnitSpec;
import io.harmonyagent.core.reconcile.Applied;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Reconciler;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.reconcilers.file.DeviceFiles;
import io.harmonyagent.reconcilers.file.DeviceRoot;
import io.harmonyagent.reconcilers.file.FileStat;
import java.util.Optional;
import java.util.function.Consumer;

/** Keeps units of systemd in place: whether they run, start at boot, and what they are. */
public final class SystemdUnitReconciler implements Reconciler<SystemdUnitSpec, UnitObservation> {
  private static final String BUS_SOCKET = "/run/dbus/system_bus_socket";

  private final SystemdBus bus;
  private final UnitEvents events;
  private final UnitFiles files;
  private final Endurance endurance = new Endurance();
  private final UnitLook look;
  private final UnitVerbs verbs;

  /** {@code boot} is the id of this boot: what ran before it is to run again. */
  public SystemdUnitReconciler(DeviceRoot root, FileStat stat, TimeSource time, String boot) {
    Jobs jobs = new Jobs();
    events = new UnitEvents(jobs);
    bus = new SystemdBus(root.resolve(BUS_SOCKET), events);
    SystemdManager systemd = new SystemdManager(bus);
    files = new UnitFiles(new DeviceFiles(root, stat));
    InstallMarks installMarks = new InstallMarks(root, time);
    look = new UnitLook(systemd, events, files, installMarks, endurance, jobs, time, boot);
    verbs = new UnitVerbs(systemd, events, jobs, look, endurance, time);
  }

  @Override
  public Class<SystemdUnitSpec> specType() {
    return SystemdUnitSpec.class;
  }

  @Override
  public String kind() {
    return SystemdUnitSpec.KIND;
  }

  @Override
  public UnitObservation observe(Target<SystemdUnitSpec> target, boolean thorough)
      throws ReconcileFailure, NotAvailable {
    return look.at(target, thorough);
  }

  @Override
  public Decision decide(Target<SystemdUnitSpec> target, UnitObservation observed) {
    return UnitDecisions.decide(target, observed);
  }

  @Override
  public Applied apply(
      Target<SystemdUnitSpec> target, UnitObservation observed, Decision decision, Attempt attempt)
      throws ReconcileFailure, NotAvailable {
    return new UnitChanges(verbs, files, look, target, observed, attempt).make();
  }

  @Override
  public ResourceDetails details(Target<SystemdUnitSpec> target, UnitObservation observed) {
    return UnitChanges.details(observed);
  }

  @Override
  public void delete(Ownership owned, Attempt attempt) throws ReconcileFailure, NotAvailable {
    String name = owned.thing().key();
    UnitMemo memo = UnitMemo.read(owned.memo());
    new UnitRestorer(verbs, files, look, owned.madeFor(), name, memo, attempt).restore();
    look.forget(name);
    events.forget(name);
    endurance.forget(name);
  }

  @Override
  public String afterDeletion(Ownership owned) {
    try {
      return UnitMemo.read(owned.memo()).existed()
          ? "the unit stays, and what we changed of it is put back"
          : "";
    } catch (ReconcileFailure e) {
      return "this will fail: " + e.getMessage();
    }
  }

  @Override
  public Optional<String> obstacle(
      Target<SystemdUnitSpec> target, UnitObservation observed, Decision decision) {
    SystemdUnitSpec spec = target.spec();
    boolean cannotBeEnabled =
        spec.enabled().orElse(false)
            && spec.content().filter(text -> !text.contains("[Install]")).isPresent();
    return cannotBeEnabled
        ? Optional.of("its content has no [Install] section, so that it cannot be enabled")
        : Optional.empty();
  }

  @Override
  public void watch(ResourceId id, SystemdUnitSpec spec, Consumer<ResourceId> hints) {
    events.watch(id, spec.name(), hints);
  }

  @Override
  public void unwatch(ResourceId id) {
    events.unwatch(id);
  }

  @Override
  public void close() {
    bus.close();
  }
}
