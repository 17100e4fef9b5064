#!/bin/bash
# enter-pi.sh RUN NAME INIT_PID COMMAND...: runs a command inside a running Pi: in its cgroups, so that it counts as the
# Pi's and ends with it, and in all its namespaces.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
group=ht-$1-$2
init=$3
# The Pi may have gone off, and its PID 1's number may be another process's by now, whose namespaces are not ours to enter.
if ! [ "/proc/$init/ns/net" -ef "/run/netns/$(namespace_of "$1" "$2")" ]; then
  echo "$2 is not on" >&2
  exit 1
fi
shift 3
for hierarchy in $(cgroup_hierarchies); do
  if [ -d "$hierarchy/$group/init.scope" ]; then
    echo $$ >"$hierarchy/$group/init.scope/cgroup.procs"
  else
    echo $$ >"$hierarchy/$group/cgroup.procs"
  fi
done
# nsenter itself would fork and wait, and stop itself for good when systemd stops all processes on its way down: a shell
# in its place just waits. That shell is still outside the Pi's pid namespace, only its children are inside: "exec" makes
# sure that none of its builtins (kill!) acts in place of the Pi's program.
# shellcheck disable=SC2016 # expanded by the inner shell
exec nsenter --target "$init" --mount --uts --ipc --net --pid --cgroup --no-fork -- \
  setpriv --bounding-set="$forbidden" \
  env -i --chdir=/ container=testbed HOME=/root LANG=C.UTF-8 \
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  sh -c '(exec "$@"); exit $?' sh "$@"
