package io.harmonyagent.failover.resource;

import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.failover.site.SiteParts;
import io.harmonyagent.failover.site.SiteShell;
import io.harmonyagent.failover.site.SiteView;
import java.io.IOException;
import java.util.function.Consumer;

/** Makes what a site is made of. Nothing of it exists on a device without a site. */
public interface Workshop {
  /** The PostgreSQL of a spec and what guards it; only looks, changes nothing. */
  SiteParts parts(PostgresSiteSpec spec) throws IOException, NotAvailable;

  /**
   * A shell that was not started.
   *
   * @param onChange told by the shell's owner when something changed that a status would show
   */
  SiteShell shell(PostgresSiteSpec spec, SiteParts parts, Consumer<SiteView> onChange)
      throws IOException, NotAvailable;
}
