package io.harmonyagent.reconcilers.container.podman;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What is asked of podman. */
record HttpRequest(String method, String target, String body) {
  static HttpRequest get(String target) {
    return new HttpRequest("GET", target, "");
  }

  static HttpRequest delete(String target) {
    return new HttpRequest("DELETE", target, "");
  }

  static HttpRequest post(String target) {
    return new HttpRequest("POST", target, "");
  }

  static HttpRequest post(String target, String json) {
    return new HttpRequest("POST", target, json);
  }

  /** Whether asking twice does what asking once does. */
  boolean isIdempotent() {
    return !method.equals("POST");
  }

  boolean changesNothing() {
    return method.equals("GET");
  }

  ByteBuffer bytes() {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    StringBuilder head = new StringBuilder();
    head.append(method).append(' ').append(target).append(" HTTP/1.1\r\nHost: podman\r\n");
    if (!body.isEmpty()) {
      head.append("Content-Type: application/json\r\n");
    }
    if (!method.equals("GET")) {
      head.append("Content-Length: ").append(content.length).append("\r\n");
    }
    bytes.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(content);
    return ByteBuffer.wrap(bytes.toByteArray());
  }
}
