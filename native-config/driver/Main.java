package driver;

import java.nio.file.Path;
import java.util.List;

/**
 * Stands in for GraalVM's {@code native-image} program, which is not published as a Maven artifact.
 *
 * <p>It reads the command line, adds what the jars on the class path say in META-INF/native-image,
 * and starts the image builder with the equivalent builder options. It runs from source, on the
 * toolchain's JDK:
 *
 * <pre>java Main.java TOOLCHAIN [native-image options] -cp CLASSPATH -o OUTPUT MainClass</pre>
 */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws Exception {
    try {
      var toolchain = Path.of(args[0]).toAbsolutePath();
      var request = CommandLine.parse(List.of(args).subList(1, args.length));
      System.exit(new Builder(toolchain).run(request));
    } catch (UsageException e) {
      System.err.println("native-image: " + e.getMessage());
      System.exit(2);
    }
  }
}
