package io.harmonyagent.core.manifest;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the part of a Container's spec that says what it sees of files. */
final class ContainerFilesReader {
  private static final Pattern SECRET = Pattern.compile("(?!\\.{1,2}$)[a-zA-Z0-9_.-]{1,128}");
  private static final Pattern DEVICE =
      Pattern.compile("/dev/[^:\0]+(:/[^:\0]+(:(?=[rwm])r?w?m?)?)?");

  private ContainerFilesReader() {}

  static ContainerFiles read(Fields in) throws InvalidDocument {
    Set<String> taken = ContainerSpecReader.nothingTaken();
    return new ContainerFiles(
        secrets(in, taken),
        volumes(in, taken),
        tmpfs(in, taken),
        in.flag("read_only", false),
        devices(in));
  }

  private static List<ContainerFiles.Secret> secrets(Fields in, Set<String> taken)
      throws InvalidDocument {
    List<ContainerFiles.Secret> secrets = new ArrayList<>();
    for (Fields secret : in.objects("secrets")) {
      String name = secret.text("name");
      if (!SECRET.matcher(name).matches()) {
        throw secret.invalid("name", "must be 1 to 128 letters, digits, '_', '.' or '-'");
      }
      String file = secret.text("file");
      if (!isPath(file)) {
        throw secret.invalid("file", "must be the absolute path of a file, is '" + file + "'");
      }
      ContainerSpecReader.claim(taken, ContainerFiles.SECRETS + name, secret, "name");
      secrets.add(new ContainerFiles.Secret(name, file));
    }
    return secrets;
  }

  private static List<VolumeMount> volumes(Fields in, Set<String> taken) throws InvalidDocument {
    List<VolumeMount> volumes = new ArrayList<>();
    for (String text : in.texts("volumes")) {
      VolumeMount volume =
          VolumeMount.parse(text)
              .filter(v -> isPath(v.path()) && (!v.isBind() || isPathOrRoot(v.source())))
              .orElseThrow(() -> in.invalid("volumes", VolumeMount.RULE + ", is '" + text + "'"));
      ContainerSpecReader.claim(taken, volume.path(), in, "volumes");
      volumes.add(volume);
    }
    return volumes;
  }

  private static Map<String, Long> tmpfs(Fields in, Set<String> taken) throws InvalidDocument {
    Map<String, Long> tmpfs = new LinkedHashMap<>();
    for (Map.Entry<String, String> one : in.textMap("tmpfs").entrySet()) {
      String path = one.getKey();
      if (!isPath(path)) {
        throw in.invalid("tmpfs", "must name absolute paths, names '" + path + "'");
      }
      long bytes = SpecValues.bytes(in, "tmpfs", one.getValue());
      if (bytes < 4096) {
        throw in.invalid("tmpfs", "must have room for 4096 bytes at least, at " + path);
      }
      ContainerSpecReader.claim(taken, path, in, "tmpfs");
      tmpfs.put(path, bytes);
    }
    return tmpfs;
  }

  private static List<String> devices(Fields in) throws InvalidDocument {
    List<String> devices = in.texts("devices");
    for (String device : devices) {
      if (!DEVICE.matcher(device).matches() || device.contains("/../")) {
        throw in.invalid(
            "devices",
            "must be like /dev/gpiomem or /dev/ttyS0:/dev/modem:rw, is '" + device + "'");
      }
    }
    return devices;
  }

  private static boolean isPathOrRoot(String path) {
    return path.equals("/") || isPath(path);
  }

  /** Absolute, and the only way to write it, so that equal paths are equal texts. */
  static boolean isPath(String path) {
    if (!path.startsWith("/") || path.equals("/") || path.indexOf('\0') >= 0) {
      return false;
    }
    for (String name : path.substring(1).split("/", -1)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        return false;
      }
    }
    return true;
  }
}
