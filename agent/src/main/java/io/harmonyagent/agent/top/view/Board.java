package io.harmonyagent.agent.top.view;

import io.harmonyagent.core.manifest.AgentId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * All that is known, folded from news. While the mesh cannot be reached, time stands still here:
 * nobody's heartbeat ages by our own deafness.
 */
public final class Board {
  private final Fleet fleet = new Fleet();
  private final Clusters clusters = new Clusters();
  private Link link = new Link.Up();
  private Duration serverAhead = Duration.ZERO;
  private String remark = "";
  private Optional<AgentDetail> detail = Optional.empty();
  private Optional<LogText> log = Optional.empty();

  /** Takes in what was heard at that time, by our clock. */
  public void apply(News news, Instant heard) {
    switch (news) {
      case News.Connected _ -> {
        link = new Link.Up();
        remark = "";
      }
      case News.Lost _ -> lost(heard);
      case News.Remark heardOf -> {
        remark = heardOf.text();
        if (link instanceof Link.Down down) {
          link = new Link.Down(down.since(), remark);
        }
      }
      case News.ServerClock clock -> serverAhead = clock.ahead();
      case News.Listing _ -> fleet.beginListing();
      case News.Listed _ -> {
        fleet.endListing();
        remark = "";
      }
      case News.Wanted wanted ->
          fleet.update(wanted.agent(), entry -> entry.wanting(wanted.generation()));
      case News.Said said -> fleet.update(said.agent(), entry -> entry.saying(said.digest()));
      case News.Beat beat -> fleet.update(beat.agent(), entry -> entry.beating(beat.at()));
      case News.OfDetail close -> closeUp(close);
      case News.OfFailover failover -> clusters.apply(failover);
      case News.OfLog ofLog -> log(ofLog);
    }
  }

  private void lost(Instant heard) {
    if (link instanceof Link.Up) {
      link = new Link.Down(heard, "");
    }
  }

  private void closeUp(News.OfDetail news) {
    AgentDetail of = detail.filter(known -> known.agent().equals(news.agent())).orElse(null);
    if (of == null) {
      return;
    }
    switch (news) {
      case News.DetailListing _ -> detail = Optional.of(new AgentDetail(news.agent()));
      case News.DetailWanted wanted -> of.wants(wanted.parts());
      case News.DetailSaid said -> of.says(said.status());
    }
  }

  private void log(News.OfLog news) {
    LogText of = log.filter(known -> known.key().equals(news.log())).orElse(null);
    if (of == null) {
      return;
    }
    switch (news) {
      case News.LogBegun _ -> of.restart();
      case News.LogPiece piece -> of.add(piece.text());
      case News.LogEnded ended -> of.ended(ended.why());
    }
  }

  /** From now on this page is looked at. */
  void lookAt(Page page) {
    Optional<AgentId> agent = page.focus();
    if (!agent.equals(detail.map(AgentDetail::agent))) {
      detail = agent.map(AgentDetail::new);
    }
    if (!page.log().equals(log.map(LogText::key))) {
      log = page.log().map(LogText::new);
    }
  }

  /** Which agent is looked at closely, so that its news are wanted. */
  public Optional<AgentId> focus() {
    return detail.map(AgentDetail::agent);
  }

  /** Whose log is looked at. */
  public Optional<LogKey> logFocus() {
    return log.map(LogText::key);
  }

  Optional<LogText> log() {
    return log;
  }

  Fleet fleet() {
    return fleet;
  }

  Clusters clusters() {
    return clusters;
  }

  Optional<AgentDetail> detail() {
    return detail;
  }

  Link link() {
    return link;
  }

  /** What was complained of since the fleet was last told in full; empty if nothing. */
  String remark() {
    return remark;
  }

  /** The server's time at which the picture is true. */
  Instant time(Instant ours) {
    Instant trueAt = link instanceof Link.Down down ? down.since() : ours;
    return trueAt.plus(serverAhead);
  }
}
