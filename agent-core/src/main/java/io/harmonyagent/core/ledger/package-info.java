/** What the device must remember over a power cut: what it accepted, and what it made. */
@NullMarked
package io.harmonyagent.core.ledger;

import org.jspecify.annotations.NullMarked;
