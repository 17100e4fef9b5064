package io.harmonyagent.agent.top;

import io.harmonyagent.agent.top.view.News;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * What is logged while the screen is ours: shown on it, since a line on standard error would be
 * written across it.
 */
final class Complaints implements Consumer<String> {
  private static final Pattern PRIORITY_AND_NAME = Pattern.compile("^<[0-4]>\\w+: ");

  private final Inputs inputs;
  private volatile String last = "the mesh does not answer";

  Complaints(Inputs inputs) {
    this.inputs = inputs;
  }

  @Override
  public void accept(String line) {
    String text = PRIORITY_AND_NAME.matcher(line).replaceFirst("");
    if (!text.equals(line)) {
      last = text;
      inputs.put(new Input.Heard(new News.Remark(text)));
    }
  }

  String last() {
    return last;
  }
}
