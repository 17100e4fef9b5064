/**
 * The shell around the failover core: it owns a site's state, hands it events with their time, and
 * carries out its actions in order through the ports of this package.
 */
@NullMarked
package io.harmonyagent.failover.site;

import org.jspecify.annotations.NullMarked;
