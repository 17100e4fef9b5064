package driver;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * What to build.
 *
 * @param classPath existing entries only; a missing one is ignored, as a JVM does
 * @param options of the jars first and of the command line last, so that the command line wins
 */
record CommandLine(
    List<Path> classPath, Path output, String mainClass, boolean verbose, Options options) {

  static CommandLine parse(List<String> args) throws IOException {
    List<Path> classPath = new ArrayList<>();
    List<String> options = new ArrayList<>();
    String output = null;
    String mainClass = null;
    boolean verbose = false;

    for (Iterator<String> rest = args.iterator(); rest.hasNext(); ) {
      String arg = rest.next();
      switch (arg) {
        case "-cp", "-classpath", "--class-path" -> classPath.addAll(entries(value(arg, rest)));
        case "-o" -> output = value(arg, rest);
        case "--verbose" -> verbose = true;
        default -> {
          if (arg.startsWith("-")) {
            options.add(arg);
          } else {
            mainClass = arg;
          }
        }
      }
    }
    if (classPath.isEmpty() || output == null || mainClass == null) {
      throw new UsageException("wanted: [options] -cp CLASSPATH -o OUTPUT MainClass");
    }
    var all = new Options();
    for (Path entry : classPath) {
      MetaInf.readInto(all, entry);
    }
    options.forEach(all::add);
    return new CommandLine(
        List.copyOf(classPath), Path.of(output).toAbsolutePath(), mainClass, verbose, all);
  }

  private static String value(String option, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new UsageException(option + " wants a value");
    }
    return rest.next();
  }

  private static List<Path> entries(String classPath) {
    List<Path> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      Path path = Path.of(entry).toAbsolutePath();
      if (!entry.isEmpty() && Files.exists(path)) {
        entries.add(path);
      }
    }
    return entries;
  }
}
