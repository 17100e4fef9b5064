/**
 * Structured text of either kind (JSON or YAML) as one tree that remembers where each value stood,
 * so that every complaint can name its place. Nothing here knows what the documents mean.
 */
@NullMarked
package io.harmonyagent.core.document;

import org.jspecify.annotations.NullMarked;
