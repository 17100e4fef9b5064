/** Keeps files in place, without ever writing through a link that somebody else put in the way. */
@NullMarked
package io.harmonyagent.reconcilers.file;

import org.jspecify.annotations.NullMarked;
