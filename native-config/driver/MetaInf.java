package driver;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * What a jar or folder of the class path says about itself below META-INF/native-image: options in
 * native-image.properties, reachability metadata in JSON files. The builder does not look for
 * these; whoever starts it must name them.
 */
final class MetaInf {
  /** Metadata files, and the builder option that takes each as a class path resource. */
  private static final Map<String, String> METADATA =
      Map.of(
          "reachability-metadata.json", "ReachabilityMetadataResources",
          "reflect-config.json", "ReflectionConfigurationResources",
          "resource-config.json", "ResourceConfigurationResources",
          "proxy-config.json", "DynamicProxyConfigurationResources",
          "jni-config.json", "JNIConfigurationResources",
          "serialization-config.json", "SerializationConfigurationResources");

  private MetaInf() {}

  static void readInto(Options options, Path entry) throws IOException {
    if (Files.isDirectory(entry)) {
      readTree(options, entry);
    } else if (entry.toString().endsWith(".jar")) {
      try (FileSystem jar = FileSystems.newFileSystem(entry)) {
        readTree(options, jar.getPath("/"));
      }
    }
  }

  private static void readTree(Options options, Path root) throws IOException {
    Path folder = root.resolve("META-INF/native-image");
    if (!Files.isDirectory(folder)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> tree = Files.walk(folder)) {
      files = tree.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      String name = file.getFileName().toString();
      String metadataOption = METADATA.get(name);
      if (metadataOption != null) {
        options.add("-H:" + metadataOption + "=" + root.relativize(file));
      } else if (name.equals("native-image.properties")) {
        readProperties(options, root, file);
      }
    }
  }

  /** Only {@code Args}; "${.}" in it stands for the folder of the properties file. */
  private static void readProperties(Options options, Path root, Path file) throws IOException {
    var properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    String folder = root.relativize(file.getParent()).toString();
    String args = properties.getProperty("Args", "").replace("${.}", folder).strip();
    if (args.isEmpty()) {
      return;
    }
    for (String option : args.split("\\s+")) {
      options.add(option);
    }
  }
}
