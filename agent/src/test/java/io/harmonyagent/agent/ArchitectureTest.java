package io.harmonyagent.agent;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.harmonyagent.agent.terminal.Terminal;
import io.harmonyagent.core.engine.Engine;
import io.harmonyagent.reconcilers.file.FileReconciler;
import java.io.FileOutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds the rules that keep this code easy to change: decide in pure code and act at the edge, and
 * let dependencies point inward.
 */
class ArchitectureTest {
  private static final String CORE = "io.harmonyagent.core.";
  private static final Set<String> CHANGES_OF_FILES =
      Set.of(
          "write",
          "writeString",
          "newOutputStream",
          "newBufferedWriter",
          "newByteChannel",
          "copy",
          "move",
          "delete",
          "deleteIfExists",
          "createFile",
          "createDirectory",
          "createDirectories",
          "createLink",
          "createSymbolicLink",
          "createTempFile",
          "createTempDirectory",
          "setAttribute",
          "setOwner",
          "setLastModifiedTime",
          "setPosixFilePermissions");

  private static JavaClasses classes;

  @BeforeAll
  static void read() {
    classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/testbed/"))
            .importPackages("io.harmonyagent");
  }

  @Test
  void the_core_knows_nothing_around_it() {
    noClasses()
        .that()
        .resideInAPackage("io.harmonyagent.core..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.harmonyagent.reconcilers..",
            "io.harmonyagent.failover..",
            "io.harmonyagent.agent..",
            "org.freedesktop..",
            "org.postgresql..",
            "io.micronaut..",
            "jakarta..",
            "picocli..")
        .check(classes);
  }

  @Test
  void reconcilers_know_neither_the_program_nor_the_mesh() {
    noClasses()
        .that()
        .resideInAPackage("io.harmonyagent.reconcilers..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.harmonyagent.agent..",
            "io.harmonyagent.failover..",
            "io.harmonyagent.core.mesh..",
            "io.nats..")
        .check(classes);
  }

  @Test
  void only_the_mesh_speaks_nats() {
    noClasses()
        .that()
        .resideInAnyPackage("io.harmonyagent.core..", "io.harmonyagent.agent.daemon..")
        .and()
        .resideOutsideOfPackage("io.harmonyagent.core.mesh..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.nats..")
        .check(classes);
  }

  @Test
  void no_two_packages_of_the_core_need_each_other() {
    slices().matching("io.harmonyagent.core.(*)..").should().beFreeOfCycles().check(classes);
  }

