package io.harmonyagent.core.manifest;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads the spec of a SystemdUnit. */
final class SystemdUnitSpecReader {
  /** Scopes and devices are missing: nobody can write, enable or start one. */
  private static final Pattern NAME =
      Pattern.compile(
          "[A-Za-z0-9:_.\\\\-]+(@[A-Za-z0-9:_.\\\\@-]*)?"
              + "\\.(service|socket|target|timer|path|mount|automount|swap|slice)");

  private static final Pattern DROP_IN = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9:_.@-]*\\.conf");
  private static final Pattern SECTION = Pattern.compile("(^|\n)[ \t]*\\[[A-Za-z-]+\\]");

  private static final int MAX_NAME = 255;

  private SystemdUnitSpecReader() {}

  static SystemdUnitSpec read(Fields in) throws InvalidDocument {
    SystemdUnitSpec spec =
        new SystemdUnitSpec(
            name(in),
            flag(in, "enabled"),
            state(in),
            flag(in, "masked"),
            content(in),
            dropIns(in),
            in.flag("adopt", false));
    rejectContradictions(in, spec);
    return spec;
  }

  private static String name(Fields in) throws InvalidDocument {
    String name = in.text("name");
    if (name.length() > MAX_NAME || !NAME.matcher(name).matches()) {
      throw in.invalid(
          "name",
          "must be the name of a unit with its type, such as web.service or web@1.service,"
              + " is '"
              + name
              + "'");
    }
    return name;
  }

  private static Optional<Boolean> flag(Fields in, String key) throws InvalidDocument {
    return in.has(key) ? Optional.of(in.flag(key, false)) : Optional.empty();
  }

  private static Optional<SystemdUnitSpec.State> state(Fields in) throws InvalidDocument {
    Optional<String> state = in.optionalText("state");
    if (state.isEmpty()) {
      return Optional.empty();
    }
    return switch (state.get()) {
      case "active" -> Optional.of(SystemdUnitSpec.State.ACTIVE);
      case "inactive" -> Optional.of(SystemdUnitSpec.State.INACTIVE);
      default ->
          throw in.invalid("state", "must be \"active\" or \"inactive\", is '" + state.get() + "'");
    };
  }

  private static Optional<String> content(Fields in) throws InvalidDocument {
    Optional<String> content = in.optionalText("content");
    if (content.isPresent()) {
      requireText(in, "content", content.get());
      // To systemd an empty unit file is a masked unit.
      if (!SECTION.matcher(content.get()).find()) {
        throw in.invalid("content", "must have a section, such as [Service]");
      }
    }
    return content;
  }

  private static SequencedMap<String, String> dropIns(Fields in) throws InvalidDocument {
    SequencedMap<String, String> dropIns = new TreeMap<>();
    Optional<Fields> all = in.optionalObject("drop_ins");
    if (all.isPresent()) {
      for (String name : all.get().node().entries().keySet()) {
        if (name.length() > MAX_NAME || !DROP_IN.matcher(name).matches()) {
          throw all.get()
              .invalid(
                  name,
                  "must be a file's name of letters, digits and any of ':_.@-' that ends in .conf");
        }
        dropIns.put(name, all.get().text(name));
        requireText(all.get(), name, all.get().text(name));
      }
    }
    return dropIns;
  }

  private static void requireText(Fields in, String key, String text) throws InvalidDocument {
    if (!FileSpecReader.hasUtf8Form(text) || text.indexOf('\0') >= 0) {
      throw in.invalid(key, "must be text without NUL and without half of a surrogate pair");
    }
  }

  private static void rejectContradictions(Fields in, SystemdUnitSpec spec) throws InvalidDocument {
    boolean masked = spec.masked().orElse(false);
    if (masked && spec.wants(SystemdUnitSpec.State.ACTIVE)) {
      throw in.invalid("masked", "contradicts \"state\": \"active\": a masked unit cannot start");
    }
    if (masked && spec.enabled().orElse(false)) {
      throw in.invalid("masked", "contradicts \"enabled\": true: a masked unit cannot start");
    }
    if (masked && spec.content().isPresent()) {
      throw in.invalid("masked", "contradicts \"content\": a mask stands in the unit file's place");
    }
    if (spec.isTemplate() && spec.state().isPresent()) {
      throw in.invalid("state", "is for instances: " + spec.name() + " is a template");
    }
    boolean wantsNothing =
        spec.enabled().isEmpty()
            && spec.state().isEmpty()
            && spec.masked().isEmpty()
            && spec.content().isEmpty()
            && spec.dropIns().isEmpty();
    if (wantsNothing) {
      throw in.invalid(
          "name", "alone wants nothing: give enabled, state, masked, content or drop_ins");
    }
  }
}
