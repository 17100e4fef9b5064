#!/bin/bash
# open-run.sh RUN: makes what all members of a fleet share: the run's folder, the hub with its bridge, and the
# read-only layers that turn this machine's root file system into a neutral Pi.
# The bridge lives in a namespace of its own, so the machine's network and firewall stay untouched.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
run=$1
fleet=$runs/$run/fleet
hub=$(namespace_of "$run" hub)

# On a tmpfs: the layers may not lie inside the root file system that they are laid over, and a server's fsync is quick.
mkdir -p "$fleet"
mount -t tmpfs -o mode=755 harmony-testbed "$fleet"
mkdir -p "$fleet"/{hide,base,pi,nats,log}
printf '127.0.0.1 localhost\n::1 localhost\n' >"$fleet/hosts"

ip netns add "$hub"
ip netns exec "$hub" sysctl -qw net.ipv6.conf.default.disable_ipv6=1 net.ipv4.conf.all.arp_ignore=1
ip -n "$hub" link set lo up
ip -n "$hub" link add br0 type bridge
ip -n "$hub" addr add "$network.254/24" dev br0
ip -n "$hub" link set br0 up

# --- layer "hide": whiteouts over what belongs to this machine and not to a Pi
hide() { # PATH...
  local path parent
  for path in "$@"; do
    [ -e "$path" ] || [ -L "$path" ] || continue
    parent=$(dirname "$path")
    keep_folder "$parent"
    mknod "$fleet/hide$path" c 0 0
  done
}
# In an overlay the topmost folder's owner and mode win, so a folder must be copied with them.
keep_folder() { # PATH
  [ -d "$fleet/hide$1" ] && return
  keep_folder "$(dirname "$1")"
  mkdir "$fleet/hide$1"
  chown --reference="$1" "$fleet/hide$1"
  chmod --reference="$1" "$fleet/hide$1"
}
shopt -s nullglob dotglob
for entry in /*; do
  case $entry in
    /bin | /sbin | /lib* | /usr | /etc | /var) ;;
    *) hide "$entry" ;;
  esac
done
hide /etc/{systemd,fstab,machine-id,hostname,hosts,resolv.conf,containers,environment} /etc/rc?.d \
  /etc/postgresql/* /var/lib/postgresql/* /var/{log,tmp,mail,spool,backups} \
  /var/lib/{containers,docker,systemd,dbus,harmony-agent} /etc/harmony-agent

# --- layer "base": what every Pi has instead
cd "$fleet/base"
mkdir -p proc sys dev run tmp root home mnt media opt srv boot etc/systemd/system/sockets.target.wants \
  etc/systemd/journald.conf.d etc/containers var/log/journal var/tmp var/lib/{systemd,dbus,containers} var/spool
chmod 700 root
chmod 1777 tmp var/tmp
: >etc/fstab
: >etc/hosts
: >etc/resolv.conf
ln -s /etc/machine-id var/lib/dbus/machine-id
ln -s /lib/systemd/system/podman.socket etc/systemd/system/sockets.target.wants/podman.socket
# Views into this machine's kernel that a Pi has no business with.
for unit in sys-kernel-debug.mount sys-kernel-tracing.mount dev-hugepages.mount systemd-modules-load.service; do
  ln -s /dev/null "etc/systemd/system/$unit"
done
# The journal is on the Pi's disk, complete and unthrottled: a test reads it, also after a power cut.
cat >etc/systemd/journald.conf.d/testbed.conf <<CONF
[Journal]
Storage=persistent
RateLimitIntervalSec=0
SystemMaxUse=64M
CONF
# podman 4.3 refuses crun on hybrid cgroups, and may not raise limits above the hard ones.
files=$(ulimit -Hn)
processes=$(cat /proc/sys/kernel/pid_max)
cat >etc/containers/containers.conf <<CONF
[containers]
default_ulimits = ["nofile=$files:$files", "nproc=$processes:$processes"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
[network]
network_backend = "netavark"
CONF
cat >etc/containers/registries.conf <<CONF
unqualified-search-registries = []
[[registry]]
location = "registry:5000"
insecure = true
CONF
echo '{"default": [{"type": "insecureAcceptAnything"}]}' >etc/containers/policy.json
