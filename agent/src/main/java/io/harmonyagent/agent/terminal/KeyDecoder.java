package io.harmonyagent.agent.terminal;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns what a terminal sends into keys. The escape key and the beginning of an arrow key's
 * sequence are the same byte; only time tells them apart. So whoever feeds this calls {@link
 * #settle} when nothing has followed for a while, and meanwhile {@link #isWaiting} holds.
 */
public final class KeyDecoder {
  private static final int ESC = 0x1B;
  private static final int DELETE = 0x7F;
  private static final int LONGEST_SEQUENCE = 32;

  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

  /** Whether what came so far may still become another key. */
  public boolean isWaiting() {
    return pending.size() > 0;
  }

  public List<Key> feed(byte[] bytes) {
    List<Key> keys = new ArrayList<>();
    for (byte b : bytes) {
      feed(b & 0xFF, keys);
    }
    return keys;
  }

  /** Nothing more has come: what was waited with is the key itself. */
  public List<Key> settle() {
    boolean escape = pending.size() == 1 && pending.toByteArray()[0] == ESC;
    pending.reset();
    return escape ? List.of(Key.Named.ESCAPE) : List.of();
  }

  private void feed(int b, List<Key> keys) {
    if (pending.size() == 0) {
      first(b, keys);
      return;
    }
    int lead = pending.toByteArray()[0] & 0xFF;
    if (lead == ESC) {
      inSequence(b, keys);
    } else if ((b & 0xC0) == 0x80) {
      pending.write(b);
      if (pending.size() == bytesOfCharacter(lead)) {
        character(keys);
      }
    } else {
      pending.reset();
      first(b, keys);
    }
  }

  private void first(int b, List<Key> keys) {
    if (b == ESC || bytesOfCharacter(b) > 1) {
      pending.write(b);
    } else {
      single(b).ifPresent(keys::add);
    }
  }

  private void inSequence(int b, List<Key> keys) {
    int length = pending.size();
    if (length == 1 && b != '[' && b != 'O') {
      pending.reset();
      keys.add(Key.Named.ESCAPE);
      first(b, keys);
      return;
    }
    pending.write(b);
    boolean isFinal = length >= 2 && b >= 0x40 && b <= 0x7E;
    if (isFinal) {
      sequence(pending.toString(StandardCharsets.US_ASCII)).ifPresent(keys::add);
    }
    if (isFinal || pending.size() > LONGEST_SEQUENCE) {
      pending.reset();
    }
  }

  private void character(List<Key> keys) {
    keys.add(new Key.Letter(pending.toString(StandardCharsets.UTF_8).codePointAt(0)));
    pending.reset();
  }

  private static int bytesOfCharacter(int lead) {
    if (lead >= 0xC2 && lead <= 0xDF) {
      return 2;
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
      return 3;
    }
    return lead >= 0xF0 && lead <= 0xF4 ? 4 : 1;
  }

  private static Optional<Key> single(int b) {
    return switch (b) {
      case 0x03 -> Optional.of(Key.Named.INTERRUPT);
      case 0x09 -> Optional.of(Key.Named.TAB);
      case 0x0A, 0x0D -> Optional.of(Key.Named.ENTER);
      case 0x0C -> Optional.of(Key.Named.REPAINT);
      case 0x15 -> Optional.of(Key.Named.CLEAR);
      case 0x08, DELETE -> Optional.of(Key.Named.BACKSPACE);
      default -> b >= 0x20 && b < DELETE ? Optional.of(new Key.Letter(b)) : Optional.empty();
    };
  }

  /** Modifiers ({@code ESC [ 1 ; 5 A}) make no difference here. */
  private static Optional<Key> sequence(String sequence) {
    char last = sequence.charAt(sequence.length() - 1);
    return Optional.ofNullable(
        switch (last) {
          case 'A' -> Key.Named.UP;
          case 'B' -> Key.Named.DOWN;
          case 'C' -> Key.Named.RIGHT;
          case 'D' -> Key.Named.LEFT;
          case 'H' -> Key.Named.HOME;
          case 'F' -> Key.Named.END;
          case 'M' -> sequence.charAt(1) == 'O' ? Key.Named.ENTER : null;
          case '~' ->
              switch (sequence.substring(2, sequence.length() - 1).split(";", 2)[0]) {
                case "1", "7" -> Key.Named.HOME;
                case "4", "8" -> Key.Named.END;
                case "5" -> Key.Named.PAGE_UP;
                case "6" -> Key.Named.PAGE_DOWN;
                default -> null;
              };
          default -> null;
        });
  }
}
