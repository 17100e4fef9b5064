package io.harmonyagent.bench;

import io.harmonyagent.testbed.Pi;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The floor for containers: podman's REST interface, asked for nothing but what is measured. */
final class PodmanSocket {
  private static final String API = "/v4.0.0/libpod/containers/";

  private final Path socket;

  PodmanSocket(Pi pi) {
    this.socket = pi.root().resolve("run/podman/podman.sock");
  }

  void createAndStart(String name, String spec) throws IOException {
    post(API + "create", spec);
    post(API + name + "/start", "");
  }

  private void post(String path, String body) throws IOException {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "POST %s HTTP/1.1\r\nHost: d\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            .formatted(path, content.length);
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      write(channel, head.getBytes(StandardCharsets.UTF_8));
      write(channel, content);
      String answer = readAll(channel);
      if (!answer.startsWith("HTTP/1.1 2")) {
        throw new IOException(path + ": " + answer);
      }
    }
  }

  private static void write(SocketChannel channel, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  private static String readAll(SocketChannel channel) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer buffer = ByteBuffer.allocate(8192);
    while (channel.read(buffer) >= 0) {
      all.write(buffer.array(), 0, buffer.position());
      buffer.clear();
    }
    return all.toString(StandardCharsets.UTF_8);
  }
}
