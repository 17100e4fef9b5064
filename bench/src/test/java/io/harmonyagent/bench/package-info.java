@NullMarked
package io.harmonyagent.bench;

import org.jspecify.annotations.NullMarked;
