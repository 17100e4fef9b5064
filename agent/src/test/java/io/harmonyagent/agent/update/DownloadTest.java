package io.harmonyagent.agent.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.agent.posix.Kernel;
import io.harmonyagent.core.artifact.Artifacts;
import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.manifest.Sha256;
import io.harmonyagent.core.reconcile.NotAvailable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An image brought to a real disk, from a store that counts what is asked of it. */
class DownloadTest {
  private static final int CHUNK_BYTES = 1000;
  private static final byte[] IMAGE = new byte[3500];

  @TempDir private Path state;
  @TempDir private Path runtime;
  private final Store store = new Store();
  private final AgentRelease release =
      new AgentRelease("1.2", Sha256.hex(IMAGE), IMAGE.length, false, Optional.empty());
  private BuildImages images;
  private Download download;

  @BeforeEach
  void open() {
    images = new BuildImages(state, runtime, Kernel.forThisProcess());
    download = new Download(store, images, 1_000_000_000);
  }

  @Test
  void an_image_is_brought_once() throws Exception {
    download.bring(release);
    download.bring(release);

    assertThat(images.isIntact(release.sha256())).isTrue();
    assertThat(store.chunksAsked).isEqualTo(4);
    assertThat(images.directory())
        .isDirectoryContaining("glob:**.img")
        .isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void where_it_was_cut_off_it_goes_on() throws Exception {
    store.breaksAt = 2;
    assertThatThrownBy(() -> download.bring(release)).isInstanceOf(NotAvailable.class);
    store.breaksAt = -1;
    store.chunksAsked = 0;

    download.bring(release);

    assertThat(store.chunksAsked).isEqualTo(2);
    assertThat(images.isIntact(release.sha256())).isTrue();
  }

  @Test
  void a_corrupt_upload_is_fetched_once_and_the_next_upload_again() throws Exception {
    store.content = IMAGE.clone();
    store.content[7] = 1;
    assertThat(refused()).isEqualTo("ArtifactCorrupt");
    store.chunksAsked = 0;

    // Another start of the agent remembers it too.
    open();
    assertThat(refused()).isEqualTo("ArtifactCorrupt");
    assertThat(store.chunksAsked).isZero();
    assertThat(images.directory()).isDirectoryNotContaining("glob:**.part");

    store.content = IMAGE;
    store.version = "second";
    download.bring(release);
    assertThat(images.isIntact(release.sha256())).isTrue();
  }

  @Test
  void one_of_another_size_is_refused_without_fetching_it() {
    store.content = new byte[1];

    assertThat(refused()).isEqualTo("ArtifactMismatch");
    assertThat(store.chunksAsked).isZero();
  }

  @Test
  void an_image_that_the_card_has_damaged_is_fetched_anew() throws Exception {
    download.bring(release);
    Path image = images.directory().resolve(release.sha256() + ".img");
    byte[] damaged = IMAGE.clone();
    Arrays.fill(damaged, (byte) 7);
    Files.write(image, damaged);

    download.bring(release);

    assertThat(image).hasBinaryContent(IMAGE);
  }

  private String refused() {
    try {
      download.bring(release);
      throw new AssertionError("it was brought");
    } catch (Setback e) {
      assertThat(e.kind()).isEqualTo(Setback.Kind.REFUSE);
      return e.reason();
    } catch (NotAvailable | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static final class Store implements Artifacts {
    private byte[] content = IMAGE;
    private String version = "first";
    private int chunksAsked;
    private long breaksAt = -1;

    @Override
    public Optional<Stored> find(String sha256) {
      byte[] uploaded = content;
      String name = version;
      return Optional.of(
          new Stored() {
            @Override
            public long size() {
              return uploaded.length;
            }

            @Override
            public int chunkBytes() {
              return CHUNK_BYTES;
            }

            @Override
            public String version() {
              return name;
            }

            @Override
            public Optional<byte[]> chunk(long index) throws NotAvailable {
              if (index == breaksAt) {
                throw Artifacts.notAvailable("the line broke");
              }
              chunksAsked++;
              int from = Math.toIntExact(index * CHUNK_BYTES);
              return Optional.of(
                  Arrays.copyOfRange(
                      uploaded, from, Math.min(uploaded.length, from + CHUNK_BYTES)));
            }
          });
    }
  }
}
