package io.harmonyagent.agent.cli;

import picocli.CommandLine.Command;

/** {@code artifact}: contents that are too large for a manifest. */
@Command(
    name = "artifact",
    description = "Contents of files that are too large for a manifest.",
    mixinStandardHelpOptions = true,
    subcommands = PutArtifactCommand.class,
    footer = {"", "Example:", "  harmonyctl artifact put -s nats://127.0.0.1:4222 app.tar"})
final class ArtifactCommand {}
