package io.harmonyagent.failover.lease;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.failover.core.SiteId;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The words of the records: constants as {@code sync-strict}, site ids as texts. */
public final class Words {
  private Words() {}

  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static <E extends Enum<E>> E read(Fields fields, String key, E[] constants)
      throws InvalidDocument {
    String word = fields.text(key);
    for (E constant : constants) {
      if (of(constant).equals(word)) {
        return constant;
      }
    }
    throw fields.invalid(
        key,
        "must be one of "
            + String.join(", ", Arrays.stream(constants).map(Words::of).toList())
            + ", is "
            + word);
  }

  public static SiteId site(Fields fields, String key) throws InvalidDocument {
    return optionalSite(fields, key).orElseThrow(() -> fields.invalid(key, "is missing"));
  }

  public static Optional<SiteId> optionalSite(Fields fields, String key) throws InvalidDocument {
    Optional<String> text = fields.optionalText(key);
    return text.isEmpty() ? Optional.empty() : Optional.of(site(fields, key, text.get()));
  }

  public static SiteId site(Fields fields, String key, String text) throws InvalidDocument {
    try {
      SiteId site = new SiteId(text);
      if (RecordKeys.canName(site)) {
        return site;
      }
    } catch (IllegalArgumentException e) {
      throw fields.invalid(key, String.valueOf(e.getMessage()));
    }
    throw fields.invalid(
        key, "a site id in the mesh has only A-Z, a-z, 0-9, '_' and '-', not '" + text + "'");
  }

  public static int smallInteger(Fields fields, String key) throws InvalidDocument {
    long value = fields.integer(key);
    if (value != (int) value) {
      throw fields.invalid(key, "must be a whole number below 2^31, is " + value);
    }
    return (int) value;
  }
}
