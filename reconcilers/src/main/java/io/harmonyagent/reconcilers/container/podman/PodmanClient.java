package io.harmonyagent.reconcilers.container.podman;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What we ask of podman, over its libpod REST interface. Every call has a deadline and can be
 * interrupted. The prefix names the oldest interface that podman 4, 5 and 6 accept; asked by it,
 * podman 5 answers as podman 4 did.
 */
public final class PodmanClient implements AutoCloseable {
  private static final String LIBPOD = "/v4.0.0/libpod";
  private static final Duration QUICK = Duration.ofSeconds(15);
  private static final Duration SLOW = Duration.ofSeconds(60);

  private final UnixHttp http;

  public PodmanClient(Path socket) {
    this.http = new UnixHttp(socket);
  }

  /** The version of podman, as in {@code 4.3.1}. */
  public String version() throws PodmanException {
    return read(get("/version"), in -> in.text("Version"));
  }

  public Store store() throws PodmanException {
    return read(
        get("/info"),
        in -> {
          Fields store = in.object("store");
          Optional<Long> size = store.optionalInteger("graphRootAllocated");
          Optional<Long> used = store.optionalInteger("graphRootUsed");
          boolean said = size.isPresent() && used.isPresent();
          return new Store(
              store.text("graphRoot"), said ? size.get() - used.get() : Long.MAX_VALUE);
        });
  }

  /** All containers, whoever made them, running or not. */
  public List<PodmanContainer> containers() throws PodmanException {
    List<PodmanContainer> containers = new ArrayList<>();
    for (Fields in : Answers.objects(get("/containers/json?all=true"))) {
      containers.add(read(in, PodmanContainer::listed));
    }
    return containers;
  }

  /**
   * The container of just this name. podman also takes the beginning of an id for one: asked for
   * {@code db}, it answers with another one whose id begins so, or that there are several.
   */
  public Optional<PodmanContainer> container(String name) throws PodmanException {
    Optional<byte[]> found;
    try {
      found = find("/containers/" + name + "/json");
    } catch (PodmanException.Refused e) {
      if (e.isAmbiguous()) {
        return Optional.empty();
      }
      throw e;
    }
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(read(found.get(), PodmanContainer::inspected))
            .filter(container -> container.name().equals(name));
  }

  /** The device's ports, as in {@code 8080/tcp}, that those of these that run have published. */
  public Set<String> publishedPorts(Predicate<PodmanContainer> these) throws PodmanException {
    Set<String> ports = new HashSet<>();
    for (Fields in : Answers.objects(get("/containers/json"))) {
      if (these.test(read(in, PodmanContainer::listed))) {
        ports.addAll(read(in, PodmanClient::ports));
      }
    }
    return ports;
  }

  private static Set<String> ports(Fields container) throws InvalidDocument {
    Set<String> ports = new HashSet<>();
    for (Fields mapping : container.objects("Ports")) {
      long first = mapping.integer("host_port");
      long count = Math.max(1, mapping.optionalInteger("range").orElse(1L));
      for (long port = first; port < first + count; port++) {
        ports.add(port + "/" + mapping.text("protocol"));
      }
    }
    return ports;
  }

  /** Makes a container from libpod's own description of one, and returns its id. */
  public String create(Node description) throws PodmanException {
    HttpRequest request = HttpRequest.post(LIBPOD + "/containers/create", json(description));
    return read(orRefuse(http.call(request, SLOW)).body(), in -> in.text("Id"));
  }

  /**
   * Removes what a power cut left of a container of this name while podman made it: podman's
   * storage knows it and keeps the name from everybody, podman itself does not. What other programs
   * have in the same storage is not meant. Returns whether there was something.
   */
  public boolean removeRemains(String name) throws PodmanException {
    boolean found = false;
    for (Fields in : Answers.objects(get("/containers/json?all=true&external=true"))) {
      if (read(in, one -> isRemains(one, name))) {
        remove(read(in, one -> one.text("Id")));
        found = true;
      }
    }
    return found;
  }

  private static boolean isRemains(Fields in, String name) throws InvalidDocument {
    return in.texts("Command").equals(List.of("storage")) && in.texts("Names").contains(name);
  }

  /** Starts it; that it runs already is a success. */
  public void start(String nameOrId) throws PodmanException {
    change("/containers/" + nameOrId + "/start", SLOW);
  }

  /** Stops it, by force after its own stop timeout; that it does not run is a success. */
  public void stop(String nameOrId, Duration stopTimeout) throws PodmanException {
    String path = "/containers/" + nameOrId + "/stop";
    try {
      change(path, stopTimeout.plus(SLOW));
    } catch (PodmanException.Refused e) {
      if (!e.isPaused()) {
        throw e;
      }
      // What is paused hears no signal, and podman stops it only once it can.
      unpause(nameOrId);
      change(path, stopTimeout.plus(SLOW));
    }
  }

  public void restart(String nameOrId, Duration stopTimeout) throws PodmanException {
    change("/containers/" + nameOrId + "/restart", stopTimeout.plus(SLOW));
  }

  public void unpause(String nameOrId) throws PodmanException {
    change("/containers/" + nameOrId + "/unpause", QUICK);
  }

  public void rename(String nameOrId, String name) throws PodmanException {
    change("/containers/" + nameOrId + "/rename?name=" + encode(name), QUICK);
  }

