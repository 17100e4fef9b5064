package io.harmonyagent.agent.cli;

import java.util.List;

/** A command that is nothing but others. */
public interface CommandGroup {
  /** Each has picocli's {@code Command}; they are listed in this order. */
  List<Class<?>> commands();
}
