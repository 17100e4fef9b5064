package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.YamlWriter;
import io.harmonyagent.core.manifest.AgentId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code get}: what the mesh knows. Asks no device. */
@Command(
    name = "get",
    description = "Prints what the mesh knows of devices; asks none of them.",
    mixinStandardHelpOptions = true,
    footer = {"", "Examples:", "  harmonyctl get agents", "  harmonyctl get manifest pi-kitchen"})
final class GetCommand {
  @Command(
      name = "agents",
      description = "Lists the devices.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Examples:",
        "  harmonyctl get agents",
        "  harmonyctl get agents --selector site=barn -o wide"
      })
  int agents(
      @Mixin MeshAccess mesh,
      @Option(
              names = {"-l", "--selector"},
              paramLabel = "k=v",
              description = "Only those with these labels.")
          @Nullable String selector,
      @Mixin Output output)
      throws Exception {
    Optional<Selector> wanted =
        selector == null ? Optional.empty() : Optional.of(Selector.parse(selector));
    Fleet fleet = mesh.use(Fleet::read);
    List<Fleet.Member> members =
        fleet.members().values().stream()
            .filter(m -> wanted.isEmpty() || wanted.get().selects(m.labels()))
            .toList();
    if (selector != null && members.isEmpty() && output.isForPeople()) {
      output.err().println(Targets.noneWith(selector));
      return ExitCode.OK;
    }
    output.print(new FleetView(members, fleet.readAt()));
    return ExitCode.OK;
  }

  @Command(
      name = "agent",
      description = "Prints what is known of one device.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  harmonyctl get agent pi-kitchen"})
  int agent(@Mixin MeshAccess mesh, @Mixin DeviceArgument device, @Mixin Output output)
      throws Exception {
    AgentId id = device.id();
    Fleet fleet = mesh.use(connection -> Fleet.read(connection, id));
    Fleet.Member member = fleet.members().get(id.value());
    if (member == null) {
      throw UserError.failed(
          "nothing is known of " + id + "; 'harmonyctl get agents' lists the devices");
    }
    output.print(new AgentView(member, fleet.readAt()));
    return ExitCode.OK;
  }

  @Command(
      name = "manifest",
      description = "Prints what is wanted of a device, as YAML; what may be secret is hidden.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Examples:",
        "  harmonyctl get manifest pi-kitchen",
        "  harmonyctl get manifest pi-kitchen --reveal > kitchen.yaml"
      })
  int manifest(
      @Mixin MeshAccess mesh,
      @Mixin DeviceArgument device,
      @Option(
              names = "--reveal",
              description = "Print also environments' values and private files' contents.")
          boolean reveal,
      @Mixin Output output)
      throws Exception {
    AgentId id = device.id();
    Node wanted = mesh.use(connection -> new DesiredState(connection, id).wanted());
    output.print(new ManifestView(reveal ? wanted : Secrets.hide(wanted)));
    return ExitCode.OK;
  }

  @Command(
      name = "status",
      description = "Prints what a device last said of its resources.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  harmonyctl get status pi-kitchen -o yaml"})
  int status(@Mixin MeshAccess mesh, @Mixin DeviceArgument device, @Mixin Output output)
      throws Exception {
    AgentId id = device.id();
    output.print(mesh.use(connection -> GetStatusCommand.said(connection, id)));
    return ExitCode.OK;
  }

  /** One device: the line that it has in the list, and its resources. */
  private record AgentView(Fleet.Member member, Instant now) implements View {
    @Override
    public String table(boolean wide) {
      String line = new FleetView(List.of(member), now).table(wide);
      return member
          .status()
          .map(status -> line + "\n\n" + new StatusView(status).table(wide))
          .orElse(line);
    }

    @Override
    public Node node() {
      JsonObject node = new JsonObject();
      ((Node.Mapping) FleetView.node(member, now)).entries().forEach(node::put);
      member.status().ifPresent(status -> node.put("status", new StatusView(status).node()));
      return node.node();
    }

    @Override
    public List<String> names() {
      return List.of(member.id());
    }
  }

  /** A manifest; as a table it is YAML, which is how people write it. */
  private record ManifestView(Node node) implements View {
    @Override
    public String table(boolean wide) {
      return YamlWriter.write(node);
    }

    @Override
    public List<String> names() {
      return node instanceof Node.Mapping root
              && root.entries().get("resources") instanceof Node.Sequence resources
          ? resources.items().stream()
              .filter(item -> item instanceof Node.Mapping)
              .map(item -> ((Node.Mapping) item).entries().get("id"))
              .filter(name -> name instanceof Node.Text)
              .map(name -> ((Node.Text) name).value())
              .toList()
          : List.of();
    }
  }
}
