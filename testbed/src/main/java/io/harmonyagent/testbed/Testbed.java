package io.harmonyagent.testbed;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A fleet on this machine, for the time of a test class:
 *
 * <pre>{@code
 * @RegisterExtension static final Testbed bed = Testbed.withNats(3);
 * }</pre>
 *
 * After each test the network is healed; what tests did to Pis and servers stays, unless {@link
 * #switchingOff} says otherwise. When a test fails, all logs are kept and a line says where.
 * Outside of JUnit, {@link #open} and {@link #close} do the same.
 */
public final class Testbed
    implements ExecutionCondition,
        BeforeAllCallback,
        AfterEachCallback,
        AfterAllCallback,
        AutoCloseable {

  private final int natsServers;
  private final NatsConfig natsConfig;
  private @Nullable Fleet fleet;
  private @Nullable String openedFor;
  private boolean switchesOff;

  private Testbed(int natsServers, NatsConfig natsConfig) {
    this.natsServers = natsServers;
    this.natsConfig = natsConfig;
  }

  public static Testbed withoutNats() {
    return withNats(0);
  }

  /** With one server, or a cluster of three. */
  public static Testbed withNats(int servers) {
    return withNats(servers, NatsConfig.plain());
  }

  public static Testbed withNats(int servers, NatsConfig config) {
    return new Testbed(servers, config);
  }

  /**
   * After each test all Pis are switched off. For a class whose tests each boot one of their own:
   * the kernel gives all of them together only so many of the things that a running system needs.
   */
  public Testbed switchingOff() {
    switchesOff = true;
    return this;
  }

  /** Builds it up; to be closed. JUnit does both by itself. */
  public synchronized Testbed open() {
    if (fleet != null) {
      throw new IllegalStateException("the testbed is open already");
    }
    Availability.check().orFail();
    fleet = Fleet.assemble(natsServers, natsConfig);
    return this;
  }

  /** Removes all that was made, and returns when it is gone. */
  @Override
  public synchronized void close() {
    if (fleet != null) {
      fleet.close();
      fleet = null;
    }
  }

  /** The Pi of that name: the same one each time, made at the first, and off until it is booted. */
  public Pi pi(String name) {
    return pi(name, Release.AS_HERE);
  }

  /** The same with another system; which one is decided at the first call. */
  public Pi pi(String name, Release release) {
    return fleet().pi(name, release);
  }

  /** The host of that name, for programs of this machine: the same one each time. */
  public Host host(String name) {
    return fleet().host(name);
  }

  /** Boots several Pis at once. */
  public void boot(Pi... pis) {
    fleet().boot(List.of(pis));
  }

  public NatsServers nats() {
    return fleet().nats();
  }

  /** The image registry; it starts at the first call. */
  public Registry registry() {
    return fleet().registry();
  }

  /** The fleet's own certificate authority. */
  public Certificates certificates() {
    return fleet().certificates();
  }

  /**
   * Keeps all logs so far in a folder of that name under {@code target/testbed-logs}, and says
   * where.
   */
  public Path keepLogs(String testClass, String occasion) {
    Path folder = fleet().keepLogs(testClass, occasion);
    System.err.println("testbed: the logs of " + occasion + " are in " + folder);
    return folder;
  }

  /** Ends every fault on the network. */
  public void heal() {
    fleet().heal();
  }

  /** Waits until a condition holds, and fails when it still does not after that time. */
  public void eventually(Duration limit, BooleanSupplier condition) {
    Waiting.eventually(limit, condition::getAsBoolean, holds -> holds, "the condition");
  }

  /** Waits for a value that is as wanted, and fails with the last one seen. */
  public <T> T eventually(Duration limit, Callable<T> look, Predicate<T> wanted) {
    return Waiting.eventually(limit, look, wanted, "the wanted value");
  }

  private synchronized Fleet fleet() {
    if (fleet == null) {
      throw new IllegalStateException(
          "the testbed is not open; as a JUnit extension it must be a static field");
    }
    return fleet;
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return new WhereTestbedRuns().evaluateExecutionCondition(context);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    // Nested classes come here too, and share what the outermost has opened.
    if (!isOpen()) {
      open();
      openedFor = context.getUniqueId();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (context.getExecutionException().isPresent()) {
      keepLogs(
          context.getRequiredTestClass().getSimpleName(),
          context.getRequiredTestMethod().getName());
    }
    if (switchesOff) {
      fleet().switchOff();
    }
    heal();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (context.getExecutionException().isPresent() && isOpen()) {
      keepLogs(context.getRequiredTestClass().getSimpleName(), "the-class");
    }
    if (context.getUniqueId().equals(openedFor)) {
      close();
    }
  }

  /** What carries this id on this machine was made by this testbed. */
  String runId() {
    return fleet().runId();
  }

  private synchronized boolean isOpen() {
    return fleet != null;
  }
}
