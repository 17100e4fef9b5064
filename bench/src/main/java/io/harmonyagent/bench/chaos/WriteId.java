package io.harmonyagent.bench.chaos;

/** One write: clients number theirs from 1 on. */
record WriteId(String client, long number) implements Comparable<WriteId> {

  @Override
  public int compareTo(WriteId other) {
    int byClient = client.compareTo(other.client);
    return byClient != 0 ? byClient : Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return client + "#" + number;
  }
}
