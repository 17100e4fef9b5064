import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Prints what the binary is made of, as CycloneDX JSON: what Maven resolved for it, with the hashes of the jars, and
 * what the native image adds. Licences are those of NOTICE; what NOTICE does not list is an error, so that neither can
 * be forgotten. Equal inputs give equal bytes.
 */
final class Sbom {
  private static final Pattern RESOLVED =
      Pattern.compile("^ +([\\w.-]+):([\\w.-]+):jar:([\\w.-]+):(?:compile|runtime).*$");
  private static final Pattern NOTICED =
      Pattern.compile("^  ([\\w.-]+):([\\w.-]+(?:, [\\w.-]+)*) ([\\w.-]+) {2,}(\\S.*)$");
  private static final Pattern OPENJDK =
      Pattern.compile("com\\.oracle\\.svm\\.core\\.VM\\.Java\\.Version=([0-9.]+)");
  private static final Pattern GRAALVM =
      Pattern.compile("<graalvm\\.version>([^<]+)</graalvm\\.version>");

  private static final String WITH_CLASSPATH_EXCEPTION =
      "GPL-2.0-only WITH Classpath-exception-2.0";
  private static final Map<String, String> SPDX =
      Map.of(
          "Apache-2.0", "Apache-2.0",
          "MIT", "MIT",
          "UPL-1.0", "UPL-1.0",
          "EPL-2.0 or GPL-2.0 with Classpath Exception",
              "EPL-2.0 OR " + WITH_CLASSPATH_EXCEPTION);

  private record Component(String group, String name, String version) {
    String key() {
      return group + ":" + name + ":" + version;
    }

    String purl() {
      return "pkg:maven/" + group + "/" + name + "@" + version;
    }
  }

  private final Path repository;
  private final Map<String, String> licences;

  private Sbom(Path repository) throws IOException {
    this.repository = repository;
    this.licences = licences(repository.resolve("NOTICE"));
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 5) {
      throw new IllegalArgumentException("Sbom REPOSITORY BINARY VERSION ARCH SECONDS");
    }
    Sbom sbom = new Sbom(Path.of(arguments[0]));
    Instant made = Instant.ofEpochSecond(Long.parseLong(arguments[4]));
    System.out.println(
        JsonWriter.pretty(sbom.of(Path.of(arguments[1]), arguments[2], arguments[3], made)));
  }

  private Node of(Path binary, String version, String arch, Instant made) throws IOException {
    List<Node> components = new ArrayList<>();
    for (Component library : resolved()) {
      components.add(library(library));
    }
    components.addAll(imageParts(binary));
    JsonObject device =
        new JsonObject()
            .put("type", "application")
            .put("bom-ref", "harmony-agent")
            .put("name", "harmony-agent")
            .put("version", version)
            .putNodes("hashes", List.of(sha256(binary)))
            .putNodes("licenses", List.of(licence("Apache-2.0")))
            .put("purl", "pkg:deb/harmony-agent/harmony-agent@" + version + "?arch=" + arch);
    return new JsonObject()
        .put("bomFormat", "CycloneDX")
        .put("specVersion", "1.6")
        .put("version", 1)
        .put(
            "metadata",
            new JsonObject().put("timestamp", made.toString()).put("component", device))
        .putNodes("components", components)
        .node();
  }

  private List<Component> resolved() throws IOException {
    try (Stream<String> lines =
        Files.lines(repository.resolve("agent/target/dependencies.txt"))) {
      return lines
          .map(RESOLVED::matcher)
          .filter(Matcher::matches)
          .map(m -> new Component(m.group(1), m.group(2), m.group(3)))
          .sorted(Comparator.comparing(Component::key))
          .toList();
    }
  }

  private Node library(Component library) throws IOException {
    String licence = licences.get(library.key());
    if (licence == null) {
      throw new IllegalStateException(
          library.key() + " is in the binary but not in NOTICE: add it there with its licence");
    }
    if (!SPDX.containsKey(licence)) {
      throw new IllegalStateException(
          "NOTICE says '" + licence + "' of " + library.key() + ": add its SPDX form to Sbom.java");
    }
    return new JsonObject()
        .put("type", "library")
        .put("bom-ref", library.purl())
        .put("group", library.group())
        .put("name", library.name())
        .put("version", library.version())
        .putNodes(
            "hashes",
            List.of(sha256(repository.resolve("agent/target/lib/" + library.name() + ".jar"))))
        .putNodes("licenses", List.of(licence(SPDX.get(licence))))
        .put("purl", library.purl())
        .node();
  }

  /** What no jar of ours brings: the builder links it in. */
  private List<Node> imageParts(Path binary) throws IOException {
    String toolchain = Files.readString(repository.resolve("native-config/toolchain/pom.xml"));
    String graalvm = only(GRAALVM, toolchain, "the toolchain's pom.xml");
    String bytes = Files.readString(binary, StandardCharsets.ISO_8859_1);
    String openjdk = only(OPENJDK, bytes, "the binary");
    return List.of(
        part(
            "org.graalvm.nativeimage:svm",
            Optional.of(graalvm),
            WITH_CLASSPATH_EXCEPTION,
            "pkg:maven/org.graalvm.nativeimage/svm@" + graalvm),
        part(
            "openjdk",
            Optional.of(openjdk),
            WITH_CLASSPATH_EXCEPTION,
            "pkg:generic/openjdk@" + openjdk),
        // Debian's source of the day of the build; nothing in the binary tells which.
        part("zlib", Optional.empty(), "Zlib", "pkg:generic/zlib"));
  }

  private static Node part(String name, Optional<String> version, String licence, String purl) {
    return new JsonObject()
        .put("type", "library")
        .put("bom-ref", purl)
        .put("name", name)
        .putIfPresent("version", version)
        .putNodes("licenses", List.of(licence(licence)))
        .put("purl", purl)
        .node();
  }

  private static Node licence(String spdx) {
    return new JsonObject().put("expression", spdx).node();
  }

  private static Map<String, String> licences(Path notice) throws IOException {
    Map<String, String> licences = new HashMap<>();
    for (String line : Files.readAllLines(notice)) {
      Matcher entry = NOTICED.matcher(line);
      if (entry.matches()) {
        for (String name : entry.group(2).split(", ")) {
          licences.put(
              new Component(entry.group(1), name, entry.group(3)).key(), entry.group(4).strip());
        }
      }
    }
    return licences;
  }

  private static String only(Pattern pattern, String text, String where) {
    Matcher found = pattern.matcher(text);
    if (!found.find()) {
      throw new IllegalStateException("nothing like " + pattern + " in " + where);
    }
    return found.group(1);
  }

  private static Node sha256(Path file) throws IOException {
    return new JsonObject()
        .put("alg", "SHA-256")
        .put("content", Sha256.hex(Files.readAllBytes(file)))
        .node();
  }
}
