package io.harmonyagent.core.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.status.FailedBuild;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An update with power cuts at every moment between two changes of the disk, and at every two of
 * them. Each change is atomic (a rename), so there are no other moments. ADR-0015 has the same as a
 * table.
 */
class EveryPowerCutTest {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
  private static final AgentRelease WANTED =
      new AgentRelease("1.2", "new", 1, false, Optional.empty());
  private static final int MOMENTS = 30;

  /** What becomes of a build once it is started. */
  private enum Nature {
    WORKS,
    /** There is no mesh at first. */
    WORKS_OFFLINE,
    CRASHES,
    /** Soon after it has shown that it works. */
    DOES_NOT_LAST,
    /** There is no mesh at first, and when it is there, it is not heard. */
    DEAF
  }

  /** The power is gone. */
  private static final class PowerCut extends Exception {
    private static final long serialVersionUID = 1L;
  }

  @ParameterizedTest
  @EnumSource(names = {"WORKS", "WORKS_OFFLINE"})
  void a_good_build_is_in_force_in_the_end(Nature nature) throws Exception {
    for (int first = 0; first < MOMENTS; first++) {
      for (int second = 0; second < MOMENTS; second++) {
        Device device = new Device(nature, first, second);

        device.live();

        assertThat(device.running).as("cuts after %s, %s", first, second).contains("new");
        assertThat(device.state.current()).contains(new Build("new", "1.2"));
        assertThat(device.state.trial()).isEmpty();
        assertThat(device.state.failed()).isEmpty();
        assertThat(device.images).containsExactly("new");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CRASHES", "DOES_NOT_LAST", "DEAF"})
  void with_a_bad_one_what_ran_before_runs_in_the_end_and_says_why(Nature nature) throws Exception {
    for (int first = 0; first < MOMENTS; first++) {
      for (int second = 0; second < MOMENTS; second++) {
        Device device = new Device(nature, first, second);

        device.live();

        assertThat(device.running).as("cuts after %s, %s", first, second).contains("old");
        assertThat(device.state.current()).contains(new Build("old", "1.1"));
        assertThat(device.state.trial()).isEmpty();
        assertThat(device.state.failure("new")).isPresent();
        assertThat(device.images).containsExactly("old");
      }
    }
  }

  /** A disk on which every change is counted, and the programs that work on it. */
  private static final class Device {
    private final Nature nature;
    private final Set<Integer> cuts;
    private int changes;
    private int boots;
    private int vainStarts;

    private UpdateState state =
        new UpdateState("1.0", Optional.of(new Build("old", "1.1")), Optional.empty(), List.of());
    private final Set<String> images = new HashSet<>(Set.of("old"));
    private Optional<String> running = Optional.empty();
    private boolean meshIsBack;

    Device(Nature nature, int firstCut, int secondCut) {
      this.nature = nature;
      this.cuts = new HashSet<>(Set.of(firstCut));
      this.cuts.add(firstCut + 1 + secondCut);
    }

    /** Boots until nothing changes any more. */
    void live() throws Exception {
      for (int boot = 0; boot < 5; boot++) {
        boots++;
        running = Optional.empty();
        vainStarts = 0;
        try {
          while (service()) {
            // systemd starts it again
          }
        } catch (PowerCut e) {
          // and the next boot
        }
      }
    }

    private void change(Runnable change) throws PowerCut {
      if (cuts.remove(changes++)) {
        throw new PowerCut();
      }
      change.run();
    }

    private void remember(UpdateState next) throws PowerCut {
      if (!next.equals(state)) {
        change(() -> state = next);
      }
    }

    /** One start of the service; returns whether it ended and is to be started again. */
    private boolean service() throws PowerCut {
      Launching.Decision decision =
          Launching.decide(state, "1.0", "boot-" + boots, vainStarts, NOW);
      boolean isAnother = !decision.state().current().equals(state.current());
      remember(decision.state());
      vainStarts = isAnother ? 0 : vainStarts;
      Optional<String> image = decision.build().map(Build::sha256);
      // Whatever is to run has its image on the disk, at every moment.
      assertThat(images).containsAll(image.stream().toList());
      running = image;
      if (image.equals(Optional.of("new")) && nature == Nature.CRASHES) {
        return true;
      }
      if (decision.isTried()) {
        if (nature == Nature.WORKS_OFFLINE || (nature == Nature.DEAF && !meshIsBack)) {
          remember(state.believed());
          meshIsBack = true;
        }
        if (nature == Nature.DEAF) {
          if (state.trial().orElseThrow().isLastStart()) {
            remember(state.failed(new FailedBuild("1.2", "new", "NoMesh", "", NOW)));
          }
          return true;
        }
        remember(state.proven());
        vainStarts = 0;
      } else {
        vainStarts++;
      }
      if (image.equals(Optional.of("new")) && nature == Nature.DOES_NOT_LAST) {
        tidyUp();
        return true;
      }
      if (image.equals(Optional.of("new"))) {
        tidyUp();
        remember(state.lasted());
      }
      return agent(image);
    }

    private void tidyUp() throws PowerCut {
      for (String file : Set.copyOf(images)) {
        if (!state.needs(file)) {
          change(() -> images.remove(file));
        }
      }
    }

    private boolean agent(Optional<String> image) throws PowerCut {
      tidyUp();
      String version = image.equals(Optional.of("new")) ? "1.2" : "1.1";
      if (UpdateChoice.of(Optional.of(WANTED), state, image, version)
          instanceof UpdateChoice.Take(AgentRelease release)) {
        change(() -> images.add(release.sha256()));
        remember(state.withTrial(new Build(release.sha256(), release.version()), 90));
        return true;
      }
      return false;
    }
  }
}
