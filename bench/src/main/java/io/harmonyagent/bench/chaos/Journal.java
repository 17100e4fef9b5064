package io.harmonyagent.bench.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A client's notes, as {@code writer.c} leaves them. The last line may be half written: the client
 * was killed, and was told nothing more that anyone knows of.
 *
 * @param refusedSessions when it found no site that lets it write
 */
record Journal(List<Attempt> attempts, List<Session> sessions, int refusedSessions) {

  /** It found a site that takes writes. */
  record Session(long openedNs, String site) {}

  /**
   * @param siteByAddress what the servers call themselves, and who that is
   */
  static Journal parse(String client, String text, Map<String, String> siteByAddress) {
    List<Attempt> attempts = new ArrayList<>();
    List<Session> sessions = new ArrayList<>();
    int refused = 0;
    int end = text.lastIndexOf('\n') + 1;
    for (String line : text.substring(0, end).lines().toList()) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "connected" ->
            sessions.add(new Session(Long.parseLong(words[1]), site(words[2], siteByAddress)));
        case "failed" -> refused++;
        case "acked", "refused", "unknown" ->
            attempts.add(
                new Attempt(
                    new WriteId(client, Long.parseLong(words[1])),
                    Long.parseLong(words[2]),
                    Long.parseLong(words[3]),
                    answer(words, siteByAddress)));
        default -> throw new IllegalArgumentException("no line of a journal: " + line);
      }
    }
    return new Journal(attempts, sessions, refused);
  }

  private static Answer answer(String[] words, Map<String, String> siteByAddress) {
    return switch (words[0]) {
      case "acked" ->
          new Answer.Acked(
              site(words[4], siteByAddress),
              // The first eight digits of a log file's name are its timeline.
              Long.parseLong(words[5].substring(0, 8), 16),
              Long.parseLong(words[6]),
              Long.parseLong(words[7]));
      case "refused" -> new Answer.Refused(words[4]);
      default -> new Answer.Unknown(words[4]);
    };
  }

  private static String site(String address, Map<String, String> siteByAddress) {
    return siteByAddress.getOrDefault(address, address);
  }
}
