package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.NatsConfig;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.Connection;
import io.nats.client.Nats;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server in operator mode: who we are stands in a signed credentials file. */
class CredentialsIT {
  private static final Operator operator = new Operator();

  @RegisterExtension
  static final Testbed bed =
      Testbed.withNats(1, NatsConfig.plain().config(operator.serverConfig()));

  @Test
  void an_agent_shows_its_credentials_and_one_without_keeps_trying() throws Exception {
    Connection connection =
        Nats.connect(
            bed.nats()
                .options()
                .authHandler(
                    Nats.staticCredentials(
                        operator.credentials().getBytes(StandardCharsets.US_ASCII)))
                .build());
    ControlPlane control = ControlPlane.start(bed, connection);
    Device device = Device.prepare(bed, "guest", "  credentials: /etc/harmony-agent/agent.creds\n");
    device.pi().write("/etc/harmony-agent/agent.creds", new Operator().credentials());
    device.startAgent();
    bed.eventually(
        Duration.ofSeconds(10), () -> device.journal().contains("Authorization Violation"));

    device.pi().write("/etc/harmony-agent/agent.creds", operator.credentials());
    control.want("guest", ControlPlane.oneFile(1, "/etc/guest", "welcome"));

    control.awaitConverged("guest", 1);
    assertThat(device.journal()).doesNotContain("NKEY SEED");
    connection.close();
  }
}
