package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The meshes that this user knows. One that cannot be read must not hide the others. */
record ContextsView(List<Context> contexts) implements View {
  /**
   * One mesh.
   *
   * @param problem empty if it can be used
   */
  record Context(String name, boolean isInUse, List<String> servers, String problem) {
    private Node node() {
      JsonObject node =
          new JsonObject().put("name", name).put("current", isInUse).putTexts("servers", servers);
      return (problem.isEmpty() ? node : node.put("problem", problem)).node();
    }
  }

  static ContextsView of(ContextFile file) throws IOException {
    Optional<String> current = file.current();
    List<Context> contexts = new ArrayList<>();
    for (String name : file.names()) {
      boolean isInUse = current.filter(name::equals).isPresent();
      try {
        List<String> servers = file.find(Optional.of(name)).servers();
        contexts.add(new Context(name, isInUse, servers, ""));
      } catch (UserError e) {
        contexts.add(new Context(name, isInUse, List.of(), String.valueOf(e.getMessage())));
      }
    }
    return new ContextsView(contexts);
  }

  @Override
  public String table(boolean wide) {
    if (contexts.isEmpty()) {
      return "no contexts; make one: harmonyctl config set NAME -s URL";
    }
    List<List<String>> rows = new ArrayList<>();
    for (Context context : contexts) {
      rows.add(
          List.of(
              context.isInUse() ? "*" : "",
              context.name(),
              context.problem().isEmpty()
                  ? String.join(",", context.servers())
                  : context.problem()));
    }
    return wide ? Table.align(rows) : Table.fit(rows);
  }

  @Override
  public Node node() {
    return new JsonObject()
        .putNodes("contexts", contexts.stream().map(Context::node).toList())
        .node();
  }

  @Override
  public List<String> names() {
    return contexts.stream().map(Context::name).toList();
  }
}
