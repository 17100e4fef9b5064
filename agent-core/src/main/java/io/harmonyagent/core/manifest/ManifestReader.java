package io.harmonyagent.core.manifest;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns a document into a manifest, or says why it is none. All or nothing: a manifest that comes
 * out of here has no duplicate ids, no dangling or circular dependencies and no two resources that
 * claim the same thing or port of the device.
 */
public final class ManifestReader {
  /** The largest manifest that is looked at. Larger content belongs into the object store. */
  public static final int MAX_BYTES = 1024 * 1024;

  /** The status has a line for each, and has to fit into one message of the mesh. */
  public static final int MAX_RESOURCES = 2_000;

  private ManifestReader() {}

  /** Reads a manifest from the mesh, where the control plane must have given a generation. */
  public static AgentManifest read(Node document) throws InvalidDocument {
    Reading reading = Reading.start();
    Fields root = reading.root(document);
    return read(root, root.integer("generation"), reading);
  }

  /** Reads a manifest from the device's own disk, where the file itself is the authority. */
  public static AgentManifest readStatic(Node document) throws InvalidDocument {
    Reading reading = Reading.start();
    Fields root = reading.root(document);
    return read(root, root.optionalInteger("generation").orElse(0L), reading);
  }

  /** Every field of the document that this version does not know: in a file, mistakes. */
  public static List<Reading.Unread> unknownFields(Node document) throws InvalidDocument {
    Reading reading = Reading.start();
    Fields root = reading.root(document);
    read(root, root.optionalInteger("generation").orElse(0L), reading);
    return reading.unread();
  }

  private static AgentManifest read(Fields root, long generation, Reading reading)
      throws InvalidDocument {
    if (generation < 0) {
      throw root.invalid("generation", "must not be negative, is " + generation);
    }
    if (!root.has("resources")) {
      throw root.invalid("resources", "is missing; an empty list means that nothing is wanted");
    }
    List<ManagedResource> resources = new ArrayList<>();
    List<Fields> objects = root.objects("resources");
    if (objects.size() > MAX_RESOURCES) {
      throw root.invalid(
          "resources", "has " + objects.size() + " of them; the limit is " + MAX_RESOURCES);
    }
    for (Fields object : objects) {
      resources.add(resource(object));
    }
    boolean rollback = root.flag("rollback", false);
    Optional<AgentRelease> agent = AgentRelease.readOptional(root);
    Optional<DetachedSignature> signature = DetachedSignature.readOptional(root);
    rejectDuplicates(resources, objects);
    PortClaims.rejectShared(resources, objects);
    rejectUnknownReferences(resources, objects);
    DependencyCycle.reject(resources, objects);
    return new AgentManifest(
        generation,
        rollback,
        ImpliedOrder.of(resources),
        agent,
        signature,
        reading.unread().size());
  }

  private static ManagedResource resource(Fields in) throws InvalidDocument {
    String id = in.text("id");
    if (!ResourceId.isValid(id)) {
      throw in.invalid("id", "must be " + ResourceId.RULE + ", is '" + id + "'");
    }
    List<ResourceId> dependsOn = references(in, "depends_on");
    List<ResourceId> restartOn = references(in, "restart_on");
    Fields spec = in.object("spec");
    String hash = Sha256.hex(JsonWriter.canonical(spec.node()));
    return new ManagedResource(new ResourceId(id), dependsOn, restartOn, spec(spec, id), hash);
  }

  private static ResourceSpec spec(Fields spec, String id) throws InvalidDocument {
    String kind = spec.text("kind");
    return switch (kind) {
      case FileSpec.KIND -> FileSpecReader.read(spec);
      case SystemdUnitSpec.KIND -> SystemdUnitSpecReader.read(spec);
      case ContainerSpec.KIND -> ContainerSpecReader.read(spec, id);
      case PostgresSiteSpec.KIND -> PostgresSiteSpecReader.read(spec);
      default -> {
        spec.ignoreRest();
        yield new UnknownSpec(kind);
      }
    };
  }

  private static List<ResourceId> references(Fields in, String key) throws InvalidDocument {
    List<ResourceId> ids = new ArrayList<>();
    for (String text : in.texts(key)) {
      if (!ResourceId.isValid(text)) {
        throw in.invalid(key, "names '" + text + "', which cannot be a resource id");
      }
      ids.add(new ResourceId(text));
    }
    return ids;
  }

  private static void rejectDuplicates(List<ManagedResource> resources, List<Fields> objects)
      throws InvalidDocument {
    Set<ResourceId> ids = new HashSet<>();
    Map<Claim, ResourceId> claims = new HashMap<>();
    for (int i = 0; i < resources.size(); i++) {
      ManagedResource resource = resources.get(i);
      if (!ids.add(resource.id())) {
        throw objects.get(i).invalid("id", "'" + resource.id() + "' stands twice in the manifest");
      }
      Optional<Claim> claim = claim(resource.spec());
      Optional<ResourceId> other = claim.map(wanted -> claims.putIfAbsent(wanted, resource.id()));
      if (claim.isPresent() && other.isPresent()) {
        throw objects
            .get(i)
            .object("spec")
            .invalid(
                claim.get().field(),
                "'" + claim.get().value() + "' is claimed by '" + other.get() + "' too");
      }
    }
  }

  /** What only one resource of a kind can have: this value of this field. */
  private record Claim(String kind, String field, String value) {}

  private static Optional<Claim> claim(ResourceSpec spec) {
    return switch (spec) {
      case FileSpec file -> Optional.of(new Claim(FileSpec.KIND, "path", file.path()));
      case SystemdUnitSpec unit ->
          Optional.of(new Claim(SystemdUnitSpec.KIND, "name", unit.name()));
      case ContainerSpec container ->
          Optional.of(new Claim(ContainerSpec.KIND, "name", container.name()));
      case PostgresSiteSpec site ->
          Optional.of(new Claim(PostgresSiteSpec.KIND, "cluster", site.cluster()));
      case UnknownSpec _ -> Optional.empty();
    };
  }

  private static void rejectUnknownReferences(List<ManagedResource> resources, List<Fields> objects)
      throws InvalidDocument {
    Set<ResourceId> known = new HashSet<>();
    resources.forEach(r -> known.add(r.id()));
    for (int i = 0; i < resources.size(); i++) {
      rejectUnknown(resources.get(i).dependsOn(), known, objects.get(i), "depends_on");
      rejectUnknown(resources.get(i).restartOn(), known, objects.get(i), "restart_on");
    }
  }

  private static void rejectUnknown(
      List<ResourceId> references, Set<ResourceId> known, Fields in, String key)
      throws InvalidDocument {
    for (ResourceId reference : references) {
      if (!known.contains(reference)) {
        throw in.invalid(key, "names '" + reference + "', which is not in the manifest");
      }
    }
  }
}
