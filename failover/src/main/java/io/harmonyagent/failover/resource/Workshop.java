package io.harmonyagent.failover.resource;

import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.failover.site.SiteParts;
import io.harmonyagent.failover.site.SiteShell;
import io.harmonyagent.failover.site.SiteView;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes what a site is made of. Nothing of it exists on a device without a site. */
public interface Workshop {
  /** The PostgreSQL of a spec, ready to be started, and what guards it. */
  SiteParts parts(PostgresSiteSpec spec) throws IOException, NotAvailable;

  /**
   * Makes sure that this PostgreSQL accepts nothing any more, and lets go of its deadline. Needs
   * neither its programs nor its data: both may be gone.
   *
   * @return why it may still accept writes, if that was not seen
   */
  Optional<String> fence(PostgresSiteSpec spec, Duration within) throws IOException;

  /**
   * A shell that was not started.
   *
   * @param onChange told by the shell's owner when something changed that a status would show
   */
  SiteShell shell(PostgresSiteSpec spec, SiteParts parts, Consumer<SiteView> onChange)
      throws IOException, NotAvailable;
}
