/** The configuration: typed, validated, and exact about what is wrong with it. */
@NullMarked
package io.harmonyagent.core.config;

import org.jspecify.annotations.NullMarked;
