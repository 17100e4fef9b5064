package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.YamlWriter;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.StatusWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code describe}: all that the mesh knows of one resource. */
@Command(
    name = "describe",
    description = "Prints all that the mesh knows of a resource: what is wanted, and what is.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmonyctl describe web --agent pi-kitchen"})
final class DescribeCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;

  @Mixin private ResourceArgument resource;

  @Mixin private DeviceOption device;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    AgentId id = device.id();
    String name = resource.id().value();
    Described described =
        mesh.use(
            connection -> {
              Optional<Node> wanted =
                  new DesiredState(connection, id)
                      .current()
                      .flatMap(m -> DesiredState.resource(m, name));
              Fleet fleet = Fleet.read(connection, id);
              Optional<AgentStatus> status =
                  Optional.ofNullable(fleet.members().get(id.value()))
                      .flatMap(Fleet.Member::status);
              return new Described(id.value(), name, wanted.map(Secrets::hide), status);
            });
    if (described.wanted().isEmpty() && described.actual().isEmpty()) {
      throw UserError.failed(
          "'%s' is neither wanted of %s nor there; 'harmonyctl get status %s' lists what is"
              .formatted(name, id, id));
    }
    output.print(described);
    return ExitCode.OK;
  }

  /** A resource as it is wanted (secrets hidden) and as its device last said that it is. */
  private record Described(
      String agent, String resource, Optional<Node> wanted, Optional<AgentStatus> status)
      implements View {
    /** What the device says of this resource, in the wire's own words. */
    Optional<Node> actual() {
      return status
          .map(StatusWriter::toNode)
          .map(node -> ((Node.Mapping) node).entries().get("resources"))
          .map(all -> ((Node.Mapping) all).entries().get(resource));
    }

    @Override
    public String table(boolean wide) {
      String heading =
          resource
              + " on "
              + agent
              + status
                  .map(
                      s ->
                          ", generation "
                              + s.observedGeneration()
                              + " of "
                              + s.manifestGeneration())
                  .orElse("");
      return heading
          + "\n\nactual:\n"
          + actual().map(Described::indented).orElse("  the device says nothing of it")
          + "\n\nwanted:\n"
          + wanted.map(Described::indented).orElse("  no; it is on its way out");
    }

    @Override
    public Node node() {
      JsonObject node = new JsonObject().put("agent_id", agent).put("resource", resource);
      wanted.ifPresent(w -> node.put("wanted", w));
      actual().ifPresent(a -> node.put("actual", a));
      return node.node();
    }

    @Override
    public List<String> names() {
      return List.of(resource);
    }

    private static String indented(Node node) {
      return YamlWriter.write(node).indent(2).stripTrailing();
    }
  }
}
