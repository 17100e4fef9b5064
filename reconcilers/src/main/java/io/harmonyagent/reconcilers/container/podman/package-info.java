/** podman's REST interface over its unix socket: just what keeping containers in place needs. */
@NullMarked
package io.harmonyagent.reconcilers.container.podman;

import org.jspecify.annotations.NullMarked;
