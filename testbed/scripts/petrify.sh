#!/bin/bash
# petrify.sh RUN PI UNIT: the unit's processes stand still, and with cgroups v1 not even SIGKILL ends them: like a program
# that hangs in the kernel. unpetrify.sh lets them go on, and die of what they were sent meanwhile.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
pi=ht-$1-$2 unit=$3
for hierarchy in $(cgroup_hierarchies); do
  folder=$(find "$hierarchy/$pi" -type d -name "$unit" -print -quit 2>/dev/null || true)
  # Files of the kernel's have no size.
  [ -n "$folder" ] && [ -n "$(cat "$folder/cgroup.procs")" ] && break
  folder=
done
if [ -z "$folder" ]; then
  echo "$unit does not run on $2" >&2
  exit 1
fi
freezer=/sys/fs/cgroup/freezer
if [ ! -d "$freezer/$pi" ]; then
  echo 1 >"$folder/cgroup.freeze"
  exit
fi
mkdir -p "$freezer/$pi/$petrified"
# Again until nobody new was born.
for _ in 1 2 3 4 5; do
  while read -r pid; do
    echo "$pid" >"$freezer/$pi/$petrified/cgroup.procs" 2>/dev/null || true
  done <"$folder/cgroup.procs"
done
echo FROZEN >"$freezer/$pi/$petrified/freezer.state"
for _ in $(seq 500); do
  [ "$(cat "$freezer/$pi/$petrified/freezer.state")" = FROZEN ] && exit
  sleep 0.01
done
echo "the processes of $unit do not stand still" >&2
exit 1
