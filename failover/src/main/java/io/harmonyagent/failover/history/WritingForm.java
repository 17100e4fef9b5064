package io.harmonyagent.failover.history;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.lease.Words;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Writes a record's fields. */
record WritingForm<E>(E value, JsonObject json) implements Form<E> {

  static <E> JsonObject write(E value, Filler<E> filler) {
    JsonObject json = new JsonObject();
    try {
      E unused = filler.fill(new WritingForm<>(value, json));
    } catch (InvalidDocument e) {
      throw new IllegalStateException("nothing is read here, so nothing can be wrong", e);
    }
    return json;
  }

  @Override
  public long number(String key, ToLongFunction<E> of) {
    long number = of.applyAsLong(value);
    json.put(key, number);
    return number;
  }

  @Override
  public int count(String key, ToIntFunction<E> of) {
    int count = of.applyAsInt(value);
    json.put(key, count);
    return count;
  }

  @Override
  public boolean flag(String key, Predicate<E> of) {
    boolean flag = of.test(value);
    json.put(key, flag);
    return flag;
  }

  @Override
  public <W extends Enum<W>> W word(String key, W[] words, Function<E, W> of) {
    W word = of.apply(value);
    json.put(key, Words.of(word));
    return word;
  }

  @Override
  public SiteId site(String key, Function<E, SiteId> of) {
    SiteId site = of.apply(value);
    json.put(key, site.value());
    return site;
  }

  @Override
  public <P> P part(String key, Function<E, P> of, Filler<P> filler) {
    P part = of.apply(value);
    json.put(key, write(part, filler));
    return part;
  }

  @Override
  public <P> Optional<P> optionalPart(String key, Function<E, Optional<P>> of, Filler<P> filler) {
    Optional<P> part = of.apply(value);
    part.ifPresent(present -> json.put(key, write(present, filler)));
    return part;
  }
}
