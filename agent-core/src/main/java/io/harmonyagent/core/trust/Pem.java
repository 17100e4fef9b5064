package io.harmonyagent.core.trust;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keys as openssl writes them. */
final class Pem {
  private Pem() {}

  /** The bytes of the first block with this label. */
  static byte[] read(Path file, String label) throws IOException {
    Matcher block =
        Pattern.compile("-----BEGIN " + label + "-----([^-]*)-----END " + label + "-----")
            .matcher(Files.readString(file));
    if (!block.find()) {
      throw new IOException(file + " has no '-----BEGIN " + label + "-----'");
    }
    try {
      return Base64.getMimeDecoder().decode(block.group(1));
    } catch (IllegalArgumentException e) {
      throw new IOException(file + " is not PEM: " + e.getMessage(), e);
    }
  }

  /** A key is called as its file is, without the ending. */
  static String keyId(Path file) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
