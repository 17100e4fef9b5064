package io.harmonyagent.agent.cli;

import io.harmonyagent.core.manifest.ResourceId;
import picocli.CommandLine.Parameters;

/** The resource that a command is about. */
final class ResourceArgument {
  @Parameters(index = "0", paramLabel = "RESOURCE", description = "Its id.")
  private String resource;

  ResourceId id() throws UserError {
    return of(resource);
  }

  static ResourceId of(String text) throws UserError {
    if (!ResourceId.isValid(text)) {
      throw UserError.badInput("resource '" + text + "' is not " + ResourceId.RULE);
    }
    return new ResourceId(text);
  }
}
