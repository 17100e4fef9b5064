package io.harmonyagent.agent.posix;

/** Sends to a unix datagram socket, which Java's own channels cannot. */
public interface DatagramSender {
  /** Returns whether the message was handed over. A path that begins with {@code @} is abstract. */
  boolean send(String socketPath, String message);

  /** The C library inside the native binary; on a JVM, nothing that could send. */
  static DatagramSender forThisProcess() {
    return NativeBinary.isThis() ? new NativeDatagramSender() : (_, _) -> false;
  }
}
