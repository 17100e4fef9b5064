package io.harmonyagent.reconcilers.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The attributes that Java has of a file on Unix, although it names them nowhere. */
final class JavaFileStat implements FileStat {
  private static final String WATCHED = "unix:dev,ino,mode,uid,gid,size,lastModifiedTime,ctime";

  @Override
  public Optional<FileIdentity> of(Path path) throws IOException {
    try {
      Map<String, Object> found = Files.readAttributes(path, WATCHED, LinkOption.NOFOLLOW_LINKS);
      return Optional.of(
          new FileIdentity(
              number(found, "dev"),
              number(found, "ino"),
              (int) number(found, "mode"),
              (int) number(found, "uid"),
              (int) number(found, "gid"),
              number(found, "size"),
              nanos(found, "lastModifiedTime"),
              nanos(found, "ctime")));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static long number(Map<String, Object> found, String name) throws IOException {
    if (found.get(name) instanceof Number number) {
      return number.longValue();
    }
    throw new IOException("this system does not tell a file's " + name);
  }

  private static long nanos(Map<String, Object> found, String name) throws IOException {
    if (found.get(name) instanceof FileTime time) {
      return time.to(TimeUnit.NANOSECONDS);
    }
    throw new IOException("this system does not tell a file's " + name);
  }
}
