@NullMarked
package io.harmonyagent.bench.chaos;

import org.jspecify.annotations.NullMarked;
