package driver;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The JVM, and its options, under which the builder runs: those with which GraalVM's own driver
 * starts it.
 */
final class BuilderVm {
  private static final String BUILDER_MODULES =
      String.join(
          ",",
          "ALL-UNNAMED",
          "org.graalvm.nativeimage",
          "org.graalvm.nativeimage.base",
          "org.graalvm.nativeimage.builder",
          "org.graalvm.nativeimage.configure",
          "org.graalvm.nativeimage.objectfile",
          "org.graalvm.nativeimage.pointsto",
          "org.graalvm.espresso.shared.svm",
          "org.graalvm.truffle.compiler",
          "jdk.graal.compiler");

  private final Path toolchain;

  BuilderVm(Path toolchain) {
    this.toolchain = toolchain;
  }

  List<String> command(Path openPackages) throws IOException {
    Path compiler = toolchain.resolve("builder/compiler.jar");
    String modules =
        systemModules().stream().map(ModuleDescriptor::name).collect(Collectors.joining(","));
    List<String> command = new ArrayList<>();
    command.add(toolchain.resolve("jdk/bin/java").toString());
    command.addAll(
        List.of(
            // JVMCI gives the builder access to the VM's metadata; nothing is compiled through it
            // here.
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:+EnableJVMCI",
            "-XX:-UseJVMCICompiler",
            "-XX:-UseJVMCINativeLibrary",
            "-XX:+UseParallelGC",
            "-Xss10m",
            "-Xmx" + System.getenv().getOrDefault("NATIVE_BUILD_HEAP", "6g"),
            "-Djdk.internal.lambda.disableEagerInitialization=true",
            "-Djava.lang.invoke.InnerClassLambdaMetafactory.initializeLambdas=false",
            "-Djava.system.class.loader=com.oracle.svm.hosted.NativeImageSystemClassLoader",
            "-Dorg.graalvm.nativeimage.imagecode=buildtime",
            "--add-modules=ALL-SYSTEM",
            "--limit-modules=" + modules + ",jdk.graal.compiler,org.graalvm.nativeimage.builder",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=org.graalvm.nativeimage.builder,jdk.graal.compiler",
            "@" + openPackages,
            // The JDK has an empty jdk.graal.compiler of its own, which the builder's replaces.
            "--upgrade-module-path",
            compiler.toString(),
            "--module-path",
            jarsExcept(compiler)));
    Path crossTarget = toolchain.resolve("target.args");
    if (Files.exists(crossTarget)) {
      command.add("@" + crossTarget);
    }
    return command;
  }

  /**
   * Every package of the JDK, opened to the builder. GraalVM's JDK is built that way; a stock JDK
   * has to be told. These are thousands of options, hence an argument file.
   */
  static Path writeOpenPackages() throws IOException {
    List<String> lines = new ArrayList<>();
    for (ModuleDescriptor module : systemModules()) {
      for (String name : module.packages().stream().sorted().toList()) {
        String target = module.name() + "/" + name + "=" + BUILDER_MODULES;
        lines.add("--add-exports=" + target);
        lines.add("--add-opens=" + target);
      }
    }
    return Files.write(Files.createTempFile("open-packages", ".args"), lines);
  }

  /**
   * This program runs on the toolchain's JDK, so its modules are those that the builder will see.
   */
  private static List<ModuleDescriptor> systemModules() {
    return ModuleFinder.ofSystem().findAll().stream()
        .map(ModuleReference::descriptor)
        .filter(module -> !module.name().startsWith("jdk.incubator"))
        .filter(module -> !module.name().startsWith("jdk.graal"))
        .sorted()
        .toList();
  }

  private static String jarsExcept(Path excluded) throws IOException {
    try (Stream<Path> files = Files.list(excluded.getParent())) {
      return files
          .filter(file -> file.toString().endsWith(".jar") && !file.equals(excluded))
          .map(Path::toString)
          .sorted()
          .collect(Collectors.joining(File.pathSeparator));
    }
  }
}
