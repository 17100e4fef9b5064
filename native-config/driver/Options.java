package driver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Translates the public options of native-image into the builder's own. An option that is not known
 * here is an error: one that is silently ignored would be found on the device.
 */
final class Options {
  /** Defaults in the builder, or without a meaning for it. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "--no-fallback",
          "--allow-incomplete-classpath",
          "--report-unsupported-elements-at-runtime",
          "--link-at-build-time");

  private final List<String> forBuilder = new ArrayList<>();
  private final List<String> forBuilderVm = new ArrayList<>();

  /** Options of the builder itself (-H:, -R:). */
  List<String> forBuilder() {
    return forBuilder;
  }

  /** Options of the JVM that runs the builder. */
  List<String> forBuilderVm() {
    return forBuilderVm;
  }

  void add(String option) {
    int equals = option.indexOf('=');
    String name = equals < 0 ? option : option.substring(0, equals);
    String value = equals < 0 ? "" : option.substring(equals + 1);

    if (option.startsWith("-H:") || option.startsWith("-R:")) {
      forBuilder.add(option);
    } else if (option.startsWith("-D")) {
      forBuilderVm.add(option);
    } else if (option.startsWith("-J")) {
      forBuilderVm.add(option.substring(2));
    } else if (option.matches("-O[bs0-3]")) {
      forBuilder.add("-H:Optimize=" + option.substring(2));
    } else if (!WITHOUT_EFFECT.contains(option)) {
      forBuilder.add(translate(option, name, value));
    }
  }

  private static String translate(String option, String name, String value) {
    return switch (name) {
      case "-march" -> "-H:MicroArchitecture=" + value;
      case "--features" -> "-H:Features=" + value;
      case "--initialize-at-build-time" -> classInitialization(value, "build_time");
      case "--initialize-at-run-time" -> classInitialization(value, "run_time");
      case "--enable-url-protocols" -> "-H:EnableURLProtocols=" + value;
      case "--enable-http" -> "-H:EnableURLProtocols=http";
      case "--enable-https" -> "-H:EnableURLProtocols=https";
      case "--enable-native-access" -> "-H:EnableNativeAccess=" + value;
      case "--install-exit-handlers" -> "-H:+InstallExitHandlers";
      case "--exact-reachability-metadata" -> "-H:ThrowMissingRegistrationErrors=" + value;
      case "--emit" -> value.startsWith("build-report") ? "-H:+BuildReport" : "-H:" + value;
      default -> throw new UsageException("option not known to this driver: " + option);
    };
  }

  /** "a,b" becomes "a:when,b:when"; no value means every class. */
  private static String classInitialization(String classes, String when) {
    return Arrays.stream(classes.split(","))
        .map(name -> name + ":" + when)
        .collect(Collectors.joining(",", "-H:ClassInitialization=", ""));
  }
}
