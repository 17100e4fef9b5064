/**
 * Keeps containers running. What is needed to go on after a crash at any moment is read back from
 * the container runtime itself: labels say whose a container is and from what spec it was made, and
 * while one is being replaced its predecessor waits under another name.
 */
@NullMarked
package io.harmonyagent.reconcilers.container;

import org.jspecify.annotations.NullMarked;
