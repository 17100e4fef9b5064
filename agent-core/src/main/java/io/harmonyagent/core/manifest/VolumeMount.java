package io.harmonyagent.core.manifest;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something of the device that a container has at a path of its own.
 *
 * @param source a path of the device, or the name of a volume, which is made when it is missing
 */
public record VolumeMount(String source, String path, boolean readOnly) {
  private static final Pattern FORM =
      Pattern.compile("(/[^:\0]*|[a-zA-Z0-9][a-zA-Z0-9_.-]{0,254}):(/[^:\0]+)(?::(ro|rw))?");
  static final String RULE = "must be like data:/data, /srv/x:/x or /srv/x:/x:ro";

  static Optional<VolumeMount> parse(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(new VolumeMount(form.group(1), form.group(2), "ro".equals(form.group(3))))
        : Optional.empty();
  }

  /** Whether it is a path of the device, not a volume by name. */
  public boolean isBind() {
    return source.startsWith("/");
  }
}
