package io.harmonyagent.testbed;

/** An image in the fleet's registry. The digest is that of its manifest. */
public record Image(String name, String tag, String digest) {

  /** By tag, as a Pi pulls it. */
  public String reference() {
    return Registry.ADDRESS + "/" + name + ":" + tag;
  }

  /** By digest, as a Pi pulls it. */
  public String pinned() {
    return Registry.ADDRESS + "/" + name + "@" + digest;
  }
}
