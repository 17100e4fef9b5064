package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.NatsConfig;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.NKey;
import java.io.IOException;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server that knows its agents by their public keys; the keys are made by the client library. */
class NkeyIT {
  private static final NKey USER = newUser();

  @RegisterExtension
  static final Testbed bed =
      Testbed.withNats(
          1,
          NatsConfig.plain()
              .config(
                  """
                  no_auth_user: anyone
                  authorization { users: [ { user: anyone, password: none }, { nkey: %s } ] }
                  """
                      .formatted(publicKey())));

  @Test
  void an_agent_proves_by_its_seed_who_it_is() throws IOException, GeneralSecurityException {
    ControlPlane control = ControlPlane.start(bed);
    Device device = Device.prepare(bed, "badge", "  nkey: /etc/harmony-agent/seed\n");
    device.pi().write("/etc/harmony-agent/seed", new String(USER.getSeed()) + "\n");

    device.startAgent();
    control.want("badge", ControlPlane.oneFile(1, "/etc/badge", "shown"));
    control.awaitConverged("badge", 1);

    assertThat(bed.nats().node(1).monitor("/connz?auth=true"))
        .contains("\"authorized_user\": \"" + publicKey() + "\"");
    assertThat(device.journal()).doesNotContain(new String(USER.getSeed()));
  }

  private static NKey newUser() {
    try {
      return NKey.createUser(null);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String publicKey() {
    try {
      return new String(USER.getPublicKey());
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
