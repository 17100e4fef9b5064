package driver;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** Starts the image builder of an assembled toolchain as a process of its own. */
final class Builder {
  private static final String MAIN =
      "org.graalvm.nativeimage.builder/com.oracle.svm.hosted.NativeImageGeneratorRunner";

  private final Path toolchain;

  Builder(Path toolchain) {
    this.toolchain = toolchain;
  }

  /** Returns the builder's exit status. */
  int run(CommandLine request) throws IOException, InterruptedException {
    Path openPackages = BuilderVm.writeOpenPackages();
    try {
      List<String> command = new ArrayList<>(new BuilderVm(toolchain).command(openPackages));
      command.addAll(request.options().forBuilderVm());
      command.addAll(List.of("--module", MAIN));
      command.addAll(arguments(request));
      if (request.verbose()) {
        command.forEach(word -> System.err.println("  " + word));
      }
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    } finally {
      Files.deleteIfExists(openPackages);
    }
  }

  private List<String> arguments(CommandLine request) {
    Path output = request.output();
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-imagecp", join(request.classPath())));
    arguments.add("-H:+UnlockExperimentalVMOptions");
    arguments.add("-H:CLibraryPath=" + toolchain.resolve("clib"));
    arguments.add("-H:Path=" + output.getParent());
    arguments.add("-H:Name=" + output.getFileName());
    arguments.add("-H:Class=" + request.mainClass());
    arguments.add("-H:ImageBuildID=" + buildId(request));
    // Its C library is not published. The maximum heap has to be set by an option instead.
    arguments.add("-H:-UseContainerSupport");
    // libc stays a shared library, so that name resolution works as everywhere on the device.
    arguments.add("-H:+StaticExecutableWithDynamicLibC");
    Path crossCompiler = toolchain.resolve("cc");
    if (Files.exists(crossCompiler)) {
      arguments.add("-H:CCompilerPath=" + crossCompiler);
      arguments.add("-H:-CheckToolchain");
      arguments.add("-H:-UseCAPCache");
    }
    arguments.addAll(request.options().forBuilder());
    return arguments;
  }

  /** The same for the same program, wherever it is built. The builder's default is random. */
  private static UUID buildId(CommandLine request) {
    String names =
        request.classPath().stream()
            .map(entry -> entry.getFileName().toString())
            .collect(Collectors.joining(" "));
    return UUID.nameUUIDFromBytes(
        (request.mainClass() + " " + names).getBytes(StandardCharsets.UTF_8));
  }

  private static String join(List<Path> classPath) {
    return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
