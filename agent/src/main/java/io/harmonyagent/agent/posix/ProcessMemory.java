package io.harmonyagent.agent.posix;

/** What this process can do about the memory that it takes from the device. */
public interface ProcessMemory {
  /**
   * Lets go of the pages of the binary, most of which only starting up or other rare work needed.
   * They stay in the kernel's cache for as long as nobody needs that memory for something better;
   * what is used again comes back by itself.
   */
  void giveBackUnusedPages();

  /** The native binary's; a JVM manages its memory by itself. */
  static ProcessMemory ofThisProcess() {
    return NativeBinary.isThis() ? new NativeProcessMemory() : () -> {};
  }
}
