/** What came with the card that the device boots from. */
@NullMarked
package io.harmonyagent.agent.boot;

import org.jspecify.annotations.NullMarked;
