package io.harmonyagent.agent.update;

import io.harmonyagent.agent.posix.Kernel;
import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.runtime.StatusBook;
import io.harmonyagent.core.status.FailedBuild;
import io.harmonyagent.core.status.UpdateStatus;
import io.harmonyagent.core.time.Moment;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.core.update.Build;
import io.harmonyagent.core.update.Proof;
import io.harmonyagent.core.update.SignsOfLife;
import io.harmonyagent.core.update.Trial;
import io.harmonyagent.core.update.UpdateChoice;
import io.harmonyagent.core.update.UpdateState;
import io.harmonyagent.core.update.UpdateStateFile;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the agent to the build that the manifest wants: has it made ready, puts it down as the one
 * to be tried, and stops, so that the launcher starts it. In a build that is tried, it first sees
 * to the proof that it works. Its thread owns the state on disk while the agent runs.
 */
public final class Updater implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Updater.class);
  private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
  private static final Duration LONGEST_RETRY = Duration.ofMinutes(5);
  private static final Duration LOOK_FOR_PROOF_EVERY = Duration.ofMillis(250);
  private static final Duration WRITE_AGAIN_AFTER = Duration.ofSeconds(2);
  private static final Duration LOOK_FOR_THE_MESH_EVERY = Duration.ofSeconds(1);
  private static final int QUESTIONS_WHO_LISTENS_PER_LIMIT = 3;

  /** Whoever has worked for so long does not count as one that does not start. */
  private static final Duration LASTED = Duration.ofMinutes(1);

  /**
   * What there is to know about this process.
   *
   * @param version as this build says it
   * @param image that it runs from; absent: the package's own build
   * @param isService whether somebody starts it again when it stops
   */
  public record Self(String version, Optional<String> image, boolean isService) {}

  private final Self self;
  private final BuildImages images;
  private final Installer installer;
  private final Duration proveWithin;
  private final Kernel kernel;
  private final StatusBook book;
  private final TimeSource time;
  private final UpdateStateFile file;
  private final Semaphore news = new Semaphore(0);
  private final Thread thread;
  private volatile Optional<AgentRelease> wanted = Optional.empty();
  private volatile Optional<SignsOfLife> signs = Optional.empty();
  private volatile Runnable restart = () -> {};
  private volatile Runnable whenItLasts = () -> {};
  private UpdateState state = UpdateState.NEW;
  private Optional<AgentRelease> lastTaken = Optional.empty();
  private Optional<UpdateStatus> reported = Optional.empty();
  private Duration retry = FIRST_RETRY;
  private boolean hasLasted;

  public Updater(
      Self self,
      BuildImages images,
      Installer installer,
      Duration proveWithin,
      Kernel kernel,
      StatusBook book,
      TimeSource time) {
    this.self = self;
    this.images = images;
    this.installer = installer;
    this.proveWithin = proveWithin;
    this.kernel = kernel;
    this.book = book;
    this.time = time;
    this.file = new UpdateStateFile(images.directory());
    this.thread = Thread.ofPlatform().name("updater").daemon().unstarted(this::run);
  }

  /** The manifest in force wants this build, or none in particular. */
  public void want(Optional<AgentRelease> release) {
    wanted = release;
    news.release();
  }

  /** Something changed on which it may depend whether the wanted build can be had. */
  public void lookNow() {
    news.release();
  }

  /**
   * To be called once the agent does its work.
   *
   * @param restartMe has it stop in good order
   * @param onceItLasts what a build that has yet to show that it works, and lasts, has to leave
   *     until then
   */
  public void start(SignsOfLife signsOfLife, Runnable restartMe, Runnable onceItLasts) {
    signs = Optional.of(signsOfLife);
    restart = restartMe;
    whenItLasts = onceItLasts;
    thread.start();
  }

  /**
   * Whoever stops in good order was started in vain by nobody's fault but the person's who asks.
   */
  @Override
  public void close() {
    thread.interrupt();
    images.starts().forget();
  }

  /**
   * Should this thread die of a fault while a build is tried, then the launcher's deadline ends the
   * process, as for any other that shows no proof.
   */
  private void run() {
    try {
      Moment begun = time.now();
      state = file.read();
      if (!isTried() || prove()) {
        if (!self.isService() || settleWhatDidNotStart()) {
          lookAfterTheWanted(begun);
        }
      }
      restart.run();
    } catch (InterruptedException e) {
      log.debug("stopped");
    }
  }

  /** Comes back when the next build is ready to be tried. */
  private void lookAfterTheWanted(Moment begun) throws InterruptedException {
    Optional<Duration> pause = tryToLook();
    while (pause.isPresent()) {
      rest(pause.get(), begun);
      hasLasted |= time.now().since(begun).compareTo(LASTED) >= 0;
      pause = tryToLook();
    }
  }

  /**
   * Without this thread a device could never be given another build, so it outlives every fault.
   */
  private Optional<Duration> tryToLook() throws InterruptedException {
    try {
      if (hasLasted) {
        relyOnThisBuild();
      }
      return look();
    } catch (RuntimeException | OutOfMemoryError e) {
      log.error("a fault while looking after the wanted build; looking again later", e);
      return Optional.of(LONGEST_RETRY);
    }
  }

  private void rest(Duration pause, Moment begun) throws InterruptedException {
    Duration young = LASTED.minus(time.now().since(begun));
    Duration atMost = hasLasted || pause.compareTo(young) < 0 ? pause : young;
    boolean isNews = news.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS);
    log.debug("looking again: {}", isNews ? "something changed" : "it is time");
    if (isNews) {
      news.drainPermits();
      retry = FIRST_RETRY;
    }
  }

  /** Its starts are not in vain, and what ran before it is of no use any longer. */
  private void relyOnThisBuild() {
    images.starts().forget();
    if (state.probation().isPresent()
        && self.image().filter(state::isCurrent).isPresent()
        && remember(state.lasted())) {
      log.info("version {} lasts; what ran before it is not kept any longer", self.version());
      whenItLasts.run();
    }
  }

  /** Whether this process is what is tried. */
  private boolean isTried() {
    return self.image().filter(state::isTrial).isPresent();
  }

  /** Returns whether this build works; if not, it is on record that it does not. */
  private boolean prove() throws InterruptedException {
    Trial trial = state.trial().orElseThrow();
    Build build = trial.build();
    report(UpdateStatus.State.PROVING, build.version(), build.sha256(), "", "");
    while (true) {
      switch (verdict(trial)) {
        case WORKS -> {
          // Until this is on disk, nothing is proven, and the launcher's deadline stands.
          if (remember(state.proven())) {
            kernel.endAfter(0);
            images.starts().forget();
            log.info("version {} works, and is in force", build.version());
            return true;
          }
          Thread.sleep(WRITE_AGAIN_AFTER);
        }
        case WORKS_OFFLINE -> {
          UpdateState believed = state.believed();
          if (believed.equals(state) || remember(believed)) {
            kernel.endAfter(0);
            goOnWithoutTheMesh(trial);
            kernel.endAfter(trial.proveWithinSeconds());
          } else {
            Thread.sleep(WRITE_AGAIN_AFTER);
          }
        }
        case DOES_NOT_WORK -> {
          giveUp(trial);
          return false;
        }
        case NOT_YET -> throw new IllegalStateException("a verdict was waited for");
      }
    }
  }

  /**
   * As with every end but the last, the mesh may have been at fault: another start is another try.
   */
  private void giveUp(Trial trial) {
    SignsOfLife now = signs.orElseThrow();
    boolean isDeaf = !now.heardFromTheMesh();
    boolean isMute = !now.isHeardByTheMesh();
    String what =
        isDeaf
            ? "it did not hear from the mesh, or not understand it, and somebody listens there"
            : isMute
                ? "the mesh, which it hears, did not take its status"
                : "its engine does not answer, or has not begun with every resource";
    String message = "%s; it had %d s".formatted(what, trial.proveWithinSeconds());
    if (state.trial().orElse(trial).isLastStart()) {
      String reason = isDeaf || isMute ? "NoMesh" : "NotProven";
      fail(trial.build().version(), trial.build().sha256(), reason, message);
    } else {
      log.warn("version {} has one more try: {}", trial.build().version(), message);
    }
  }

  private Proof.Verdict verdict(Trial trial) throws InterruptedException {
    Duration limit = Duration.ofSeconds(trial.proveWithinSeconds());
    Proof proof = new Proof(signs.orElseThrow(), limit, time.now());
    while (true) {
      Proof.Verdict verdict = proof.at(time.now());
      if (verdict != Proof.Verdict.NOT_YET) {
        return verdict;
      }
      Thread.sleep(LOOK_FOR_PROOF_EVERY);
    }
  }

  /**
   * It stays on trial, and what ran before it stays on the disk, until there is a mesh to show that
   * it is heard there: then it has the same time as at its start.
   */
  private void goOnWithoutTheMesh(Trial trial) throws InterruptedException {
    Build build = trial.build();
    String message =
        "it does its work, and nobody listens at the mesh's addresses; once somebody does, it has"
            + " to be heard there";
    report(UpdateStatus.State.PROVING, build.version(), build.sha256(), "Offline", message);
    log.info("version {} works as far as can be said without a mesh", build.version());
    SignsOfLife now = signs.orElseThrow();
    Duration askEvery =
        Duration.ofSeconds(trial.proveWithinSeconds()).dividedBy(QUESTIONS_WHO_LISTENS_PER_LIMIT);
    Moment asked = time.now();
    while (!now.heardFromTheMesh()) {
      if (time.now().since(asked).compareTo(askEvery) >= 0) {
        if (now.somebodyListens()) {
          return;
        }
        asked = time.now();
      }
      Thread.sleep(LOOK_FOR_THE_MESH_EVERY);
    }
  }

  /**
   * The launcher starts what stands in the state; where it could not, card or build is bad, or the
   * device is short of something. Returns whether to go on; if not, another start is another try.
   */
  private boolean settleWhatDidNotStart() throws InterruptedException {
    Optional<String> current = state.current().map(Build::sha256);
    if (current.isPresent() && !current.equals(self.image()) && !images.isIntact(current.get())) {
      log.error("the image of the build in force is damaged; version {} stands in", self.version());
      remember(state.withoutCurrent());
    }
    if (state.trial().isEmpty() || isTried()) {
      return true;
    }
    Trial trial = state.trial().get();
    Build build = trial.build();
    String message = "it could not be started; the journal of the device says why";
    if (!images.isIntact(build.sha256())) {
      remember(state.withoutTrial());
      return true;
    }
    if (trial.isLastStart()) {
      fail(build.version(), build.sha256(), "DoesNotStart", message);
      return true;
    }
    log.warn("version {} could not be started; it has another try", build.version());
    report(UpdateStatus.State.WAITING, build.version(), build.sha256(), "CannotStart", message);
    do {
      Thread.sleep(Duration.ofSeconds(trial.proveWithinSeconds()));
    } while (!canBeCounted());
    return false;
  }

  /**
   * The launcher makes no start that it cannot write down; on a full disk there is none to wait
   * for.
   */
  private boolean canBeCounted() {
    try {
      file.write(state);
      return true;
    } catch (IOException e) {
      log.debug("a start could not be counted: {}", e.toString());
      return false;
    }
  }

  /** Returns when to look again; nothing if the next build is ready to be tried. */
  private Optional<Duration> look() throws InterruptedException {
    Optional<AgentRelease> now = wanted;
    images.keepOnly(sha256 -> isNeeded(sha256, now));
    switch (UpdateChoice.of(now, state, self.image(), self.version())) {
      case UpdateChoice.Nothing _ -> report(UpdateStatus.State.NONE, "", "", "", "");
      case UpdateChoice.Runs(AgentRelease release) ->
          report(UpdateStatus.State.CURRENT, release, "", "");
      case UpdateChoice.Refuse(AgentRelease release, String reason, String message) ->
          refuse(release, reason, message);
      case UpdateChoice.Take(AgentRelease release) -> {
        return take(release);
      }
    }
    return Optional.of(LONGEST_RETRY);
  }

  private boolean isNeeded(String sha256, Optional<AgentRelease> release) {
    return state.needs(sha256)
        || self.image().equals(Optional.of(sha256))
        || (release.map(AgentRelease::sha256).equals(Optional.of(sha256))
            && state.failure(sha256).isEmpty());
  }

  private Optional<Duration> take(AgentRelease release) throws InterruptedException {
    if (!self.isService()) {
      refuse(
          release, "NoService", "systemd did not start this agent, so nobody would start another");
      return Optional.of(LONGEST_RETRY);
    }
    if (!lastTaken.equals(Optional.of(release))) {
      lastTaken = Optional.of(release);
      retry = FIRST_RETRY;
      log.info("version {} is wanted, {} runs", release.version(), self.version());
      report(UpdateStatus.State.FETCHING, release, "", "");
    }
    try {
      installer.makeReady(release);
      return begin(release);
    } catch (NotAvailable e) {
      return waitFor(release, "StoreUnavailable", e.reason());
    } catch (Setback e) {
      return switch (e.kind()) {
        case WAIT -> waitFor(release, e.reason(), e.message());
        case REFUSE -> refuse(release, e.reason(), e.message());
        case REMEMBER -> {
          fail(release.version(), release.sha256(), e.reason(), e.message());
          yield refuse(release, e.reason(), e.message());
        }
      };
    }
  }

  private Optional<Duration> begin(AgentRelease release) {
    if (!wanted.equals(Optional.of(release))) {
      return Optional.of(Duration.ZERO);
    }
    Build build = new Build(release.sha256(), release.version());
    if (!remember(state.withTrial(build, proveWithin.toSeconds()))) {
      return waitFor(release, "IoError", "what is to be tried cannot be written down");
    }
    log.info("version {} is ready and will be tried; stopping for it", release.version());
    return Optional.empty();
  }

  private Optional<Duration> waitFor(AgentRelease release, String reason, String message) {
    if (report(UpdateStatus.State.WAITING, release, reason, message)) {
      log.warn("version {} has to wait: {}", release.version(), message);
    }
    Duration pause = retry;
    Duration twice = retry.multipliedBy(2);
    retry = twice.compareTo(LONGEST_RETRY) < 0 ? twice : LONGEST_RETRY;
    return Optional.of(pause);
  }

  private Optional<Duration> refuse(AgentRelease release, String reason, String message) {
    if (report(UpdateStatus.State.REFUSED, release, reason, message)) {
      log.warn("version {} is refused: {}", release.version(), message);
    }
    return Optional.of(LONGEST_RETRY);
  }

  private void fail(String version, String sha256, String reason, String message) {
    log.error("version {} does not work and will not be tried again: {}", version, message);
    remember(state.failed(new FailedBuild(version, sha256, reason, message, time.now().wall())));
  }

  /** Returns whether it is on disk; if not, what was there before holds. */
  private boolean remember(UpdateState next) {
    try {
      file.write(next);
      state = next;
      return true;
    } catch (IOException e) {
      log.error("what is remembered of updates cannot be written: {}", e.toString());
      return false;
    }
  }

  private boolean report(
      UpdateStatus.State now, AgentRelease release, String reason, String message) {
    return report(now, release.version(), release.sha256(), reason, message);
  }

  /** Returns whether that is news. */
  private boolean report(
      UpdateStatus.State now, String version, String sha256, String reason, String message) {
    Optional<UpdateStatus> status =
        now == UpdateStatus.State.NONE && state.failed().isEmpty()
            ? Optional.empty()
            : Optional.of(new UpdateStatus(now, version, sha256, reason, message, state.failed()));
    boolean isNews = !status.equals(reported);
    reported = status;
    book.updating(status, time.now().wall());
    return isNews;
  }
}
