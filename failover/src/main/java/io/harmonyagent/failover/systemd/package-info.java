/** What the failover asks of PID 1: units and their jobs. */
@NullMarked
package io.harmonyagent.failover.systemd;

import org.jspecify.annotations.NullMarked;
