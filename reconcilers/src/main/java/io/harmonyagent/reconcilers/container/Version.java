package io.harmonyagent.reconcilers.container;

/** What a container was made from: two of the same version would be the same. */
record Version(String specHash, String imageDigest) {
  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Version that
            && specHash.equals(that.specHash)
            && imageDigest.equals(that.imageDigest));
  }

  @Override
  public int hashCode() {
    return 31 * specHash.hashCode() + imageDigest.hashCode();
  }
}
