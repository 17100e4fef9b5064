package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.top.view.Health;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.status.AgentStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code delete}: a resource of a device, all of them, or what the mesh knows of a device. Three
 * things that a person may mean, so each has its own word, and each says what becomes of the
 * device.
 */
@Command(
    name = "delete",
    description = "Deletes a resource, all resources, or what the mesh knows of a device.",
    mixinStandardHelpOptions = true,
    subcommands = {
      DeleteCommand.Resource.class,
      DeleteCommand.Resources.class,
      DeleteCommand.Agent.class
    },
    footer = {
      "",
      "Examples:",
      "  harmonyctl delete resource web --agent pi-kitchen --wait",
      "  harmonyctl delete resources --agent pi-kitchen --yes",
      "  harmonyctl delete agent pi-kitchen"
    })
final class DeleteCommand {
  /** One resource: a new generation without it, and the device removes what it made. */
  @Command(
      name = "resource",
      description = "Takes a resource out of the manifest; the device removes what it made.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Refused while another resource depends on it.",
        "",
        "Example:",
        "  harmonyctl delete resource web --agent pi-kitchen --wait"
      })
  static final class Resource implements Callable<Integer> {
    @Mixin private MeshAccess mesh;

    @Mixin private ResourceArgument resource;

    @Mixin private DeviceOption device;

    @Mixin private Waiting waiting;

    @Mixin private Signing signing;

    @Mixin private Output output;

    @Override
    public Integer call() throws Exception {
      AgentId id = device.id();
      String name = resource.id().value();
      DeviceChange change = new DeviceChange(id, signing.key(), waiting, output);
      return mesh.use(
          connection ->
              change.make(
                  connection,
                  desired ->
                      desired.edit(standing -> without(standing, name, id), "without " + name),
                  ", without " + name + "; the device removes it"));
    }

    private static Node without(Optional<Node> standing, String resource, AgentId id)
        throws UserError {
      Node manifest = standing.orElseThrow(() -> UserError.failed("nothing is wanted of " + id));
      Node root = DesiredState.withoutGeneration(manifest);
      List<Node> left = new ArrayList<>();
      boolean found = false;
      if (((Node.Mapping) root).entries().get("resources") instanceof Node.Sequence all) {
        for (Node item : all.items()) {
          if (names(item, "id").contains(resource)) {
            found = true;
          } else {
            refuseIfNeeded(item, resource);
            left.add(item);
          }
        }
      }
      if (!found) {
        throw UserError.failed(
            "nothing named '"
                + resource
                + "' is wanted of "
                + id
                + "; 'harmonyctl get manifest "
                + id
                + " -o name' lists what is");
      }
      return DesiredState.with(root, "resources", new Node.Sequence(manifest.place(), left));
    }

    private static void refuseIfNeeded(Node item, String resource) throws UserError {
      if (names(item, "depends_on").contains(resource)
          || names(item, "restart_on").contains(resource)) {
        throw UserError.failed(
            "'"
                + String.join(", ", names(item, "id"))
                + "' depends on '"
                + resource
                + "'; delete that first, or apply a manifest without both");
      }
    }

    private static List<String> names(Node item, String field) {
      if (!(item instanceof Node.Mapping resource)) {
        return List.of();
      }
      Node value = resource.entries().get(field);
      List<Node> values =
          value instanceof Node.Sequence several
              ? several.items()
              : value == null ? List.of() : List.of(value);
      return values.stream()
          .filter(name -> name instanceof Node.Text)
          .map(name -> ((Node.Text) name).value())
          .toList();
    }
  }

  /** All resources: a manifest that wants nothing. */
  @Command(
      name = "resources",
      description = "Wants nothing of a device any more; it removes all that it made.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "What the device took over (adopt) is put back as its kind says. Without --yes nothing is"
            + " done, and what would be removed is listed.",
        "",
        "Example:",
        "  harmonyctl delete resources --agent pi-kitchen --yes --wait"
      })
  static final class Resources implements Callable<Integer> {
    @Mixin private MeshAccess mesh;

    @Mixin private DeviceOption device;

    @Option(
        names = {"-y", "--yes"},
        description = "Do it.")
    private boolean yes;

    @Mixin private Waiting waiting;

    @Mixin private Signing signing;

    @Mixin private Output output;

    @Override
    public Integer call() throws Exception {
      AgentId id = device.id();
      DeviceChange change = new DeviceChange(id, signing.key(), waiting, output);
      Node nothing = new JsonObject().putNodes("resources", List.of()).node();
      return mesh.use(
          connection -> {
            if (!yes) {
              output.print(new PlanView(AskPlanCommand.ask(connection, id, nothing)));
              throw UserError.badInput("nothing was changed; --yes does it");
            }
            return change.make(
                connection,
                desired -> {
                  desired.refuseToUnsign(desired.current());
                  return desired.write(nothing, "all resources deleted");
                },
                ", which is nothing; the device removes all it made");
          });
    }
  }

  /** The device's keys. The device itself is not touched. */
  @Command(
      name = "agent",
      description = "Makes the mesh forget a device; the device itself stays as it is.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "For a device that is gone: one that is heard of is refused, since it would come back. A"
            + " device that comes back keeps to its last accepted manifest.",
        "",
        "Example:",
        "  harmonyctl delete agent pi-kitchen"
      })
  static final class Agent implements Callable<Integer> {
    @Mixin private MeshAccess mesh;

    @Mixin private DeviceArgument device;

    @Mixin private Output output;

    @Override
    public Integer call() throws Exception {
      AgentId id = device.id();
      return mesh.use(
          connection -> {
            Fleet fleet = Fleet.read(connection, id);
            Fleet.Member member = fleet.members().get(id.value());
            if (member == null) {
              throw UserError.failed("the mesh knows nothing of " + id);
            }
            if (Health.isHeard(member.heardAt(), fleet.readAt()) && !wasStopped(member)) {
              throw UserError.failed(
                  id
                      + " is connected; stop its agent first, or use 'harmonyctl delete resources'"
                      + " to empty it");
            }
            Bucket bucket = MeshAccess.agents(connection);
            bucket.delete(Keys.desiredState(id));
            bucket.delete(Keys.actualState(id));
            bucket.delete(Keys.heartbeat(id));
            bucket.delete(Keys.labels(id));
            output.talk().println(id + ": forgotten; should it come back, it goes on as it was");
            return Outcome.finish(List.of(Outcome.forgotten(id)), output);
          });
    }

    /** By its own word; one that runs again takes that back with its first status. */
    private static boolean wasStopped(Fleet.Member member) {
      return member.status().flatMap(AgentStatus::stoppedAt).isPresent();
    }
  }
}
