package io.harmonyagent.agent.top.view;

import io.harmonyagent.agent.terminal.Cells;
import io.harmonyagent.agent.terminal.Key;
import io.harmonyagent.agent.terminal.Line;
import io.harmonyagent.agent.terminal.Picture;
import io.harmonyagent.agent.terminal.Size;
import io.harmonyagent.agent.terminal.Span;
import io.harmonyagent.agent.terminal.Tone;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Where somebody is, what the keys do there, and what that looks like. */
public final class Ui {
  /** Below this nothing can be read anyway. */
  static final Size SMALLEST = new Size(40, 8);

  private static final int TITLE_AND_FOOTER = 2;
  private static final int LONGEST_FILTER = 64;

  private final Board board;
  private final String mesh;
  private final Deque<Spot> path = new ArrayDeque<>();
  private Sight.Order order = Sight.Order.TROUBLE;
  private boolean typing;
  private boolean helping;
  private boolean over;

  /**
   * @param mesh how the mesh is called, for the title
   */
  public Ui(Board board, String mesh) {
    this.board = board;
    this.mesh = mesh;
    path.push(new Spot(new Page.OfFleet()));
  }

  /** Whether somebody asked to quit. */
  public boolean isOver() {
    return over;
  }

  /** Goes to a page, with the fleet behind it. */
  public void open(Page page) {
    path.push(new Spot(page));
    board.lookAt(page);
  }

  /** Does what a key asks for, on a screen that is that large. */
  public void press(Key key, Instant ours, Size size) {
    if (key == Key.Named.INTERRUPT) {
      over = true;
    } else if (helping) {
      helping = false;
    } else if (typing) {
      type(key);
    } else {
      command(key, ours, size);
    }
  }

  private void type(Key key) {
    Spot spot = spot();
    switch (key) {
      case Key.Letter letter -> {
        if (spot.filter().length() < LONGEST_FILTER) {
          spot.filter(spot.filter() + letter.text());
        }
      }
      case Key.Named.BACKSPACE -> {
        String text = spot.filter();
        spot.filter(
            text.isEmpty() ? text : text.substring(0, text.offsetByCodePoints(text.length(), -1)));
      }
      case Key.Named.CLEAR -> spot.filter("");
      case Key.Named.ENTER -> typing = false;
      case Key.Named.ESCAPE -> {
        typing = false;
        spot.filter("");
      }
      case Key.Named _ -> {}
    }
  }

  private void command(Key key, Instant ours, Size size) {
    switch (key) {
      case Key.Letter letter -> letter(letter, ours, size);
      case Key.Named named -> named(named, ours, size);
    }
  }

  private void letter(Key.Letter letter, Instant ours, Size size) {
    switch (letter.text()) {
      case "q" -> over = true;
      case "?" -> helping = true;
      case "/" -> typing = true;
      case "s" -> order = order.next();
      case "f" -> openFailover();
      case "l" -> openLog(ours, size);
      case "j" -> named(Key.Named.DOWN, ours, size);
      case "k" -> named(Key.Named.UP, ours, size);
      case "g" -> named(Key.Named.HOME, ours, size);
      case "G" -> named(Key.Named.END, ours, size);
      case " " -> named(Key.Named.PAGE_DOWN, ours, size);
      default -> {}
    }
  }

  private void named(Key.Named key, Instant ours, Size size) {
    Sheet sheet = sheet(ours, size);
    int height = height(sheet, size);
    switch (key) {
      case UP -> spot().move(-1, sheet.rows(), height);
      case DOWN -> spot().move(1, sheet.rows(), height);
      case PAGE_UP -> spot().move(-height, sheet.rows(), height);
      case PAGE_DOWN -> spot().move(height, sheet.rows(), height);
      case HOME -> spot().move(-sheet.rows().size(), sheet.rows(), height);
      case END -> spot().move(sheet.rows().size(), sheet.rows(), height);
      case ENTER, RIGHT -> {
        spot().settle(sheet.rows(), height);
        spot().choose().ifPresent(this::open);
      }
      case ESCAPE, LEFT, BACKSPACE -> back();
      case TAB, INTERRUPT, REPAINT, CLEAR -> {}
    }
  }

  /** With one cluster there is nothing to choose from. */
  private void openFailover() {
    boolean there =
        path.stream()
            .anyMatch(
                spot ->
                    spot.page() instanceof Page.OfFailover
                        || spot.page() instanceof Page.OfCluster);
    if (!there) {
      List<String> names = board.clusters().names();
      open(names.size() == 1 ? new Page.OfCluster(names.getFirst()) : new Page.OfFailover());
    }
  }

  /** Of the resource that is shown, or of the one that is selected. */
  private void openLog(Instant ours, Size size) {
    Sheet sheet = sheet(ours, size);
    spot().settle(sheet.rows(), height(sheet, size));
    Page about = spot().choose().orElse(spot().page());
    about.logBehind().ifPresent(key -> open(new Page.OfLog(key)));
  }

