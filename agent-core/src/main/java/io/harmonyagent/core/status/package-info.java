/** What one device is: the wire types of the actual state and the heartbeat. */
@NullMarked
package io.harmonyagent.core.status;

import org.jspecify.annotations.NullMarked;
