package io.harmonyagent.testbed;

import java.util.List;

/** Whom a fault can stand between: one member of the fleet, or several named together. */
public interface Peers {
  List<Member> members();
}
