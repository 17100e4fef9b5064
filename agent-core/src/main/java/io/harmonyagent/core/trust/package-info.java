/**
 * Who may say what a device should be: keys, and the signatures that are made and verified with
 * them.
 */
@NullMarked
package io.harmonyagent.core.trust;

import org.jspecify.annotations.NullMarked;
