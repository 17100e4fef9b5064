package io.harmonyagent.agent.it.fuzz;

import io.harmonyagent.testbed.Pi;
import java.util.List;

/** What a device is, seen by the system's own tools: a line for each thing that could matter. */
final class Truth {
  private static final String LOOK =
      """
      for f in $(find /srv/fuzz -mindepth 1 2>/dev/null | sort); do
        if [ -f "$f" ] && [ ! -L "$f" ]; then echo "file $f $(stat -c %a "$f") $(cat "$f")"
        else echo "something $f"; fi
      done
      for n in fuzz-u0 fuzz-u1 fuzz-u2 neighbour bystander; do
        n=$n.service
        state=$(systemctl show -P ActiveState $n)
        if [ "$(systemctl show -P LoadState $n)" != not-found ] || [ "$state" != inactive ]; then
          echo "unit $n $state $(systemctl show -P UnitFileState $n) $(systemctl show -P Environment $n)"
        fi
      done
      ls -A /etc/systemd/system | grep -E '^(fuzz|neighbour|bystander).*\\.d$|^\\.harmony' | sed 's/^/left over /'
      ids=$(podman ps -aq)
      [ -z "$ids" ] || podman inspect --format \
        '{{.Name}} {{.ImageName}} {{.State.Status}} {{range .Config.Env}}{{.}} {{end}}' $ids |
        while read name image state env; do
          echo "container $name $image $state $(echo $env | tr ' ' '\\n' | grep ^V=)"
        done
      true
      """;

  private Truth() {}

  static List<String> of(Pi pi) {
    return pi.run("sh", "-c", LOOK).orFail().out().lines().map(String::strip).sorted().toList();
  }
}
