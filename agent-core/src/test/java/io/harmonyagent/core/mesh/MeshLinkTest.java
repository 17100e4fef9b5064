package io.harmonyagent.core.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MeshLinkTest {
  @Test
  void a_failure_that_nobody_expected_does_not_end_the_tries() throws Exception {
    CountDownLatch tries = new CountDownLatch(2);
    try (MeshLink link =
        new MeshLink(
            (_, _) -> {
              tries.countDown();
              throw new UnsupportedOperationException("surprise");
            })) {
      link.start();

      assertThat(tries.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }
}
