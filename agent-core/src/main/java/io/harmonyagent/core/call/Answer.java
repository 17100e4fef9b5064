package io.harmonyagent.core.call;

/** The answer to a call while it is being given. */
public interface Answer {
  /**
   * Sends these bytes, in as many pieces as it takes, each as soon as the caller has room for it.
   */
  void write(byte[] bytes) throws InterruptedException;

  /**
   * Says how to end what an interrupt does not end, such as reading from a process. Called at most
   * once, from another thread, when the call is called off before its end.
   */
  void whenCalledOff(Runnable end);
}