  /** Each row: a package, and the other packages of the core that it may know. */
  @ParameterizedTest
  @CsvSource({
    "document, ''",
    "time,     ''",
    "dbus,     ''",
    "files,    ''",
    "manifest, document",
    "status,   document manifest",
    "engine,   manifest status time",
    "call,     document manifest",
    "config,   document manifest",
    "ledger,   document files manifest engine"
  })
  void inner_packages_know_only_what_is_further_in(String name, String others) {
    noClasses()
        .that()
        .resideInAPackage(CORE + name + "..")
        .should()
        .dependOnClassesThat(
            describe(
                "are in other packages of the core than " + others,
                target ->
                    target.getPackageName().startsWith(CORE)
                        && !isOneOf(target.getPackageName(), name + " " + others)))
        .check(classes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"io.harmonyagent.core.engine..", "io.harmonyagent.failover.core.."})
  void what_decides_does_no_io_and_knows_no_clock_thread_or_chance(String decides) {
    classes()
        .that()
        .resideInAPackage(decides)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            decides,
            "io.harmonyagent.core.manifest..",
            "io.harmonyagent.core.status..",
            "io.harmonyagent.core.time..",
            "java.lang",
            "java.lang.annotation..",
            "java.lang.invoke..",
            "java.lang.runtime..",
            "java.time..",
            "java.util",
            "java.util.function..",
            "java.util.random..",
            "java.util.regex..",
            "java.util.stream..",
            "org.jspecify..")
        .allowEmptyShould(true)
        .check(classes);
    noClasses()
        .that()
        .resideInAPackage(decides)
        .should()
        .dependOnClassesThat(
            assignableTo(Thread.class)
                .or(assignableTo(ThreadLocal.class))
                .or(assignableTo(Process.class))
                .or(assignableTo(ProcessBuilder.class))
                .or(assignableTo(Runtime.class))
                .or(assignableTo(Clock.class))
                .or(assignableTo(Random.class))
                .or(assignableTo(SplittableRandom.class))
                .or(assignableTo(UUID.class))
                .as("are threads, processes, clocks or sources of chance"))
        .orShould()
        .accessTargetWhere(readsAClockOrTheSystem())
        .allowEmptyShould(true)
        .check(classes);
  }

  /** The screens are pictures of values, so that a test can compare them letter by letter. */
  @Test
  void what_the_terminal_shows_is_decided_without_io_clock_or_thread() {
    noClasses()
        .that()
        .resideInAPackage("io.harmonyagent.agent.top.view..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.harmonyagent.core.mesh..",
            "io.harmonyagent.agent.posix..",
            "io.nats..",
            "java.io",
            "java.net..",
            "java.nio..",
            "java.util.concurrent..")
        .orShould()
        .dependOnClassesThat(
            assignableTo(Terminal.class)
                .or(assignableTo(Thread.class))
                .or(assignableTo(Clock.class))
                .as("are terminals, threads or clocks"))
        .orShould()
        .accessTargetWhere(readsAClockOrTheSystem())
        .check(classes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"document", "manifest", "status", "engine"})
  void values_are_made_without_clock_or_chance(String name) {
    noClasses()
        .that()
        .resideInAPackage(CORE + name + "..")
        .should()
        .accessTargetWhere(readsAClockOrTheSystem())
        .orShould()
        .dependOnClassesThat(
            assignableTo(Random.class)
                .or(assignableTo(ThreadLocalRandom.class))
                .or(assignableTo(SecureRandom.class))
                .as("are sources of chance"))
        .check(classes);
  }

  @Test
  void in_the_core_only_the_files_package_changes_files() {
    noClasses()
        .that()
        .resideInAPackage("io.harmonyagent.core..")
        .and()
        .resideOutsideOfPackage("io.harmonyagent.core.files..")
        .should()
        .accessTargetWhere(changesAFile())
        .check(classes);
  }

  @Test
  void nobody_logs_past_slf4j() {
    noClasses()
        .that()
        .resideInAPackage("io.harmonyagent..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.logging..")
        .check(classes);
  }

  @Test
  void only_commands_print() {
    noClasses()
        .that()
        .resideInAPackage("io.harmonyagent..")
        .and()
        .resideOutsideOfPackages("io.harmonyagent.agent.cli..")
        .should()
        .accessTargetWhere(isFieldOfSystem("out"))
        .check(classes);
  }

  @Test
  void only_the_logger_and_commands_write_to_standard_error() {
    noClasses()
        .that()
        .resideInAPackage("io.harmonyagent..")
        .and()
        .resideOutsideOfPackages("io.harmonyagent.agent.cli..", "io.harmonyagent.agent.logging..")
        .should()
        .accessTargetWhere(isFieldOfSystem("err"))
        .orShould()
        .accessTargetWhere(
            describe(
                "prints a stack trace",
                access ->
                    access.getTarget().getName().equals("printStackTrace")
                        && access.getTarget().getOwner().isAssignableTo(Throwable.class)))
        .check(classes);
  }

  @Test
  void the_rules_look_at_all_modules() {
    assertThat(classes.contain(Engine.class)).isTrue();
    assertThat(classes.contain(FileReconciler.class)).isTrue();
    assertThat(classes.contain(Main.class)).isTrue();
  }

  private static boolean isOneOf(String packageName, String names) {
    for (String name : names.strip().split(" +", -1)) {
      if (packageName.equals(CORE + name) || packageName.startsWith(CORE + name + ".")) {
        return true;
      }
    }
    return false;
  }

  private static DescribedPredicate<JavaAccess<?>> readsAClockOrTheSystem() {
    return describe(
        "reads a clock, chance or the system",
        access -> {
          JavaClass owner = access.getTarget().getOwner();
          String name = access.getTarget().getName();
          boolean ofSystem =
              owner.isEquivalentTo(System.class)
                  && !name.equals("arraycopy")
                  && !name.equals("identityHashCode");
          boolean now = name.equals("now") && owner.getPackageName().equals("java.time");
          boolean chance = name.equals("random") && owner.isEquivalentTo(Math.class);
          return ofSystem || now || chance;
        });
  }

  private static DescribedPredicate<JavaAccess<?>> changesAFile() {
    return describe(
        "changes a file",
        access -> {
          JavaClass owner = access.getTarget().getOwner();
          String name = access.getTarget().getName();
          return (owner.isEquivalentTo(Files.class) && CHANGES_OF_FILES.contains(name))
              || (owner.isEquivalentTo(FileChannel.class) && name.equals("open"))
              || owner.isEquivalentTo(FileOutputStream.class)
              || owner.isEquivalentTo(RandomAccessFile.class);
        });
  }

  private static DescribedPredicate<JavaAccess<?>> isFieldOfSystem(String field) {
    return describe(
        "uses System." + field,
        access ->
            access.getTarget().getOwner().isEquivalentTo(System.class)
                && access.getTarget().getName().equals(field));
  }
}
