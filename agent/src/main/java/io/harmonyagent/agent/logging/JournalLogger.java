package io.harmonyagent.agent.logging;

import java.io.PrintWriter;
import java.io.Serial;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * One line for each event, with the priority in front of it that journald reads ({@code <4>}). Time
 * and unit are journald's to add.
 */
final class JournalLogger extends AbstractLogger {
  @Serial private static final long serialVersionUID = 1L;

  private final transient JournalLoggerFactory factory;

  JournalLogger(String name, JournalLoggerFactory factory) {
    this.name = name;
    this.factory = factory;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String pattern,
      Object @Nullable [] arguments,
      @Nullable Throwable throwable) {
    String message = MessageFormatter.basicArrayFormat(pattern, arguments);
    StringBuilder line = new StringBuilder(priority(level)).append(shortName()).append(": ");
    line.append(message.replace('\n', ' '));
    if (throwable != null) {
      StringWriter trace = new StringWriter();
      throwable.printStackTrace(new PrintWriter(trace, true));
      line.append(": ").append(trace.toString().strip().replaceAll("\\R\\s*", " | "));
    }
    factory.print(line.toString());
  }

  private String shortName() {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String priority(Level level) {
    return switch (level) {
      case ERROR -> "<3>";
      case WARN -> "<4>";
      case INFO -> "<6>";
      case DEBUG, TRACE -> "<7>";
    };
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public boolean isTraceEnabled(Marker marker) {
    return false;
  }

  @Override
  public boolean isDebugEnabled() {
    return factory.isEnabled(Level.DEBUG);
  }

  @Override
  public boolean isDebugEnabled(Marker marker) {
    return isDebugEnabled();
  }

  @Override
  public boolean isInfoEnabled() {
    return factory.isEnabled(Level.INFO);
  }

  @Override
  public boolean isInfoEnabled(Marker marker) {
    return isInfoEnabled();
  }

  @Override
  public boolean isWarnEnabled() {
    return factory.isEnabled(Level.WARN);
  }

  @Override
  public boolean isWarnEnabled(Marker marker) {
    return isWarnEnabled();
  }

  @Override
  public boolean isErrorEnabled() {
    return factory.isEnabled(Level.ERROR);
  }

  @Override
  public boolean isErrorEnabled(Marker marker) {
    return isErrorEnabled();
  }
}
