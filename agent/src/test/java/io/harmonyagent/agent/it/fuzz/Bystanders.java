package io.harmonyagent.agent.it.fuzz;

import io.harmonyagent.testbed.Pi;
import java.util.List;

/** Things on the device that are nobody's business but their owner's: never touched. */
final class Bystanders {
  private static final String FILE = Wanted.FOLDER + "/theirs";
  private static final String UNIT =
      """
      [Service]
      ExecStart=/bin/sleep infinity
      Environment=V=%s
      [Install]
      WantedBy=multi-user.target
      """;

  private final Pi pi;
  private final Wanted.Images images;
  private final String identities;

  private Bystanders(Pi pi, Wanted.Images images) {
    this.pi = pi;
    this.images = images;
    this.identities = identities();
  }

  static Bystanders moveIn(Pi pi, Wanted.Images images) {
    pi.run("mkdir", "-p", Wanted.FOLDER).orFail();
    pi.write(FILE, "theirs");
    pi.run("chmod", "640", FILE).orFail();
    pi.write("/usr/lib/systemd/system/" + Wanted.NEIGHBOUR_UNIT, UNIT.formatted("neighbour"));
    pi.write("/etc/systemd/system/bystander.service", UNIT.formatted("bystander"));
    pi.run("systemctl", "daemon-reload").orFail();
    pi.run("systemctl", "enable", "--now", "bystander.service").orFail();
    pi.run("podman", "pull", images.second()).orFail();
    pi.run("podman", "create", "--network=none", "--env=V=theirs", "--name=theirs", images.first())
        .orFail();
    return new Bystanders(pi, images);
  }

  /** As {@link Truth} sees them. */
  List<String> look() {
    return List.of(
        "file " + FILE + " 640 theirs",
        "unit bystander.service active enabled V=bystander",
        "container theirs " + images.first() + " created V=theirs");
  }

  /** Not only equal: the very same file and container as at the beginning. */
  boolean areTheSame() {
    return identities.equals(identities());
  }

  private String identities() {
    return pi.run("stat", "-c", "%i %Z", FILE).orFail().text()
        + pi.run("podman", "inspect", "--format={{.Id}}", "theirs").orFail().text();
  }
}