  private void back() {
    if (!spot().filter().isEmpty()) {
      spot().filter("");
    } else if (path.size() > 1) {
      path.pop();
      board.lookAt(spot().page());
    }
  }

  private Spot spot() {
    return path.element();
  }

  private Sheet sheet(Instant ours, Size size) {
    Sight sight = new Sight(board.time(ours), size.columns(), order);
    Sheet sheet =
        switch (spot().page()) {
          case Page.OfFleet _ -> FleetScreen.sheet(board, sight);
          case Page.OfAgent page -> AgentScreen.sheet(page.agent(), board, sight);
          case Page.OfResource page ->
              ResourceScreen.sheet(page.agent(), page.resource(), board, sight);
          case Page.OfLog page -> LogScreen.sheet(page.key(), board, sight);
          case Page.OfFailover _ -> FailoverScreen.sheet(board, sight);
          case Page.OfCluster page -> ClusterScreen.sheet(page.cluster(), board, sight);
        };
    return sheet.filtered(spot().filter());
  }

  private static int height(Sheet sheet, Size size) {
    return Math.max(1, size.rows() - TITLE_AND_FOOTER - sheet.head().size());
  }

  /** What the screen shows at that time. */
  public Picture picture(Instant ours, Size size) {
    if (size.columns() < SMALLEST.columns() || size.rows() < SMALLEST.rows()) {
      return new Picture(
          size, List.of(Line.of(size + " is too small"), Line.of(SMALLEST + " is needed")));
    }
    Sheet sheet = sheet(ours, size);
    List<Line> lines = new ArrayList<>();
    lines.add(title(sheet, ours, size));
    lines.addAll(helping ? Help.lines() : body(sheet, size));
    while (lines.size() < size.rows() - 1) {
      lines.add(Line.EMPTY);
    }
    List<Line> inSight = new ArrayList<>(lines.subList(0, size.rows() - 1));
    inSight.add(footer());
    return new Picture(size, inSight);
  }

  private List<Line> body(Sheet sheet, Size size) {
    List<Line> lines = new ArrayList<>(sheet.head());
    List<Row> rows = sheet.rows();
    if (rows.isEmpty()) {
      lines.add(Line.of(" " + sheet.ifEmpty(), Tone.FAINT));
      return lines;
    }
    int height = height(sheet, size);
    spot().settle(rows, height);
    int end = Math.min(rows.size(), spot().top() + height);
    for (int i = spot().top(); i < end; i++) {
      Line line = rows.get(i).line().get();
      boolean selected = Spot.isList(rows) && i == spot().index();
      lines.add(selected ? line.select() : line);
    }
    return lines;
  }

  private Line title(Sheet sheet, Instant ours, Size size) {
    String left = " harmony top › " + String.join(" › ", sheet.path());
    return switch (board.link()) {
      case Link.Up _ -> bar(left, new Span(mesh + " ", Tone.BAR), size);
      case Link.Down(Instant since, String why) ->
          bar(left, new Span(alarm(Duration.between(since, ours), why, size), Tone.ALARM), size);
    };
  }

  private static String alarm(Duration down, String why, Size size) {
    String text = " NO CONNECTION for " + Ages.brief(down) + ", trying again";
    return why.isEmpty() ? text + " " : Cells.fit(text + ": " + why, size.columns() / 2) + " ";
  }

  /** What stands at the right is more important: the left is cut. */
  private static Line bar(String left, Span right, Size size) {
    int room = Math.max(0, size.columns() - Cells.width(right.text()));
    return Line.of(Cells.fit(left, room), Tone.BAR).and(right);
  }

  private Line footer() {
    if (helping) {
      return hint(" any key closes the help");
    }
    if (typing) {
      return Line.of(" /" + spot().filter() + "▏", Tone.STRONG)
          .and("   enter keeps it, esc drops it", Tone.FAINT);
    }
    Optional<String> filter = Optional.of(spot().filter()).filter(text -> !text.isEmpty());
    String shown = filter.map(text -> " only '" + text + "', esc: all ").orElse("");
    return hint(
        shown
            + switch (spot().page()) {
              case Page.OfFleet _ ->
                  " ↑↓ enter open   / filter   s by "
                      + order.next().word()
                      + "   f failover   ? help   q quit";
              case Page.OfAgent _ ->
                  " ↑↓ enter open   l log   esc back   / filter   ? help   q quit";
              case Page.OfResource _ ->
                  " ↑↓ scroll   l log   esc back   / filter   ? help   q quit";
              case Page.OfFailover _ -> " ↑↓ enter open   esc back   / filter   ? help   q quit";
              case Page.OfLog _, Page.OfCluster _ ->
                  " ↑↓ scroll   esc back   / filter   ? help   q quit";
            });
  }

  private static Line hint(String text) {
    return Line.of(text, Tone.FAINT);
  }
}
