/** The mesh: NATS JetStream. The only code that knows of it. */
@NullMarked
package io.harmonyagent.core.mesh;

import org.jspecify.annotations.NullMarked;
