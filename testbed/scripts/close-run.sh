#!/bin/bash
# close-run.sh RUN: removes all that a run has made: processes, namespaces, cgroups, mounts, files. It is the only
# clean-up there is: for a run that ends well, for one whose owner died, and for one that an earlier run left behind.
# So each step may find its work done already, by halves or not at all.
set -uo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
run=${1:?which run?}
folder=$runs/$run
[ -d "$folder" ] || exit 0
exec 9>"$folder/closing"
flock 9

for hierarchy in $(cgroup_hierarchies); do
  for group in "$hierarchy/ht-$run-"*/; do
    [ -d "$group" ] && unpetrify "$(basename "$group")"
  done
done

# What we recorded, and whatever else lives in a network namespace of ours.
doomed() {
  [ -f "$folder/processes" ] && while read -r pid start_time _; do
    is_alive "$pid" "$start_time" && echo "$pid $start_time"
  done <"$folder/processes"
  for namespace in /run/netns/"ht-$run-"*; do
    [ -e "$namespace" ] && for pid in $(ip netns pids "$(basename "$namespace")"); do
      echo "$pid $(start_time_of "$pid")"
    done
  done
}
mapfile -t processes < <(doomed)
for process in "${processes[@]}"; do
  kill -KILL "${process% *}" 2>/dev/null
done
deadline=$((SECONDS + 10))
for process in "${processes[@]}"; do
  read -r pid start_time <<<"$process"
  while is_alive "$pid" "$start_time" && [ "$SECONDS" -lt "$deadline" ]; do
    sleep 0.02
  done
done

for namespace in /run/netns/"ht-$run-"*; do
  [ -e "$namespace" ] && ip netns del "$(basename "$namespace")"
done
for hierarchy in $(cgroup_hierarchies); do
  for group in "$hierarchy/ht-$run-"*/; do
    [ -d "$group" ] && remove_cgroup "$(basename "$group")"
  done
done
# The deepest mount first. A lazy unmount cannot be held up by a file that is still open somewhere.
awk -v under="$folder/" 'index($2, under) == 1 { print $2 }' /proc/mounts | sort -r | while read -r mount; do
  umount -l "$mount"
done
[ -f "$folder/disks" ] && while read -r disk; do
  case $disk in /var/tmp/harmony-testbed-*) rm -rf "$disk" ;; esac
done <"$folder/disks"
rm -rf --one-file-system "$folder"
