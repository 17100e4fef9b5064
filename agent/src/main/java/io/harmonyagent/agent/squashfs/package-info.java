/**
 * Images that a kernel can mount, written by ourselves: on any machine, the same bytes each time.
 */
@NullMarked
package io.harmonyagent.agent.squashfs;

import org.jspecify.annotations.NullMarked;
