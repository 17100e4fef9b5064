package io.harmonyagent.core.engine;

/**
 * Names one start of one piece of work, so that a late result can be told from the awaited one.
 *
 * <p>Equality is written out: what the compiler would generate runs far slower in a native image
 * (adr/0004), and this is asked for with every look at every resource.
 */
public record Ticket(long number) {

  @Override
  public boolean equals(Object other) {
    return this == other || (other instanceof Ticket that && number == that.number);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }
}