  /** How long it may take to end before it is killed. */
  public Optional<Duration> stopTimeout(String nameOrId) throws PodmanException {
    return read(
        get("/containers/" + nameOrId + "/json"),
        in -> in.object("Config").optionalInteger("StopTimeout").map(Duration::ofSeconds));
  }

  /** What it has in volumes that nobody gave a name. */
  public List<PodmanVolume> anonymousVolumes(String nameOrId) throws PodmanException {
    return read(get("/containers/" + nameOrId + "/json"), PodmanVolume::anonymousOf);
  }

  /** Removes it, stopping it by force, and leaves its volumes; that it is gone is a success. */
  public void remove(String nameOrId) throws PodmanException {
    remove(nameOrId, false);
  }

  /** Removes it with its anonymous volumes, but for those that another container has too. */
  public void removeWithVolumes(String nameOrId) throws PodmanException {
    remove(nameOrId, true);
  }

  /** {@code v}, which podman's documentation has, is Docker's; podman itself reads the other. */
  private void remove(String nameOrId, boolean volumes) throws PodmanException {
    HttpRequest request =
        HttpRequest.delete(
            LIBPOD + "/containers/" + nameOrId + "?force=true&volumes=" + volumes + "&timeout=0");
    UnixHttp.Full answer = http.call(request, SLOW);
    if (answer.status() != 404) {
      orRefuse(answer);
    }
  }

  public Optional<PodmanImage> image(String reference) throws PodmanException {
    Optional<byte[]> found = find("/images/" + encode(reference) + "/json");
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            read(
                found.get(),
                in -> new PodmanImage(in.text("Id"), in.optionalText("Digest").orElse(""))));
  }

  /** Whether a registry (or the store) has it. Fetches no layers. */
  public void checkManifest(String reference) throws PodmanException {
    orRefuse(http.call(HttpRequest.get(manifest(reference)), SLOW));
  }

  /**
   * Begins to pull an image, whether or not it is there. podman says 200 before it knows whether it
   * will succeed: how it ended is in the stream.
   */
  public PodmanPull pull(String reference) throws PodmanException {
    String target = LIBPOD + "/images/pull?policy=always&reference=" + encode(reference);
    return new PodmanPull(http.stream(HttpRequest.post(target), SLOW));
  }

  /** Removes an image unless a container uses it; that it is gone is a success. */
  public void removeImage(String id) throws PodmanException {
    UnixHttp.Full answer = http.call(HttpRequest.delete(LIBPOD + "/images/" + id), SLOW);
    if (answer.status() != 404) {
      orRefuse(answer);
    }
  }

  /** What happens from now on to containers with this label. */
  public PodmanEvents events(String label, String value) throws PodmanException {
    JsonObject filters =
        new JsonObject()
            .putTexts("type", List.of("container"))
            .putTexts("label", List.of(label + "=" + value));
    return new PodmanEvents(
        http.stream(
            HttpRequest.get(LIBPOD + "/events?stream=true&filters=" + encode(json(filters.node()))),
            QUICK));
  }

  /** What it printed: its last lines and, if that is wanted, those that come until it ends. */
  public PodmanLogs logs(String nameOrId, int tail, boolean follow) throws PodmanException {
    String target =
        "/containers/%s/logs?stdout=true&stderr=true&timestamps=true&tail=%d&follow=%b"
            .formatted(nameOrId, tail, follow);
    return new PodmanLogs(http.stream(HttpRequest.get(LIBPOD + target), QUICK));
  }

  @Override
  public void close() {
    http.close();
  }

  /** Reads a value out of an answer. */
  @FunctionalInterface
  private interface Reader<T> {
    T from(Fields in) throws InvalidDocument;
  }

  private byte[] get(String path) throws PodmanException {
    return orRefuse(http.call(HttpRequest.get(LIBPOD + path), QUICK)).body();
  }

  private Optional<byte[]> find(String path) throws PodmanException {
    UnixHttp.Full answer = http.call(HttpRequest.get(LIBPOD + path), QUICK);
    return answer.status() == 404 ? Optional.empty() : Optional.of(orRefuse(answer).body());
  }

  /** 304 says that it is so already. */
  private void change(String path, Duration time) throws PodmanException {
    UnixHttp.Full answer = http.call(HttpRequest.post(LIBPOD + path), time);
    if (answer.status() != 304) {
      orRefuse(answer);
    }
  }

  private static UnixHttp.Full orRefuse(UnixHttp.Full answer) throws PodmanException {
    if (!answer.isSuccess()) {
      throw Answers.refusal(answer.status(), answer.body());
    }
    return answer;
  }

  private static <T> T read(byte[] body, Reader<T> reader) throws PodmanException {
    return read(Answers.object(body), reader);
  }

  private static <T> T read(Fields in, Reader<T> reader) throws PodmanException {
    try {
      return reader.from(in);
    } catch (InvalidDocument e) {
      throw new PodmanException.Broken("the answer is not as expected: " + e.sentence());
    }
  }

  private static String manifest(String reference) {
    return LIBPOD + "/manifests/" + encode(reference) + "/json";
  }

  private static String json(Node node) {
    return new String(JsonWriter.compact(node), UTF_8);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
