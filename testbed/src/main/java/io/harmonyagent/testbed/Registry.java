package io.harmonyagent.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The fleet's image registry, with a few tiny images, each as v1 and v2: {@code web} serves its tag
 * over HTTP on port 8080, {@code healthy} does the same and has a health check that passes, {@code
 * sick} one that fails, {@code sleeper} does nothing until it is told to stop, {@code keeper}
 * neither, and has a volume at {@code /data}, {@code quitter} exits at once with code 3.
 */
public final class Registry extends Server {
  static final String ADDRESS = "registry:5000";

  private static final Duration START_LIMIT = Duration.ofSeconds(20);

  private final Run run;
  private final Path binary;
  private final Path config;
  private final Path data;

  private Registry(Run run, Network network) {
    super("registry", run, network);
    this.run = run;
    this.binary =
        Path.of(
            Commands.run(
                    Duration.ofMinutes(2),
                    run.command("get-registry.sh", Caches.folder("docker-registry").toString()))
                .orFail()
                .text());
    this.config = run.folder("registry").resolve("config.yml");
    this.data = run.folder("registry").resolve("data");
  }

  /** Starts it with the images in it: pushed by the first run ever, copied from then on. */
  static Registry start(Run run, Network network) {
    Registry registry = new Registry(run, network);
    registry.configure();
    Path kept = Caches.folder("registry").resolve(registry.version());
    if (Files.isDirectory(kept)) {
      copy(kept, registry.data);
      registry.start();
      registry.awaitReady();
    } else {
      registry.start();
      registry.awaitReady();
      registry.push();
      registry.keep(kept);
    }
    return registry;
  }

  @Override
  List<String> command() {
    return List.of(binary.toString(), "serve", config.toString());
  }

  public Image image(String name, String tag) {
    return images().stream()
        .filter(image -> image.name().equals(name) && image.tag().equals(tag))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no image " + name + ":" + tag));
  }

  /** Waits until it answers. */
  public void awaitReady() {
    Waiting.eventually(
        START_LIMIT,
        () ->
            Commands.run(
                "nsenter",
                "--net=" + run.namespace(name()),
                "curl",
                "-fsS",
                "http://127.0.0.1:5000/v2/"),
        Output::ok,
        "the registry answers");
  }

  private List<Image> images() {
    try (Stream<String> lines = Files.lines(data.resolve("images"))) {
      return lines
          .map(line -> List.of(line.split(" ", 3)))
          .map(words -> new Image(words.get(0), words.get(1), words.get(2)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void configure() {
    String text =
        """
        version: 0.1
        log: { level: warn }
        storage: { filesystem: { rootdirectory: %s } }
        http: { addr: "0.0.0.0:5000" }
        """
            .formatted(data);
    try {
      Files.createDirectories(data);
      Files.writeString(config, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void push() {
    String images =
        Commands.run(
                Duration.ofMinutes(1),
                run.command("push-images.sh", run.namespace("hub"), address() + ":5000"))
            .orFail()
            .out();
    try {
      Files.writeString(data.resolve("images"), images);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the images are made from; another version of it makes other images. */
  private String version() {
    return Stream.of(run.script("push-images.sh"), Path.of("/bin/busybox"))
        .map(file -> Commands.run("sha256sum", file.toString()).orFail().out().substring(0, 12))
        .collect(Collectors.joining("-"));
  }

  /**
   * A rename is atomic: whoever looks meanwhile sees nothing or all of it; the first of two runs
   * wins.
   */
  private void keep(Path kept) {
    Path part = kept.resolveSibling(kept.getFileName() + "." + run.id());
    copy(data, part);
    if (!part.toFile().renameTo(kept.toFile())) {
      Commands.run("rm", "-rf", part.toString()).orFail();
    }
  }

  private static void copy(Path from, Path to) {
    Commands.run("cp", "-a", "-T", from.toString(), to.toString()).orFail();
  }
}
