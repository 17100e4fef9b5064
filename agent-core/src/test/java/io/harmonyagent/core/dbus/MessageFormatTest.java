package io.harmonyagent.core.dbus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageFormatTest {
  private static final int ROUNDS = 2000;

  @Test
  void what_is_written_is_read_back_whatever_it_is() throws Exception {
    for (int seed = 0; seed < ROUNDS; seed++) {
      RandomValues values = new RandomValues(new SplittableRandom(seed));
      Message message = message(values.body());

      assertThat(read(MessageFormat.write(message))).as("seed %d", seed).isEqualTo(message);
    }
  }

  @Test
  void a_message_says_itself_how_long_it_is() throws Exception {
    for (int seed = 0; seed < ROUNDS; seed++) {
      byte[] bytes =
          MessageFormat.write(message(new RandomValues(new SplittableRandom(seed)).body()));

      assertThat(MessageFormat.length(ByteBuffer.wrap(bytes))).isEqualTo(bytes.length);
    }
  }

  /** What the specification of D-Bus says, byte by byte, so that two mistakes of ours show. */
  @Test
  void the_bytes_are_those_of_the_specification() {
    ValueWriter out = new ValueWriter();
    out.write(Value.text("foo"));
    out.write(new Value.Array("x", List.of(new Value.Whole(Value.WholeType.INT64, 5))));
    out.write(new Value.Variant(Value.flag(true)));

    assertThat(HexFormat.of().formatHex(out.bytes()))
        .isEqualTo(
            "03000000666f6f00" // its length, then "foo" and NUL
                + "0800000000000000" // eight bytes of items, padded to the boundary of an item
                + "0500000000000000"
                + "016200" // the signature "b"
                + "00" // padded to the boundary of a flag
                + "01000000");
  }

  @Test
  void a_sender_with_the_other_byte_order_is_understood() throws Exception {
    String big =
        "42040001" // 'B', a signal, no flags, version 1
            + "0000000400000007" // a body of four bytes; serial 7
            + "00000017" // 23 bytes of fields
            + "01016f00000000022f6100" // path "/a"
            + "0000000000" // up to the next field
            + "08016700017500" // signature "u"
            + "00" // up to the body
            + "0000002a";

    Message read = read(HexFormat.of().parseHex(big));

    assertThat(read.serial()).isEqualTo(7);
    assertThat(read.header().path()).isEqualTo("/a");
    assertThat(read.body()).containsExactly(Value.uint32(42));
  }

  @Test
  void a_message_cut_short_anywhere_is_an_error_and_nothing_else() {
    for (int seed = 0; seed < 100; seed++) {
      byte[] bytes =
          MessageFormat.write(message(new RandomValues(new SplittableRandom(seed)).body()));
      for (int length = MessageFormat.PREFIX_BYTES; length < bytes.length; length++) {
        ByteBuffer cut = ByteBuffer.wrap(bytes, 0, length);
        assertThatExceptionOfType(MalformedMessage.class).isThrownBy(() -> MessageFormat.read(cut));
      }
    }
  }

  @Test
  void a_message_with_any_bit_turned_over_is_read_or_refused_but_never_worse() {
    int refused = 0;
    for (int seed = 0; seed < ROUNDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] bytes = MessageFormat.write(message(new RandomValues(random).body()));
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        MessageFormat.length(ByteBuffer.wrap(bytes));
        MessageFormat.read(ByteBuffer.wrap(bytes));
      } catch (MalformedMessage e) {
        refused++;
        assertThat(e).hasMessageMatching("(?s).{10,}");
      }
    }
    assertThat(refused).isGreaterThan(ROUNDS / 10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "b   | 02000000           | a flag that is 2, neither 0 nor 1",
        "s   | 03000000666f6f01   | a text that does not end with NUL",
        "s   | ffffffff00         | a text of 4294967295 bytes where the message has 1 left",
        "s   | ffffff7f00         | a text of 2147483647 bytes where the message has 1 left",
        "s   | 02000000ffff00     | a text that is not UTF-8",
        "s   | 03000000610062 00  | a text with NUL inside",
        "o   | 02000000612f00     | 'a/' is no path of an object",
        "g   | 017a00             | the signature 'z' has the unknown type 'z'",
        "v   | 0262620000000000   | a variant of 'bb', which is not one type",
        "au  | 0300000000000000   | an array whose last item goes beyond its end",
        "yu  | 0101000000000000   | padding that is not zero at byte 1",
        "t   | 00000000           | the message ends in the middle of type 't'",
      })
  void values_that_cannot_be_are_refused_with_the_reason(String type, String hex, String message) {
    ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", "")));
    ValueReader reader = new ValueReader(bytes.order(ByteOrder.LITTLE_ENDIAN));

    assertThatThrownBy(() -> reader.all(type))
        .isInstanceOf(MalformedMessage.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "(", "()", "(i", "{sv}", "a{vs}", "a{s}", "a{sii}", "z", "i)", "aa"})
  void signatures_that_cannot_be_are_refused(String signature) {
    assertThatExceptionOfType(MalformedMessage.class)
        .isThrownBy(() -> Signature.types(signature))
        .withMessageContaining("'" + signature + "'");
  }

  @Test
  void nesting_has_a_bound() {
    assertThatExceptionOfType(MalformedMessage.class)
        .isThrownBy(() -> Signature.types("a".repeat(33) + "y"));
    assertThatExceptionOfType(MalformedMessage.class)
        .isThrownBy(() -> Signature.types("(".repeat(33) + "y" + ")".repeat(33)));
    Value deep = Value.flag(true);
    for (int i = 0; i < 70; i++) {
      deep = new Value.Variant(deep);
    }
    byte[] bytes = MessageFormat.write(message(List.of(deep)));
    assertThatExceptionOfType(MalformedMessage.class)
        .isThrownBy(() -> read(bytes))
        .withMessage("values nest more than 64 levels deep");
  }

  @Test
  void a_message_that_claims_to_be_huge_is_refused_before_it_is_taken() {
    byte[] bytes = MessageFormat.write(message(List.of()));
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(4, MessageFormat.MAX_BYTES);

    assertThatExceptionOfType(MalformedMessage.class)
        .isThrownBy(() -> MessageFormat.length(ByteBuffer.wrap(bytes)))
        .withMessageContaining("the limit is 8388608");
  }

  @Test
  void what_is_no_message_at_all_is_refused() {
    byte[] bytes = "HTTP/1.1 400 Bad Request".getBytes(UTF_8);

    assertThatExceptionOfType(MalformedMessage.class)
        .isThrownBy(() -> MessageFormat.length(ByteBuffer.wrap(bytes)))
        .withMessage("a message that begins with the byte 72");
  }

  @Test
  void a_number_that_its_type_cannot_hold_is_not_sent() {
    assertThatThrownBy(() -> new ValueWriter().write(Value.uint32(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Message message(List<Value> body) {
    Message.Header header = new Message.Header("/a/b", "org.a.B", "Member", "", 9, ":1.7", ":1.8");
    return new Message(Message.Type.SIGNAL, 0xffff_fff0L, header, body);
  }

  private static Message read(byte[] bytes) throws MalformedMessage {
    return MessageFormat.read(ByteBuffer.wrap(bytes)).orElseThrow();
  }
}
