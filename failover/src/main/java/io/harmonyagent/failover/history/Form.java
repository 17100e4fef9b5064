package io.harmonyagent.failover.history;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.failover.core.SiteId;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * A record's fields, named once for both directions: filling in a form writes the value that is
 * there, or reads the one that a document has. So what is written can always be read.
 *
 * @param <E> the record
 */
interface Form<E> {
  long number(String key, ToLongFunction<E> of) throws InvalidDocument;

  int count(String key, ToIntFunction<E> of) throws InvalidDocument;

  boolean flag(String key, Predicate<E> of) throws InvalidDocument;

  <W extends Enum<W>> W word(String key, W[] words, Function<E, W> of) throws InvalidDocument;

  SiteId site(String key, Function<E, SiteId> of) throws InvalidDocument;

  <P> P part(String key, Function<E, P> of, Filler<P> filler) throws InvalidDocument;

  <P> Optional<P> optionalPart(String key, Function<E, Optional<P>> of, Filler<P> filler)
      throws InvalidDocument;

  /** Fills in the form of one kind of record. */
  @FunctionalInterface
  interface Filler<P> {
    P fill(Form<P> form) throws InvalidDocument;
  }
}
