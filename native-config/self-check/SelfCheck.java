import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.graalvm.nativeimage.c.function.CFunction;

/**
 * Touches, in an image, what rests on the parts of the toolchain that are ours rather than
 * GraalVM's: each check is named, and the first that fails names itself.
 */
public final class SelfCheck {
  private static final String SHA256_OF_ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  private SelfCheck() {}

  @CFunction("getpid")
  private static native int getpid();

  public static void main(String[] args) throws Exception {
    check("a virtual thread runs", virtualThreadRuns());
    check("SHA-256 is right", SHA256_OF_ABC.equals(sha256("abc")));
    check("libc's getpid agrees with Java's", getpid() == ProcessHandle.current().pid());
    check("a file and its folder can be forced to disk", forcedToDisk());
    System.out.println("passed");
  }

  private static void check(String what, boolean holds) {
    if (!holds) {
      System.out.println("failed: " + what);
      System.exit(1);
    }
  }

  private static boolean virtualThreadRuns() throws InterruptedException {
    boolean[] wasVirtual = new boolean[1];
    Thread.ofVirtual().start(() -> wasVirtual[0] = Thread.currentThread().isVirtual()).join();
    return wasVirtual[0];
  }

  private static String sha256(String text) throws Exception {
    var digest = MessageDigest.getInstance("SHA-256");
    return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static boolean forcedToDisk() throws Exception {
    Path folder = Files.createTempDirectory("self-check");
    Path file = Files.writeString(folder.resolve("file"), "text");
    try (var content = FileChannel.open(file, StandardOpenOption.WRITE);
        var entries = FileChannel.open(folder, StandardOpenOption.READ)) {
      content.force(true);
      entries.force(true);
    }
    boolean readBack = Files.readString(file).equals("text");
    Files.delete(file);
    Files.delete(folder);
    return readBack;
  }
}
