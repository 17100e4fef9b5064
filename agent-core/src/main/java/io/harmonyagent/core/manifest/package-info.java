/** What one device should be: the wire types of the desired state, and how they are read. */
@NullMarked
package io.harmonyagent.core.manifest;

import org.jspecify.annotations.NullMarked;
