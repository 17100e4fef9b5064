package io.harmonyagent.core.status;

/**
 * Why a resource is not in place.
 *
 * @param code stable, for programs: {@code AlreadyExists}, {@code UnsafePath}, …
 * @param message for people: what happened, where, and what to try
 */
public record ResourceError(String code, String message) {}
