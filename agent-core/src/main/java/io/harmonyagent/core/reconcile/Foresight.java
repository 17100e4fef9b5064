package io.harmonyagent.core.reconcile;

import java.util.Optional;

/**
 * What would be decided about a resource now.
 *
 * @param obstacle why carrying it out would fail, as far as that can be seen beforehand
 */
public record Foresight(Decision decision, Optional<String> obstacle) {}
