/**
 * A small D-Bus client: what systemd's interface needs, and no more (adr/0011). It knows messages
 * and connections; what is said over them is the business of whoever uses it.
 */
@NullMarked
package io.harmonyagent.core.dbus;

import org.jspecify.annotations.NullMarked;
