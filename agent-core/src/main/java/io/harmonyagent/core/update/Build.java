package io.harmonyagent.core.update;

/**
 * A build of the agent that has an image on this device.
 *
 * @param sha256 of the image
 */
public record Build(String sha256, String version) {}
