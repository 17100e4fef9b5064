package io.harmonyagent.failover.simulation;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is due, by true time and then in the order in which it was asked for. A binary heap. */
final class EventQueue {
  /** Something that happens. */
  @FunctionalInterface
  interface Due {
    void run();
  }

  private static final int SIZE_MAX = 100_000;

  private long[] timesUs = new long[64];
  private long[] orders = new long[64];
  private @Nullable Due[] dues = new @Nullable Due[64];
  private int size;
  private long asked;

  void at(long timeUs, Due due) {
    if (size == timesUs.length) {
      grow();
    }
    asked++;
    int hole = size++;
    while (hole > 0) {
      int parent = (hole - 1) >>> 1;
      if (timesUs[parent] <= timeUs) {
        break;
      }
      move(parent, hole);
      hole = parent;
    }
    put(hole, timeUs, asked, due);
  }

  boolean isEmpty() {
    return size == 0;
  }

  long nextTimeUs() {
    return timesUs[0];
  }

  Due take() {
    Due first = Objects.requireNonNull(dues[0]);
    size--;
    long timeUs = timesUs[size];
    long order = orders[size];
    Due last = Objects.requireNonNull(dues[size]);
    dues[size] = null;
    if (size > 0) {
      siftDown(timeUs, order, last);
    }
    return first;
  }

  private void siftDown(long timeUs, long order, Due due) {
    int hole = 0;
    int half = size >>> 1;
    while (hole < half) {
      int child = 2 * hole + 1;
      if (child + 1 < size && isBefore(child + 1, timesUs[child], orders[child])) {
        child++;
      }
      if (!isBefore(child, timeUs, order)) {
        break;
      }
      move(child, hole);
      hole = child;
    }
    put(hole, timeUs, order, due);
  }

  private boolean isBefore(int index, long timeUs, long order) {
    return timesUs[index] < timeUs || (timesUs[index] == timeUs && orders[index] < order);
  }

  private void move(int from, int to) {
    timesUs[to] = timesUs[from];
    orders[to] = orders[from];
    dues[to] = dues[from];
  }

  private void put(int index, long timeUs, long order, Due due) {
    timesUs[index] = timeUs;
    orders[index] = order;
    dues[index] = due;
  }

  private void grow() {
    if (size >= SIZE_MAX) {
      throw new IllegalStateException("the simulation schedules more than it carries out");
    }
    timesUs = Arrays.copyOf(timesUs, 2 * size);
    orders = Arrays.copyOf(orders, 2 * size);
    dues = Arrays.copyOf(dues, 2 * size);
  }
}
