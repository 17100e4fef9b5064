package io.harmonyagent.core.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Reads JSON (RFC 8259), strictly: one value, no duplicate keys, bounded depth. */
public final class JsonReader {
  private static final int MAX_DEPTH = 64;

  private final JsonFactory factory =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(40)
                  .build())
          .build();

  /** Reads the whole of {@code bytes}; {@code source} is the name used in complaints. */
  public Node read(byte[] bytes, String source) throws InvalidDocument {
    try (JsonParser parser = factory.createParser(text(bytes, source))) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw new InvalidDocument(Pointer.ROOT, new Place(source, 1, 1), "is empty");
      }
      Node value = value(parser, first, source);
      if (parser.nextToken() != null) {
        throw new InvalidDocument(Pointer.ROOT, place(parser, source), "has more than one value");
      }
      return value;
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      Place place =
          at == null ? Place.NOWHERE : new Place(source, at.getLineNr(), at.getColumnNr());
      throw new InvalidDocument(Pointer.ROOT, place, "is not JSON: " + firstLine(e));
    } catch (IOException e) {
      throw new InvalidDocument(Pointer.ROOT, Place.NOWHERE, "is not JSON: " + e.getMessage());
    }
  }

  /** The parser itself would guess at other encodings and let overlong UTF-8 pass. */
  private static String text(byte[] bytes, String source) throws InvalidDocument {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidDocument(Pointer.ROOT, new Place(source, 0, 0), "is not UTF-8");
    }
  }

  private Node value(JsonParser parser, JsonToken token, String source) throws IOException {
    Place place = place(parser, source);
    return switch (token) {
      case START_OBJECT -> {
        SequencedMap<String, Node> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String key = parser.currentName();
          entries.put(key, value(parser, parser.nextToken(), source));
        }
        yield new Node.Mapping(place, entries);
      }
      case START_ARRAY -> {
        List<Node> items = new ArrayList<>();
        for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
          items.add(value(parser, t, source));
        }
        yield new Node.Sequence(place, items);
      }
      case VALUE_STRING -> new Node.Text(place, parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Node.Numeral(place, parser.getText());
      case VALUE_TRUE -> new Node.Flag(place, true);
      case VALUE_FALSE -> new Node.Flag(place, false);
      case VALUE_NULL -> new Node.Nothing(place);
      case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("the JSON parser let " + token + " stand for a value");
    };
  }

  private static Place place(JsonParser parser, String source) {
    JsonLocation at = parser.currentTokenLocation();
    return new Place(source, at.getLineNr(), at.getColumnNr());
  }

  /** The parser's own message without the excerpt and location that it appends on further lines. */
  private static String firstLine(JsonProcessingException e) {
    return e.getOriginalMessage().lines().findFirst().orElse("unreadable");
  }
}
