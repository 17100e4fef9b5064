package io.harmonyagent.agent.top.view;

import java.util.Locale;

/** Names of the failover core as a person reads them. */
final class Words {
  private Words() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
