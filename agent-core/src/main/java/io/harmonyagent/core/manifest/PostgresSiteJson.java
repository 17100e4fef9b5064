package io.harmonyagent.core.manifest;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import java.util.Optional;

/** The spec of a PostgresSite as it stands in a manifest. */
public final class PostgresSiteJson {
  private PostgresSiteJson() {}

  public static PostgresSiteSpec read(Fields spec) throws InvalidDocument {
    return PostgresSiteSpecReader.read(spec);
  }

  /** The field {@code http}, which stands in other documents too. */
  public static Optional<PostgresSiteSpec.HttpAddress> http(Fields in) throws InvalidDocument {
    return PostgresSiteSpecReader.http(in);
  }

  public static JsonObject write(PostgresSiteSpec spec) {
    JsonObject json =
        new JsonObject()
            .put("kind", PostgresSiteSpec.KIND)
            .put("cluster", spec.cluster())
            .put("site", spec.site())
            .put(
                "peer",
                new JsonObject()
                    .put("site", spec.peer().site())
                    .put("host", spec.peer().host())
                    .put("port", spec.peer().port()))
            .put("version", spec.version())
            .putIfPresent("data_directory", spec.dataDirectory())
            .putIfPresent("debian_cluster", spec.debianCluster())
            .put("port", spec.port())
            .putTexts("listen", spec.listen())
            .putTexts("allow", spec.allow())
            .put(
                "tls",
                new JsonObject()
                    .put("ca", spec.tls().ca())
                    .put("certificate", spec.tls().certificate())
                    .put("key", spec.tls().key()))
            .putIfPresent("http", spec.http().map(PostgresSiteSpec.HttpAddress::text));
    spec.memory().ifPresent(bytes -> json.put("memory", bytes));
    spec.cpus().ifPresent(cpus -> json.put("cpus", SpecValues.decimal(cpus)));
    return json;
  }
}
