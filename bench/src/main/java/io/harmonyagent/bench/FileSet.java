package io.harmonyagent.bench;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** That many small configuration files, in directories of a hundred. */
record FileSet(String directory, int count) {
  private static final int PER_DIRECTORY = 100;
  private static final int LINES = 8;

  String path(int file) {
    return "%s/%02d/service-%04d.conf".formatted(directory, file / PER_DIRECTORY, file);
  }

  /** Some 300 bytes, none of which JSON would have to escape but the ends of lines. */
  String content(int file, long generation) {
    return IntStream.range(0, LINES)
        .mapToObj(line -> "setting-%d = value %d of file %04d\n".formatted(line, generation, file))
        .collect(Collectors.joining());
  }

  /** In the mesh's JSON; a later generation changes only the first file. */
  String manifest(long generation) {
    return IntStream.range(0, count)
        .mapToObj(file -> resource(file, file == 0 ? generation : 1))
        .collect(
            Collectors.joining(
                ",\n", "{\"generation\": " + generation + ", \"resources\": [\n", "]}"));
  }

  private String resource(int file, long generation) {
    return """
        {"id": "file-%d", "spec": {"kind": "File", "path": "%s", "content": {"inline": "%s"}}}"""
        .formatted(file, path(file), content(file, generation).replace("\n", "\\n"));
  }
}
