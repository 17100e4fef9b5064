package io.harmonyagent.agent.top.view;

import java.util.List;
import java.util.Optional;

/**
 * A page and where on it somebody is. The selection is a thing, not a number: while rows come, go
 * and change places, it stays on what somebody selected. Until then it is the first row.
 */
final class Spot {
  private final Page page;
  private String filter = "";
  private Optional<Page> selected = Optional.empty();
  private boolean chosen;
  private int index;
  private int top;
  private boolean following;

  Spot(Page page) {
    this.page = page;
    this.following = page.log().isPresent();
  }

  Page page() {
    return page;
  }

  String filter() {
    return filter;
  }

  void filter(String text) {
    filter = text;
    top = 0;
    index = 0;
    selected = Optional.empty();
    chosen = false;
  }

  /** What is selected, and from now on stays so. */
  Optional<Page> choose() {
    chosen = selected.isPresent();
    return selected;
  }

  int index() {
    return index;
  }

  /** The first row in sight. */
  int top() {
    return top;
  }

  /** Finds the selection again among rows that may have changed, and keeps it in sight. */
  void settle(List<Row> rows, int height) {
    if (isList(rows)) {
      index = Math.clamp(find(rows), 0, rows.size() - 1);
      selected = rows.get(index).opens();
      top = Math.clamp(top, index - height + 1, index);
    } else {
      selected = Optional.empty();
    }
    int last = Math.max(0, rows.size() - height);
    top = following ? last : Math.clamp(top, 0, last);
  }

  void move(int by, List<Row> rows, int height) {
    if (isList(rows)) {
      index = Math.clamp(index + (long) by, 0, rows.size() - 1);
      chosen = true;
      selected = rows.get(index).opens();
    } else {
      top = Math.clamp(top + (long) by, 0, Math.max(0, rows.size() - height));
      // The end of a log stays in sight until somebody scrolls away from it.
      following = page.log().isPresent() && top >= rows.size() - height;
    }
    settle(rows, height);
  }

  /** Rows that open nothing are read, not chosen from. */
  static boolean isList(List<Row> rows) {
    return !rows.isEmpty() && rows.getFirst().opens().isPresent();
  }

  private int find(List<Row> rows) {
    for (int i = 0; chosen && i < rows.size(); i++) {
      if (rows.get(i).opens().equals(selected)) {
        return i;
      }
    }
    return index;
  }
}
