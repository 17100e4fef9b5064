package io.harmonyagent.failover.topology;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.BiFunction;

/**
 * Two targets that stand in for each other: the higher-order topology. It has a capability exactly
 * when its targets have it: {@link PostgresFailover} asks for a {@code Failover<T extends
 * PostgresTarget>}, so a pair that cannot run PostgreSQL does not compile. A second capability is a
 * second interface for targets and a second class like that one, and nothing here changes.
 *
 * @param primary the target that is preferred
 * @param replica the other one
 */
public record Failover<T>(T primary, T replica) {
  /** Something for each target, knowing the other one. */
  <R> SequencedMap<T, R> forEach(BiFunction<T, T, R> make) {
    SequencedMap<T, R> made = new LinkedHashMap<>();
    made.put(primary, make.apply(primary, replica));
    made.put(replica, make.apply(replica, primary));
    return made;
  }
}
