package io.harmonyagent.core.intake;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.manifest.Sha256;
import io.harmonyagent.core.runtime.EngineLoop;
import io.harmonyagent.core.runtime.StatusBook;
import io.harmonyagent.core.status.Rejection;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.core.trust.ManifestTrust;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes manifests from the mesh. It has a thread of its own, since accepting means waiting for the
 * disk; only the newest offer counts, so it cannot fall behind.
 */
public final class Intake implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Intake.class);
  private static final Duration STORE_AGAIN_AFTER = Duration.ofSeconds(3);

  private final BlockingQueue<byte[]> offers = new ArrayBlockingQueue<>(1);
  private final Admission admission;
  private final Ledger ledger;
  private final EngineLoop engine;
  private final Consumer<Optional<AgentRelease>> builds;
  private final StatusBook book;
  private final TimeSource time;
  private final InitialManifest initial;
  private final Thread thread;
  private long newestOffer;
  private volatile Optional<Admission.Accepted> inForce = Optional.empty();

  /** {@code builds} hears of the build of the agent that each accepted manifest wants. */
  public Intake(
      ManifestTrust trust,
      Ledger ledger,
      EngineLoop engine,
      Consumer<Optional<AgentRelease>> builds,
      StatusBook book,
      TimeSource time,
      InitialManifest initial) {
    this.admission = new Admission(trust);
    this.ledger = ledger;
    this.engine = engine;
    this.builds = builds;
    this.book = book;
    this.time = time;
    this.initial = initial;
    this.thread = Thread.ofPlatform().name("intake").unstarted(this::run);
  }

  /**
   * Puts the manifest of the ledger into force, or the initial one where the mesh has never given
   * any; then waits for offers.
   */
  public void start() throws IOException {
    Optional<byte[]> remembered = ledger.manifest();
    if (remembered.isPresent()) {
      resume(remembered.get());
    } else {
      initial.read().ifPresent(this::putIntoForce);
    }
    thread.start();
  }

  /**
   * Offers what the control plane wants; an offer that nobody looked at yet is overtaken. One of a
   * lower revision than an earlier one is out of date, whoever brings it.
   */
  public synchronized void offer(byte[] manifest, long revision) {
    if (revision >= newestOffer) {
      newestOffer = revision;
      offers.clear();
      offers.add(manifest);
    }
  }

  /** Revisions begin again: whatever is offered next is the newest. */
  public synchronized void startOver() {
    newestOffer = 0;
  }

  /** Whether a manifest of the mesh is in force: one that was remembered, or came since. */
  public boolean hasManifest() {
    return inForce.isPresent();
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void resume(byte[] bytes) throws IOException {
    try {
      AgentManifest manifest = ManifestReader.read(new JsonReader().read(bytes, "ledger"));
      inForce = Optional.of(new Admission.Accepted(manifest.generation(), Sha256.hex(bytes)));
      putIntoForce(manifest);
    } catch (InvalidDocument e) {
      // Not ours to repair: the control plane still has it, and what runs is left alone until then.
      log.error("the remembered manifest cannot be read and is ignored: {}", e.sentence());
    }
  }

  private void run() {
    try {
      byte[] offer = offers.take();
      while (true) {
        if (settles(offer)) {
          offer = offers.take();
        } else {
          byte[] newer = offers.poll(STORE_AGAIN_AFTER.toMillis(), TimeUnit.MILLISECONDS);
          offer = newer == null ? offer : newer;
        }
      }
    } catch (InterruptedException e) {
      log.debug("stopped");
    }
  }

  /** Returns whether that settles it; false if the same offer has to be tried again. */
  private boolean settles(byte[] offer) {
    try {
      return judge(offer);
    } catch (RuntimeException e) {
      // It must not end this thread: the device would never hear of a better manifest.
      log.error("a defect, brought to light by a manifest", e);
      Instant now = time.now().wall();
      String message = "a defect of the agent met this manifest, which may be half taken up: " + e;
      reject(new Rejection(Optional.empty(), "InternalError", message, "", now), now);
      return true;
    }
  }

  private boolean judge(byte[] bytes) {
    Instant now = time.now().wall();
    switch (admission.judge(bytes, inForce)) {
      case Admission.Verdict.Same _ -> book.clearRejection(now);
      case Admission.Verdict.Reject(var generation, var reason, var message, var pointer) ->
          reject(new Rejection(generation, reason, message, pointer, now), now);
      case Admission.Verdict.Admit(var manifest, var accepted) -> {
        try {
          ledger.accept(bytes);
        } catch (IOException e) {
          String message = "the manifest could not be stored, so it is not applied yet: " + e;
          Optional<Long> generation = Optional.of(manifest.generation());
          reject(new Rejection(generation, "LedgerUnavailable", message, "", now), now);
          return false;
        }
        inForce = Optional.of(accepted);
        putIntoForce(manifest);
        book.clearRejection(now);
      }
    }
    return true;
  }

  private void putIntoForce(AgentManifest manifest) {
    engine.accept(manifest);
    builds.accept(manifest.agent());
  }

  private void reject(Rejection rejection, Instant now) {
    if (book.reject(rejection, now)) {
      log.warn("manifest rejected, the one before stays in force: {}", rejection.message());
    }
  }
}
