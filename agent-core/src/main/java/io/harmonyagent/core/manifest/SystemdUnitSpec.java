package io.harmonyagent.core.manifest;

import java.util.Collections;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * A unit of the service manager: one that is there, or one of ours. What is absent is nobody's
 * business and stays as it is.
 *
 * <p>Equality is written out: what the compiler would generate runs far slower in a native image
 * (adr/0004), and this is asked for with every look at every resource.
 *
 * @param enabled whether it starts at boot, or with whatever it is installed into
 * @param state whether it should run now
 * @param masked whether it must not be started by anybody
 * @param content the unit's text; then the unit file is ours
 * @param dropIns texts that add to the unit, by their file names, in the order of these
 * @param adopt whether a unit file that is there already, and not ours, may be taken over
 */
public record SystemdUnitSpec(
    String name,
    Optional<Boolean> enabled,
    Optional<State> state,
    Optional<Boolean> masked,
    Optional<String> content,
    SequencedMap<String, String> dropIns,
    boolean adopt)
    implements ResourceSpec {
  public static final String KIND = "SystemdUnit";

  /** What a unit should be doing. */
  public enum State {
    ACTIVE,
    INACTIVE
  }

  public SystemdUnitSpec {
    dropIns = Collections.unmodifiableSequencedMap(new TreeMap<>(dropIns));
  }

  @Override
  public String kind() {
    return KIND;
  }

  /** Whether it is no unit itself, but what instances of it are made from. */
  public boolean isTemplate() {
    return isTemplate(name);
  }

  public static boolean isTemplate(String name) {
    return name.lastIndexOf('.') == name.indexOf('@') + 1;
  }

  public boolean wants(State wanted) {
    return state.isPresent() && state.get() == wanted;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof SystemdUnitSpec that
            && adopt == that.adopt
            && name.equals(that.name)
            && enabled.equals(that.enabled)
            && state.equals(that.state)
            && masked.equals(that.masked)
            && content.equals(that.content)
            && dropIns.equals(that.dropIns));
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + content.hashCode();
  }
}
