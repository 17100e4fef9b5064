package io.harmonyagent.testbed;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Where the testbed cannot run, the tests that need it are left out, and one line says why; in CI
 * they run, and fail.
 */
final class WhereTestbedRuns implements ExecutionCondition {
  private static final Namespace MINE = Namespace.create(WhereTestbedRuns.class);

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (context.getTestMethod().isPresent() || Boolean.parseBoolean(System.getenv("CI"))) {
      return ConditionEvaluationResult.enabled("");
    }
    Availability availability =
        context
            .getRoot()
            .getStore(MINE)
            .computeIfAbsent(Availability.class, _ -> checkAndTell(), Availability.class);
    return availability.isGiven()
        ? ConditionEvaluationResult.enabled("")
        : ConditionEvaluationResult.disabled(availability.obstacle());
  }

  /** Once for all tests of a JVM. */
  private static Availability checkAndTell() {
    Availability availability = Availability.check();
    if (!availability.isGiven()) {
      System.err.println(
          "testbed: cannot run here, so its tests are left out: " + availability.obstacle());
    }
    return availability;
  }
}
