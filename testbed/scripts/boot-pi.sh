#!/bin/bash
# boot-pi.sh RUN NAME: becomes a Pi: this machine's root file system under an overlay, in namespaces of its own, with
# the real systemd as PID 1. The process that the caller started stays its parent; killing PID 1 is a power cut.
# Expects plug.sh and make-disk.sh to have run.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
run=$1 name=$2
group=ht-$run-$name
export name fleet=$runs/$run/fleet

# Into cgroups of our own first: systemd takes the cgroup it finds itself in for the root of its tree.
hierarchies=$(cgroup_hierarchies)
for hierarchy in $hierarchies; do
  mkdir -p "$hierarchy/$group"
  if [ -f "$hierarchy/cpuset.mems" ]; then
    cat "$hierarchy/cpuset.cpus" >"$hierarchy/$group/cpuset.cpus"
    cat "$hierarchy/cpuset.mems" >"$hierarchy/$group/cpuset.mems"
  fi
  echo $$ >"$hierarchy/$group/cgroup.procs"
done
export hierarchies forbidden

# shellcheck disable=SC2016 # expanded by the inner shell
exec nsenter --net="/run/netns/$(namespace_of "$run" "$name")" \
  unshare --mount --propagation private --pid --fork --kill-child=SIGKILL --uts --ipc --cgroup \
  bash -euo pipefail -c '
  hostname "$name"
  cd "$fleet/pi/$name/root"

  mount -t proc proc proc
  # Kernel settings belong to the machine, so read-only; those of the network to the namespace.
  mount --bind proc/sys proc/sys
  mount --bind proc/sys/net proc/sys/net
  mount -o remount,ro,bind proc/sys
  if [ -e proc/sysrq-trigger ]; then
    mount --bind proc/sysrq-trigger proc/sysrq-trigger
    mount -o remount,ro,bind proc/sysrq-trigger
  fi
  mount -t sysfs -o ro sysfs sys

  if [ "$hierarchies" = /sys/fs/cgroup ]; then
    mount -t cgroup2 cgroup2 sys/fs/cgroup
  else
    mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
    for hierarchy in $hierarchies; do
      mkdir ".$hierarchy"
      # Of the mount options only those that name the controllers.
      options=$(grep " $hierarchy cgroup " /proc/mounts | cut -d" " -f4 | tr , "\n" |
        grep -vE "^(rw|ro|nosuid|nodev|noexec|relatime|xattr|release_agent=.*|clone_children)$" | paste -sd, || true)
      case $options in
        "") mount -t cgroup2 cgroup2 ".$hierarchy" ;;
        name=*) mount -t cgroup -o "none,$options" cgroup ".$hierarchy" ;;
        *) mount -t cgroup -o "$options" cgroup ".$hierarchy" ;;
      esac
    done
  fi

  mount -t tmpfs -o mode=755 tmpfs dev
  for device in null zero full random urandom tty fuse net/tun; do
    [ -e "/dev/$device" ] || continue
    mkdir -p "$(dirname "dev/$device")"
    : >"dev/$device"
    mount --bind "/dev/$device" "dev/$device"
  done
  # On a real Pi they appear as the kernel hands them out. Those that this machine shows are of no use: it may have had
  # none so far, and what loop-control makes for us has to have its name here. To open it loads the module.
  mknod -m 660 dev/loop-control c 10 237
  for number in {0..63}; do
    mknod -m 660 "dev/loop$number" b 7 "$number"
  done
  mkdir dev/pts dev/shm dev/mqueue
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
  ln -s pts/ptmx dev/ptmx
  mount -t tmpfs -o mode=1777 tmpfs dev/shm
  ln -s /proc/self/fd dev/fd
  ln -s /proc/self/fd/0 dev/stdin
  ln -s /proc/self/fd/1 dev/stdout
  ln -s /proc/self/fd/2 dev/stderr

  mount -t tmpfs -o mode=755 tmpfs run
  mount -t tmpfs -o mode=1777 tmpfs tmp
  # The kernel has been booted once, a Pi many times: it gets an identity per boot, as in systemd-nspawn.
  cat /proc/sys/kernel/random/uuid >run/boot-id
  mount --bind run/boot-id proc/sys/kernel/random/boot_id
  rm run/boot-id
  # podman lays overlays of its own, which an overlay cannot carry: its store is a plain folder of the same disk.
  mount --bind "$fleet/pi/$name/disk/containers" var/lib/containers
  # One file for the whole fleet: who joins later is known at once to those who run already.
  mount --bind "$fleet/hosts" etc/hosts

  mkdir run/old
  # The last word stands for the kernel command line: this machine may have no unified cgroups, and newer releases of
  # systemd want to be told that this is meant.
  pivot_root . run/old
  umount -l /run/old
  rmdir /run/old
  exec setpriv --bounding-set="$forbidden" env -i container=testbed PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=linux \
    /lib/systemd/systemd --system --log-target=journal --show-status=no --unit=multi-user.target \
    SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1
'
