package io.harmonyagent.core.runtime;

import io.harmonyagent.core.engine.Engine;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.Conditions;
import io.harmonyagent.core.status.Rejection;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.core.status.UpdateStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The one place that knows the device's status as a whole. Everybody who reports it takes a
 * snapshot from here, so no two reports can contradict each other.
 */
public final class StatusBook {
  private final DeviceFacts facts;
  private final Optional<String> configuration;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final Transitions transitions = new Transitions();

  private SortedMap<ResourceId, ResourceStatus> resources = new TreeMap<>();
  private List<Condition> conditions = List.of();
  private Optional<Rejection> rejected = Optional.empty();
  private Optional<UpdateStatus> updating = Optional.empty();
  private Optional<Instant> stoppedAt = Optional.empty();
  private boolean hasManifest;
  private long manifestGeneration;
  private long observedGeneration;
  private int ignoredFields;

  public StatusBook(DeviceFacts facts) {
    this(facts, Optional.empty());
  }

  /** {@code configuration}: what is wrong with it on disk, if an older one is in force. */
  public StatusBook(DeviceFacts facts, Optional<String> configuration) {
    this.facts = facts;
    this.configuration = configuration;
  }

  /** Calls back after every change, in the thread that made it: the listener must be quick. */
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  public synchronized AgentStatus snapshot() {
    return new AgentStatus(
        facts.agentId(),
        facts.agentVersion(),
        facts.arch(),
        facts.bootId(),
        manifestGeneration,
        observedGeneration,
        ignoredFields,
        resources,
        conditions,
        rejected,
        updating,
        stoppedAt);
  }

  void update(Engine engine, int ignored, Instant now) {
    synchronized (this) {
      hasManifest = true;
      SortedMap<ResourceId, ResourceStatus> before = resources;
      resources = engine.statuses();
      transitions.log(before, resources, engine.observedGeneration());
      manifestGeneration = engine.manifestGeneration();
      observedGeneration = engine.observedGeneration();
      ignoredFields = ignored;
      fold(now);
    }
    tell();
  }

  /** A wanted manifest was not accepted. Returns whether that is news. */
  public boolean reject(Rejection rejection, Instant now) {
    synchronized (this) {
      if (rejected.isPresent() && isSame(rejected.get(), rejection)) {
        return false;
      }
      rejected = Optional.of(rejection);
      fold(now);
    }
    tell();
    return true;
  }

  /** The wanted manifest is the accepted one again. */
  public void clearRejection(Instant now) {
    synchronized (this) {
      if (rejected.isEmpty()) {
        return;
      }
      rejected = Optional.empty();
      fold(now);
    }
    tell();
  }

  /** How it stands with the wanted build of the agent. */
  public void updating(Optional<UpdateStatus> status, Instant now) {
    synchronized (this) {
      if (updating.equals(status)) {
        return;
      }
      updating = status;
      fold(now);
    }
    tell();
  }

  /** Starts out with something to say, even before there is a manifest. */
  public void open(Instant now) {
    synchronized (this) {
      fold(now);
    }
    tell();
  }

  /** The agent stops on purpose. */
  public void stopped(Instant now) {
    synchronized (this) {
      stoppedAt = Optional.of(now);
    }
    tell();
  }

  private void fold(Instant now) {
    conditions =
        Conditions.fold(resources, hasManifest, configuration, rejected, updating, conditions, now);
  }

  private void tell() {
    listeners.forEach(Runnable::run);
  }

  /** The same manifest seen again is no news, only later. */
  private static boolean isSame(Rejection one, Rejection other) {
    return one.generation().equals(other.generation())
        && one.reason().equals(other.reason())
        && one.message().equals(other.message())
        && one.pointer().equals(other.pointer());
  }
}
