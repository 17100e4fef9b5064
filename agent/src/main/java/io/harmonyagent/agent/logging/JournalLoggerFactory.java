package io.harmonyagent.agent.logging;

import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Hands out loggers that share one level and one stream. */
public final class JournalLoggerFactory implements ILoggerFactory {
  private final Map<String, Logger> loggers = new ConcurrentHashMap<>();
  private final PrintStream out;
  private volatile Level level = Level.INFO;
  private volatile @Nullable Consumer<String> diversion;

  JournalLoggerFactory(PrintStream out) {
    this.out = out;
  }

  @Override
  public Logger getLogger(String name) {
    return loggers.computeIfAbsent(name, n -> new JournalLogger(n, this));
  }

  /** Sets how much is logged from now on, by everybody. */
  public static void setLevel(Level level) {
    if (LoggerFactory.getILoggerFactory() instanceof JournalLoggerFactory factory) {
      factory.level = level;
    }
  }

  /** Hands lines to somebody else from now on: standard error is in use for something else. */
  public static void divert(Consumer<String> to) {
    setDiversion(to);
  }

  public static void divertNothing() {
    setDiversion(null);
  }

  private static void setDiversion(@Nullable Consumer<String> to) {
    if (LoggerFactory.getILoggerFactory() instanceof JournalLoggerFactory factory) {
      factory.diversion = to;
    }
  }

  boolean isEnabled(Level asked) {
    return asked.toInt() >= level.toInt();
  }

  void print(String line) {
    Consumer<String> other = diversion;
    if (other == null) {
      out.println(line);
    } else {
      other.accept(line);
    }
  }
}
