package io.harmonyagent.core.trust;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentRelease;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What exactly is signed. Each sort of document begins with a line of its own, so that a signature
 * of one is never one of another; a manifest's line names the device, so that what one device was
 * given cannot be given to another. Then comes the document as JSON on one line with sorted keys.
 */
public final class SignedBytes {
  private SignedBytes() {}

  public static byte[] ofManifest(AgentId device, Node manifest) {
    SequencedMap<String, Node> rest = new LinkedHashMap<>();
    if (manifest instanceof Node.Mapping mapping) {
      rest.putAll(mapping.entries());
      rest.remove("signature");
    }
    return of("harmony-manifest " + device, new Node.Mapping(manifest.place(), rest));
  }

  /** A downgrade is the manifest's wish and says nothing about the build, so it is not in here. */
  public static byte[] ofRelease(AgentRelease release) {
    return of(
        "harmony-release",
        new JsonObject()
            .put("version", release.version())
            .put("artifact", "sha256:" + release.sha256())
            .put("size", release.size())
            .node());
  }

  private static byte[] of(String firstLine, Node document) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes((firstLine + "\n").getBytes(StandardCharsets.UTF_8));
    out.writeBytes(JsonWriter.canonical(document));
    return out.toByteArray();
  }
}
