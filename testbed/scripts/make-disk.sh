#!/bin/bash
# make-disk.sh RUN NAME SIZE_MB [ROOT]: a Pi's disk: a tmpfs of a fixed size, and on it what the Pi changes of the root file
# system: this machine's own, or the one in the folder ROOT. It outlives power cuts; it is gone with the run.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
run=$1 name=$2 size_mb=$3 root=${4:-}
fleet=$runs/$run/fleet
pi=$fleet/pi/$name

mkdir -p "$pi/disk" "$pi/root"
mount -t tmpfs -o "mode=755,size=${size_mb}m" harmony-testbed "$pi/disk"
mkdir -p "$pi"/disk/{upper/etc,work,containers}
tr -d - </proc/sys/kernel/random/uuid >"$pi/disk/upper/etc/machine-id"
echo "$name" >"$pi/disk/upper/etc/hostname"
mount -t overlay -o "lowerdir=$fleet/base:${root:-$fleet/hide:/},upperdir=$pi/disk/upper,workdir=$pi/disk/work" \
  harmony-testbed "$pi/root"
