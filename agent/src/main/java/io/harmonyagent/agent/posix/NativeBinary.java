package io.harmonyagent.agent.posix;

/** Tells the native binary from a JVM. */
public final class NativeBinary {
  private NativeBinary() {}

  public static boolean isThis() {
    return "runtime".equals(System.getProperty("org.graalvm.nativeimage.imagecode"));
  }
}
