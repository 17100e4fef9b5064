package io.harmonyagent.failover.resource;

import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.failover.site.SiteView;
import java.util.Optional;

/**
 * What is there of a site.
 *
 * @param guardedAs the spec that its shell was made for; empty when there is none
 * @param failure why the shell ended by itself, if it did
 */
record SiteSighting(
    Optional<PostgresSiteSpec> guardedAs, Optional<SiteView> view, Optional<String> failure) {}
