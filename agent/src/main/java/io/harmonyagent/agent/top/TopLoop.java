package io.harmonyagent.agent.top;

import io.harmonyagent.agent.terminal.Key;
import io.harmonyagent.agent.terminal.KeyDecoder;
import io.harmonyagent.agent.terminal.Size;
import io.harmonyagent.agent.terminal.Terminal;
import io.harmonyagent.agent.top.view.Board;
import io.harmonyagent.agent.top.view.Ui;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * The one owner of board and view: takes what comes, then shows what became of it. A key is
 * answered at once; news are gathered for a moment, so that a thousand of them cost a few pictures;
 * and once a second ages move on.
 */
final class TopLoop {
  private static final long TICK_MS = 1_000;
  private static final long GATHER_NEWS_MS = 100;
  private static final long ESCAPE_MS = 50;

  private final Terminal terminal;
  private final Inputs inputs;
  private final Board board;
  private final Ui ui;
  private final MeshFeed feed;
  private final LogFeed logs;
  private final Clock clock;
  private final KeyDecoder keys = new KeyDecoder();
  private Size size;
  private long showAtMs;
  private boolean stopped;

  TopLoop(
      Terminal terminal,
      Inputs inputs,
      Board board,
      Ui ui,
      MeshFeed feed,
      LogFeed logs,
      Clock clock) {
    this.terminal = terminal;
    this.inputs = inputs;
    this.board = board;
    this.ui = ui;
    this.feed = feed;
    this.logs = logs;
    this.clock = clock;
    this.size = terminal.size();
  }

  /** Returns when somebody quits. */
  void run() throws IOException, InterruptedException {
    show();
    while (!ui.isOver() && !stopped) {
      long left = showAtMs - nowMs();
      Optional<Input> input = inputs.take(keys.isWaiting() ? Math.min(left, ESCAPE_MS) : left);
      if (input.isPresent()) {
        take(input.get());
      } else if (keys.isWaiting()) {
        press(keys.settle());
      }
      if (showAtMs - nowMs() <= 0) {
        show();
      }
    }
  }

  private void take(Input input) {
    switch (input) {
      case Input.Typed typed -> press(keys.feed(typed.bytes().array()));
      case Input.Resized _ -> showSoon(0);
      case Input.Stop _ -> stopped = true;
      case Input.Heard heard -> {
        board.apply(heard.news(), clock.instant());
        showSoon(GATHER_NEWS_MS);
      }
    }
  }

  private void press(List<Key> pressed) {
    for (Key key : pressed) {
      if (key == Key.Named.REPAINT) {
        terminal.forget();
      }
      ui.press(key, clock.instant(), size);
    }
    feed.focus(board.focus());
    logs.follow(board.logFocus());
    showSoon(0);
  }

  private void showSoon(long withinMs) {
    showAtMs = Math.min(showAtMs, nowMs() + withinMs);
  }

  private void show() throws IOException {
    size = terminal.size();
    terminal.show(ui.picture(clock.instant(), size));
    showAtMs = nowMs() + TICK_MS;
  }

  private static long nowMs() {
    return System.nanoTime() / 1_000_000;
  }
}
