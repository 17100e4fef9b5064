package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.time.Moment;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.reconcilers.file.DeviceRoot;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether somebody enabled, disabled, masked or unmasked a unit since we last asked systemd, which
 * has to search its directories for each answer. All of these make or remove a link, and so change
 * one of a few directories.
 */
final class InstallMarks {
  private static final Logger log = LoggerFactory.getLogger(InstallMarks.class);
  private static final Duration FRESH = Duration.ofMillis(100);
  private static final Duration SETTLED = Duration.ofMillis(50);
  private static final List<String> DIRECTORIES =
      List.of(UnitFiles.DIRECTORY, "/run/systemd/system");

  /** Sums of products, because directories are listed in any order. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private record Scan(long mark, boolean settled, Moment at) {}

  private final DeviceRoot root;
  private final TimeSource time;
  private volatile @Nullable Scan last;

  InstallMarks(DeviceRoot root, TimeSource time) {
    this.root = root;
    this.time = time;
  }

  /**
   * A number that stays the same while nothing changed; 0 if a change was so recent that another
   * one could not be told from it.
   */
  long mark(boolean fresh) {
    Scan known = last;
    Moment now = time.now();
    if (fresh || known == null || now.since(known.at()).compareTo(FRESH) >= 0) {
      known = scan(now);
      last = known;
    }
    return known.settled() ? known.mark() : 0;
  }

  private Scan scan(Moment now) {
    long mark = 17;
    Instant latest = Instant.MIN;
    for (String name : DIRECTORIES) {
      Path directory = root.resolve(name);
      try (DirectoryStream<Path> links =
          Files.newDirectoryStream(directory, "*.{wants,requires,upholds}")) {
        for (Path each : links) {
          FileTime changed = changeTime(each);
          mark += (31L * each.hashCode() + changed.hashCode()) * SPREAD;
          latest = later(latest, changed);
        }
        FileTime changed = changeTime(directory);
        mark += (31L * directory.hashCode() + changed.hashCode()) * SPREAD;
        latest = later(latest, changed);
      } catch (NoSuchFileException e) {
        mark += SPREAD;
      } catch (IOException e) {
        log.debug("{} cannot be looked through: {}", directory, e.toString());
        return new Scan(0, false, now);
      }
    }
    return new Scan(mark, latest.plus(SETTLED).isBefore(Instant.now()), now);
  }

  private static FileTime changeTime(Path path) throws IOException {
    return (FileTime) Files.getAttribute(path, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
  }

  private static Instant later(Instant latest, FileTime changed) {
    return changed.toInstant().isAfter(latest) ? changed.toInstant() : latest;
  }
}
