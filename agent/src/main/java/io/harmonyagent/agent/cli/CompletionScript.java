package io.harmonyagent.agent.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Completion scripts, made from the commands themselves. A script finds the longest run of commands
 * in the line and offers the words that can follow it; after an option with a few possible values
 * these, after one with any other value, and where no word fits, the names of files. Where a device
 * is meant, bash asks the mesh of the context in use for their ids.
 */
final class CompletionScript {
  private static final String NAME = "harmonyctl";
  private static final List<String> AGENT_LABELS = List.of("ID", "AGENT");

  /** What can follow each command; a command is the words that lead to it. */
  private final SequencedMap<String, List<String>> words = new LinkedHashMap<>();

  /** What can follow an option that takes a value: nothing where it can be anything. */
  private final SortedMap<String, List<String>> values = new TreeMap<>();

  /** The commands that take a device's id as a word of its own. */
  private final List<String> ofAgents = new ArrayList<>();

  private CompletionScript() {}

  static CompletionScript of(CommandLine tool) {
    CompletionScript script = new CompletionScript();
    script.collect("", tool);
    return script;
  }

  private void collect(String path, CommandLine command) {
    List<String> next = new ArrayList<>(command.getSubcommands().keySet());
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (!option.hidden()) {
        next.addAll(List.of(option.names()));
        takeValues(path, option);
      }
    }
    for (PositionalParamSpec parameter : command.getCommandSpec().positionalParameters()) {
      next.addAll(constants(parameter));
    }
    words.put(path, next);
    boolean takesAgent =
        command.getCommandSpec().positionalParameters().stream()
            .anyMatch(parameter -> AGENT_LABELS.contains(parameter.paramLabel()));
    if (takesAgent) {
      ofAgents.add(path);
    }
    for (Map.Entry<String, CommandLine> child : command.getSubcommands().entrySet()) {
      collect((path + " " + child.getKey()).strip(), child.getValue());
    }
  }

  private void takeValues(String path, OptionSpec option) {
    if (option.arity().max() > 0) {
      for (String name : option.names()) {
        values.put((path + " " + name).strip(), constants(option));
      }
    }
  }

  private static List<String> constants(ArgSpec argument) {
    Object[] constants = argument.type().getEnumConstants();
    return constants == null ? List.of() : Stream.of(constants).map(Object::toString).toList();
  }

  /** By their values: most commands have the same options. */
  private String afterOptions(String before, String after) {
    SortedMap<String, List<String>> byValues = new TreeMap<>();
    values.forEach(
        (option, all) ->
            byValues
                .computeIfAbsent(String.join(" ", all), _ -> new ArrayList<>())
                .add('"' + option + '"'));
    StringBuilder cases = new StringBuilder();
    byValues.forEach(
        (all, options) ->
            cases
                .append("    ")
                .append(String.join("|", options))
                .append(") ")
                .append(before)
                .append(all)
                .append(after)
                .append(" ;;\n"));
    return cases.toString();
  }

  String bash() {
    return """
    # bash completion of harmonyctl
    _harmonyctl() {
      local path= word words agents= fixed=
      for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    %s  done
    %s  case "${path:+$path }${COMP_WORDS[COMP_CWORD-1]}" in
    %s  esac
      case "$path" in
        %s) agents=1 ;;
      esac
      if [ "${COMP_WORDS[COMP_CWORD-1]}" = --agent ]; then
        words= agents=1
      elif [ "$fixed" ]; then
        agents=
      fi
      case "$agents${COMP_WORDS[COMP_CWORD]}" in
        1-*|'') ;;
        1*) words="$words $(timeout 2 harmonyctl get agents -o name 2>/dev/null)" ;;
      esac
      COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
    }
    complete -o default -F _harmonyctl harmonyctl
    """
        .formatted(
            descend(),
            offers("words=\"", "\""),
            afterOptions("words=\"", "\"; fixed=1"),
            ofAgents.stream().map(path -> '"' + path + '"').collect(Collectors.joining("|")));
  }

  String zsh() {
    return """
    #compdef harmonyctl
    _harmonyctl() {
      local -h path=
      local word
      local -a offers
      for word in "${(@)words[2,CURRENT-1]}"; do
    %s  done
    %s  case "${path:+$path }${words[CURRENT-1]}" in
    %s  esac
      compadd -a offers || _files
    }
    if [ "$funcstack[1]" = _harmonyctl ]; then
      _harmonyctl "$@"
    else
      compdef _harmonyctl harmonyctl
    fi
    """
        .formatted(descend(), offers("offers=(", ")"), afterOptions("offers=(", ")"));
  }

  String fish() {
    StringBuilder script = new StringBuilder("# fish completion of harmonyctl\n");
    script.append("function __harmonyctl_at\n  set -l path ''\n");
    script.append("  for word in (commandline -opc)[2..]\n");
    script.append("    set -l next (string trim \"$path $word\")\n");
    script.append("    if contains -- $next ").append(quotedPaths()).append('\n');
    script.append("      set path $next\n    end\n  end\n  test \"$path\" = \"$argv\"\nend\n");
    words.forEach(
        (path, next) ->
            script
                .append("complete -c ")
                .append(NAME)
                .append(" -n '__harmonyctl_at \"")
                .append(path)
                .append("\"' -a '")
                .append(String.join(" ", next))
                .append("'\n"));
    return script.toString();
  }

  private String quotedPaths() {
    return words.keySet().stream()
        .filter(path -> !path.isEmpty())
        .map(path -> "'" + path + "'")
        .collect(Collectors.joining(" "));
  }

  /** A step further wherever the word is a command that can follow. */
  private String descend() {
    return "    case \"${path:+$path }$word\" in\n      "
        + words.keySet().stream()
            .filter(path -> !path.isEmpty())
            .map(path -> "\"" + path + "\"")
            .collect(Collectors.joining("|"))
        + ") path=\"${path:+$path }$word\" ;;\n    esac\n";
  }

  private String offers(String before, String after) {
    StringBuilder cases = new StringBuilder("  case \"$path\" in\n");
    words.forEach(
        (path, next) ->
            cases
                .append("    \"")
                .append(path)
                .append("\") ")
                .append(before)
                .append(String.join(" ", next))
                .append(after)
                .append(" ;;\n"));
    return cases.append("  esac\n").toString();
  }
}
