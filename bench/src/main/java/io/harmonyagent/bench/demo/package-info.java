/** Shows the agent at work to somebody who has just cloned the repository. */
@NullMarked
package io.harmonyagent.bench.demo;

import org.jspecify.annotations.NullMarked;
