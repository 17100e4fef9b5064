/** Where a wanted manifest becomes the accepted one, or is rejected with the reason. */
@NullMarked
package io.harmonyagent.core.intake;

import org.jspecify.annotations.NullMarked;
