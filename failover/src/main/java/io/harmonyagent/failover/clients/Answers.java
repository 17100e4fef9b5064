package io.harmonyagent.failover.clients;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.failover.core.PostgresMode;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.lease.Words;
import io.harmonyagent.failover.site.SiteView;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What is answered to whom. Pure: a request line, what the site is and its time give the answer.
 *
 * <p>200 is yes and 503 is no, as HAProxy's {@code option httpchk} has it.
 */
final class Answers {
  private Answers() {}

  /** An answer in the form of HTTP/1.0, after which the connection is closed. */
  static byte[] to(String requestLine, Optional<SiteView> view, long nowMs) {
    String[] words = requestLine.split(" ", -1);
    if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
      return answer("400 Bad Request", "", true);
    }
    boolean withBody = words[0].equals("GET");
    if (!withBody && !words[0].equals("HEAD") && !words[0].equals("OPTIONS")) {
      return answer("405 Method Not Allowed", "", withBody);
    }
    String path = words[1].split("\\?", 2)[0];
    return switch (path) {
      case "/", "/primary", "/read-write" ->
          state(view, view.filter(site -> site.acceptsWrites(nowMs)).isPresent(), withBody);
      case "/replica", "/read-only" ->
          state(view, view.filter(SiteView::isStreamingStandby).isPresent(), withBody);
      case "/health" -> state(view, view.filter(Answers::answersQueries).isPresent(), withBody);
      default -> answer("404 Not Found", "", withBody);
    };
  }

  private static boolean answersQueries(SiteView site) {
    return site.postgres().mode() == PostgresMode.WRITABLE
        || site.postgres().mode() == PostgresMode.STANDBY;
  }

  private static byte[] state(Optional<SiteView> view, boolean yes, boolean withBody) {
    JsonObject json = new JsonObject();
    view.ifPresent(
        site -> {
          json.put("role", Words.of(site.role()))
              .put("epoch", site.epoch())
              .putIfPresent("leader", site.leader().map(SiteId::value))
              .put("timeline", site.postgres().timeline())
              .put("streaming", site.postgres().streaming());
          site.lagBytes().ifPresent(lag -> json.put("lag_bytes", lag));
        });
    String body = new String(JsonWriter.compact(json.node()), StandardCharsets.UTF_8) + "\n";
    return answer(yes ? "200 OK" : "503 Service Unavailable", body, withBody);
  }

  private static byte[] answer(String status, String body, boolean withBody) {
    return ("HTTP/1.0 "
            + status
            + "\r\nContent-Type: application/json\r\nContent-Length: "
            + body.getBytes(StandardCharsets.UTF_8).length
            + "\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
            + (withBody ? body : ""))
        .getBytes(StandardCharsets.UTF_8);
  }
}
