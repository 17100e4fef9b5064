package io.harmonyagent.agent.selftest;

import io.harmonyagent.core.files.DurableFile;
import io.harmonyagent.core.manifest.Sha256;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;

/** The things that can be missing from a build or a machine, each tried once. */
public final class SelfTest {
  /**
   * What came of one try.
   *
   * @param because empty if it works
   */
  public record Result(String what, boolean works, String because) {}

  private interface Try {
    boolean works() throws Exception;
  }

  private static final String MANIFEST =
      """
      {"generation": 1, "resources": [{"id": "a", "depends_on": [], "spec": {"kind": "File",
      "path": "/a", "mode": "0600", "owner": "root", "content": {"inline": "ü"}}}]}
      """;

  private SelfTest() {}

  public static List<Result> all() {
    List<Result> results = new ArrayList<>();
    results.add(attempt("reading a manifest", SelfTest::readsManifests));
    results.add(attempt("SHA-256", SelfTest::hashes));
    results.add(attempt("Ed25519 signatures", SelfTest::signs));
    results.add(attempt("TLS", () -> SSLContext.getInstance("TLSv1.3") != null));
    results.add(attempt("virtual threads", SelfTest::runsVirtualThreads));
    results.add(attempt("durable files", SelfTest::writesDurably));
    results.add(attempt("file attributes", FileStatCheck::agreesWithJava));
    return results;
  }

  private static Result attempt(String what, Try check) {
    try {
      return check.works()
          ? new Result(what, true, "")
          : new Result(what, false, ": gave a wrong result");
    } catch (Exception | LinkageError e) {
      return new Result(what, false, ": " + e);
    }
  }

  private static boolean readsManifests() throws Exception {
    byte[] bytes = MANIFEST.getBytes(StandardCharsets.UTF_8);
    return WireEcho.of(WireEcho.Type.manifest, bytes).contains("path=/a");
  }

  private static boolean hashes() {
    return Sha256.hex(new byte[0]).startsWith("e3b0c44298fc1c14");
  }

  private static boolean signs() throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(pair.getPrivate());
    signature.update((byte) 1);
    byte[] signed = signature.sign();
    signature.initVerify(pair.getPublic());
    signature.update((byte) 1);
    return signature.verify(signed);
  }

  private static boolean runsVirtualThreads() throws InterruptedException {
    AtomicBoolean ran = new AtomicBoolean();
    Thread.ofVirtual().start(() -> ran.set(true)).join();
    return ran.get();
  }

  private static boolean writesDurably() throws Exception {
    Path directory = Files.createTempDirectory("harmony-selftest");
    try {
      DurableFile file = new DurableFile(directory.resolve("file"));
      file.replace(new byte[] {1, 2, 3});
      return Arrays.equals(file.read().orElseThrow(), new byte[] {1, 2, 3});
    } finally {
      Files.deleteIfExists(directory.resolve("file"));
      Files.deleteIfExists(directory);
    }
  }
}
