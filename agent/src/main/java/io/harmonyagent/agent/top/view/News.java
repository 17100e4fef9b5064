package io.harmonyagent.agent.top.view;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.SiteReport;
import io.harmonyagent.failover.core.Stored;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What is heard from the mesh. Within a listing, and after it, in the mesh's order. */
public sealed interface News {
  /** The mesh can be reached (again). */
  record Connected() implements News {}

  /** It cannot be reached any more. */
  record Lost() implements News {}

  /** Something that a person should know, such as why the mesh cannot be reached. */
  record Remark(String text) implements News {}

  /** By how much the server's clock is ahead of ours; negative if it is behind. */
  record ServerClock(Duration ahead) implements News {}

  /** The fleet is told anew from here on. */
  record Listing() implements News {}

  /** All of the fleet has been told. */
  record Listed() implements News {}

  /** The generation that is wanted of an agent; empty if nothing is wanted any more. */
  record Wanted(AgentId agent, Optional<Long> generation) implements News {}

  /** What an agent said of itself; empty if that was deleted. */
  record Said(AgentId agent, Optional<Digest> digest) implements News {}

  /** When the server stored an agent's heartbeat; empty if that was deleted. */
  record Beat(AgentId agent, Optional<Instant> at) implements News {}

  /** News of the one agent that is looked at closely. */
  sealed interface OfDetail extends News {
    AgentId agent();
  }

  /** Its history is told anew from here on. */
  record DetailListing(AgentId agent) implements OfDetail {}

  /** What should be on it, in the manifest's order. */
  record DetailWanted(AgentId agent, List<Part> parts) implements OfDetail {}

  /** A status, of now or of before. */
  record DetailSaid(AgentId agent, AgentStatus status) implements OfDetail {}

  /** News of the log that is looked at. */
  sealed interface OfLog extends News {
    LogKey log();
  }

  /** The device answers. */
  record LogBegun(LogKey log) implements OfLog {}

  /** Some text of it, not necessarily of whole lines. */
  record LogPiece(LogKey log, String text) implements OfLog {}

  /** Nothing more comes of it, and why. */
  record LogEnded(LogKey log, String why) implements OfLog {}

  /** News of the failover clusters. */
  sealed interface OfFailover extends News {}

  /** All clusters are told anew from here on. */
  record ClustersListing() implements OfFailover {}

  /** A cluster's config. */
  record Configured(String cluster, ClusterConfig config) implements OfFailover {}

  /** A cluster's lease, of now or of before. */
  record Leased(String cluster, Stored lease) implements OfFailover {}

  /** What a site that does not lead says of itself. */
  record Reported(String cluster, SiteReport report, Instant at) implements OfFailover {}

  /** A decision of a site. */
  record Decided(String cluster, Move move) implements OfFailover {}
}
