#!/bin/bash
# install.sh: installs what the testbed needs, through apt, and changes nothing else on the machine.
# When all is there it only asks dpkg, which takes milliseconds.
set -euo pipefail
packages=(aardvark-dns bindfs busybox-static curl dbus faketime gcc iproute2 iptables iputils-ping jq libc6-dev libpq-dev
  netavark nftables openssl podman postgresql procps runc systemd tmux util-linux xz-utils)

installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null |
  awk '$2 == "installed" { print $1 }' || true)
mapfile -t missing < <(printf '%s\n' "${packages[@]}" | grep -vxF "$installed" || true)
[ ${#missing[@]} -eq 0 ] && exit 0

echo "testbed: installing ${missing[*]}" >&2
apt=(apt-get -q -o DPkg::Lock::Timeout=300)
# An old list names package versions that the mirror no longer has.
if [ -z "$(find /var/lib/apt/lists -name '*Packages*' -mtime -1 -print -quit 2>/dev/null)" ]; then
  "${apt[@]}" update >&2
fi
# Debian would also make a database of this machine's own, and start it; the Pis make theirs.
if [[ " ${missing[*]} " == *" postgresql "* && ! -e /etc/postgresql-common/createcluster.conf ]]; then
  mkdir -p /etc/postgresql-common
  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
fi
DEBIAN_FRONTEND=noninteractive "${apt[@]}" install -y --no-install-recommends \
  -o Dpkg::Options::=--force-confold "${missing[@]}" >&2
