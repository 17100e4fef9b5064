package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.Node;
import java.util.List;

/** Something that a command shows, in each form that it can be shown in. */
interface View {
  /** For people: no line has more than 80 columns, unless it is to be wide. */
  String table(boolean wide);

  /** For programs. */
  Node node();

  /** What {@code -o name} prints, for scripts: a name a line. */
  List<String> names();
}
