/** What a manifest would do to this device, said before anything is done. */
@NullMarked
package io.harmonyagent.core.plan;

import org.jspecify.annotations.NullMarked;
