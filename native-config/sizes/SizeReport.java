package sizes;

import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.graalvm.nativeimage.hosted.Feature;

/**
 * Writes how many bytes of machine code in the image come from each module or jar, and how large
 * the image heap is.
 *
 * <p>The builder prints only the ten largest origins; a budget needs all. It is a guest in the
 * builder and looks at its internals by reflection: with a builder version where they are named
 * otherwise, it says so and writes nothing, and the image is built all the same.
 */
public final class SizeReport implements Feature {
  /** The file to write; a line is "origin bytes". */
  private static final String FILE_PROPERTY = "harmony.sizes";

  private final Map<String, Long> bytes = new TreeMap<>();

  @Override
  public String getDescription() {
    return "Reports code size by origin";
  }

  @Override
  public void afterCompilation(AfterCompilationAccess access) {
    attempt(
        () -> {
          for (Object task : (Collection<?>) call(access, "getCompilationTasks")) {
            Object declaringType = call(field(task, "method"), "getDeclaringClass");
            Class<?> declaringClass = (Class<?>) call(declaringType, "getJavaClass");
            long size = (Integer) call(field(task, "result"), "getTargetCodeSize");
            bytes.merge(origin(declaringClass), size, Long::sum);
            bytes.merge("total/code", size, Long::sum);
          }
        });
  }

  @Override
  public void beforeImageWrite(BeforeImageWriteAccess access) {
    attempt(
        () -> {
          bytes.put("total/image-heap", (Long) call(call(access, "getImage"), "getImageHeapSize"));
          write(Path.of(System.getProperty(FILE_PROPERTY)));
        });
  }

  private static String origin(Class<?> type) {
    Module module = type.getModule();
    return module.isNamed() ? moduleOrigin(module.getName()) : jarOrigin(type);
  }

  /** The many modules of the image's own run time count as one; proxies get numbered modules. */
  private static String moduleOrigin(String name) {
    if (name.startsWith("org.graalvm.")
        || name.equals("jdk.graal.compiler")
        || name.equals("jdk.internal.vm.ci")) {
      return "native-image";
    }
    return name.startsWith("jdk.proxy") ? "generated" : name;
  }

  /** The jar's name without its version, so that an update keeps its budget line. */
  private static String jarOrigin(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return "generated";
    }
    String path = source.getLocation().getPath();
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.endsWith(".jar") ? name.replaceFirst("(-\\d.*)?\\.jar$", "") : "generated";
  }

  private void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    bytes.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(entry -> lines.add(entry.getKey() + " " + entry.getValue()));
    Files.write(file, lines);
  }

  private interface Inspection {
    void run() throws ReflectiveOperationException, IOException;
  }

  private static void attempt(Inspection inspection) {
    try {
      inspection.run();
    } catch (ReflectiveOperationException | RuntimeException | IOException e) {
      System.out.println("No sizes by origin from this builder: " + e);
    }
  }

  private static Object call(Object target, String name) throws ReflectiveOperationException {
    Method method = target.getClass().getMethod(name);
    return opened(method).invoke(target);
  }

  private static Object field(Object target, String name) throws ReflectiveOperationException {
    Field field = target.getClass().getField(name);
    return opened(field).get(target);
  }

  private static <T extends AccessibleObject> T opened(T member) {
    member.setAccessible(true);
    return member;
  }
}
