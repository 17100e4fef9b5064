package io.harmonyagent.agent.top;

import io.harmonyagent.agent.logging.JournalLoggerFactory;
import io.harmonyagent.agent.posix.TerminalDevice;
import io.harmonyagent.agent.terminal.Terminal;
import io.harmonyagent.agent.top.view.Board;
import io.harmonyagent.agent.top.view.Page;
import io.harmonyagent.agent.top.view.Ui;
import io.harmonyagent.core.config.MeshConfig;
import io.harmonyagent.core.mesh.MeshLink;
import io.harmonyagent.core.mesh.MeshOptions;
import io.harmonyagent.core.mesh.MeshUnavailable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import sun.misc.Signal;

/** Puts the view together: mesh and terminal at its ends, the loop between them. */
public final class Top {
  private static final Duration FIRST_ATTEMPT = Duration.ofSeconds(6);

  private final MeshConfig mesh;
  private final TerminalDevice device;
  private final boolean colour;
  private final Inputs inputs = new Inputs();

  public Top(MeshConfig mesh, TerminalDevice device, boolean colour) {
    this.mesh = mesh;
    this.device = device;
    this.colour = colour;
  }

  /** Returns when somebody quits; throws if the mesh cannot be reached to begin with. */
  public void show(Optional<Page> first) throws MeshUnavailable, IOException, InterruptedException {
    Complaints complaints = new Complaints(inputs);
    JournalLoggerFactory.divert(complaints);
    try (MeshLink link =
        new MeshLink(
            (listener, errors) -> MeshOptions.build(mesh, "harmonyctl", listener, errors))) {
      Clock clock = Clock.systemUTC();
      Board board = new Board();
      MeshFeed feed = new MeshFeed(link, clock, news -> inputs.put(new Input.Heard(news)));
      link.start();
      link.awaitFirstAttempt(FIRST_ATTEMPT);
      if (link.connection().isEmpty()) {
        throw new MeshUnavailable(complaints.last());
      }
      Ui ui = new Ui(board, mesh.servers().getFirst());
      first.ifPresent(ui::open);
      try (feed;
          LogFeed logs = new LogFeed(link, news -> inputs.put(new Input.Heard(news)));
          Terminal terminal = Terminal.open(device, colour)) {
        hear(terminal);
        feed.focus(board.focus());
        feed.start();
        new TopLoop(terminal, inputs, board, ui, feed, logs, clock).run();
      }
    } finally {
      inputs.close();
      JournalLoggerFactory.divertNothing();
    }
  }

  private void hear(Terminal terminal) {
    Signal.handle(new Signal("WINCH"), _ -> inputs.put(new Input.Resized()));
    for (String end : new String[] {"INT", "TERM", "HUP"}) {
      Signal.handle(new Signal(end), _ -> inputs.put(new Input.Stop()));
    }
    Thread.ofPlatform().daemon().name("keys").start(() -> readKeys(terminal));
  }

  private void readKeys(Terminal terminal) {
    try {
      byte[] typed = terminal.read();
      while (typed.length > 0) {
        inputs.put(new Input.Typed(ByteBuffer.wrap(typed)));
        typed = terminal.read();
      }
    } catch (IOException e) {
      // As at the end of input: nobody is there any more.
    }
    inputs.put(new Input.Stop());
  }
}
