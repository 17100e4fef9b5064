package io.harmonyagent.reconcilers.container.podman;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The head of an answer: its status, and how its body is framed (RFC 9112).
 *
 * @param keepAlive whether the connection can be used again once the body has been read
 */
record HttpAnswer(int status, Framing framing, boolean keepAlive) {
  private static final int MOST_HEADERS = 64;
  private static final int MOST_LINE = 8 * 1024;

  /** Where a body ends. */
  sealed interface Framing {
    record Empty() implements Framing {}

    record Length(long bytes) implements Framing {}

    record Chunked() implements Framing {}

    record UntilClose() implements Framing {}
  }

  boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  static HttpAnswer read(HttpChannel channel, Deadline deadline) throws PodmanException {
    HttpAnswer answer = readOne(channel, deadline);
    // "100 Continue" and its kin only announce the answer.
    for (int i = 0; answer.status < 200 && i < MOST_HEADERS; i++) {
      answer = readOne(channel, deadline);
    }
    return answer;
  }

  private static HttpAnswer readOne(HttpChannel channel, Deadline deadline) throws PodmanException {
    int status = status(channel.readLine(MOST_LINE, deadline));
    Map<String, String> headers = new HashMap<>();
    for (String line = channel.readLine(MOST_LINE, deadline);
        !line.isEmpty();
        line = channel.readLine(MOST_LINE, deadline)) {
      int colon = line.indexOf(':');
      if (colon <= 0 || headers.size() == MOST_HEADERS) {
        throw new PodmanException.Broken("the answer has a head that is not HTTP");
      }
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    Framing framing = framing(status, headers);
    boolean close =
        framing instanceof Framing.UntilClose
            || "close".equalsIgnoreCase(headers.getOrDefault("connection", ""));
    return new HttpAnswer(status, framing, !close);
  }

  private static int status(String line) throws PodmanException {
    if (line.startsWith("HTTP/1.1 ") && line.length() >= 12) {
      Optional<Long> status = number(line.substring(9, 12), 10);
      if (status.isPresent() && status.get() >= 100) {
        return status.get().intValue();
      }
    }
    throw new PodmanException.Broken("what answers is no HTTP/1.1 server");
  }

  private static Framing framing(int status, Map<String, String> headers) throws PodmanException {
    if (status < 200 || status == 204 || status == 304) {
      return new Framing.Empty();
    }
    String coding = headers.get("transfer-encoding");
    if (coding != null) {
      if (!coding.equalsIgnoreCase("chunked")) {
        throw new PodmanException.Broken("the answer is coded as " + coding);
      }
      return new Framing.Chunked();
    }
    String length = headers.get("content-length");
    if (length == null) {
      return new Framing.UntilClose();
    }
    return new Framing.Length(
        number(length, 10)
            .orElseThrow(() -> new PodmanException.Broken("the answer's length is no number")));
  }

  /** Digits only: Java's own parsing would take a sign too. */
  static Optional<Long> number(String text, int radix) {
    if (text.isEmpty() || text.length() > 15) {
      return Optional.empty();
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) < 128 ? Character.digit(text.charAt(i), radix) : -1;
      if (digit < 0) {
        return Optional.empty();
      }
      value = value * radix + digit;
    }
    return Optional.of(value);
  }
}
