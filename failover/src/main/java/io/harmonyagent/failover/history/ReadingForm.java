package io.harmonyagent.failover.history;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.lease.Words;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Reads a record's fields. All are required: half of an evidence is none. */
record ReadingForm<E>(Fields fields) implements Form<E> {

  @Override
  public long number(String key, ToLongFunction<E> of) throws InvalidDocument {
    return fields.integer(key);
  }

  @Override
  public int count(String key, ToIntFunction<E> of) throws InvalidDocument {
    return Words.smallInteger(fields, key);
  }

  @Override
  public boolean flag(String key, Predicate<E> of) throws InvalidDocument {
    if (!fields.has(key)) {
      throw fields.invalid(key, "is missing");
    }
    return fields.flag(key, false);
  }

  @Override
  public <W extends Enum<W>> W word(String key, W[] words, Function<E, W> of)
      throws InvalidDocument {
    return Words.read(fields, key, words);
  }

  @Override
  public SiteId site(String key, Function<E, SiteId> of) throws InvalidDocument {
    return Words.site(fields, key);
  }

  @Override
  public <P> P part(String key, Function<E, P> of, Filler<P> filler) throws InvalidDocument {
    return filler.fill(new ReadingForm<>(fields.object(key)));
  }

  @Override
  public <P> Optional<P> optionalPart(String key, Function<E, Optional<P>> of, Filler<P> filler)
      throws InvalidDocument {
    Optional<Fields> part = fields.optionalObject(key);
    return part.isEmpty()
        ? Optional.empty()
        : Optional.of(filler.fill(new ReadingForm<>(part.get())));
  }
}
