#!/bin/bash
# customize.sh ROOT OURS COMPONENTS: what makes a Debian root the root of an image: our files over it, services
# on, Debian's own mirrors, and nothing in it that only one device may have.
set -euo pipefail
root=$1 ours=$2 components=${3//,/ }

cp -r --no-preserve=ownership "$ours/." "$root/"
chmod 755 "$root/usr/libexec/harmony-image/"*
chroot "$root" systemctl --quiet enable harmony-first-boot.service systemd-networkd.service systemd-resolved.service \
  systemd-timesyncd.service podman.socket ssh.service harmony-agent.service
ln -sfn /run/systemd/resolve/stub-resolv.conf "$root/etc/resolv.conf"

# Made at the first boot. An empty machine id is filled by systemd; "uninitialized" would have it preset every unit.
rm -f "$root"/etc/ssh/ssh_host_*_key* "$root"/var/lib/dbus/machine-id "$root"/var/lib/systemd/random-seed
: > "$root/etc/machine-id"
: > "$root/etc/hostname"
# All caches of /usr are fresh, so the first boot need not make them anew: on a small device that takes minutes.
touch "$root/etc/.updated" "$root/var/.updated"
# A device asks Debian for its updates, as Debian's own apt proposes, and not the mirror that was near to whoever built the
# image. Since Debian 13 the proposal has the form of deb822.
rm -f "$root/etc/apt/sources.list" "$root"/etc/apt/sources.list.d/*
proposed=$root/usr/share/doc/apt/examples
if [ -f "$proposed/debian.sources" ]; then
  sed "/^#/d; s/^Components:.*/Components: $components/" "$proposed/debian.sources" \
    > "$root/etc/apt/sources.list.d/debian.sources"
else
  sed "/^#/d; /^\$/d; s/ main .*/ $components/" "$proposed/sources.list" > "$root/etc/apt/sources.list"
fi
grep -rqs security "$root/etc/apt/sources.list" "$root/etc/apt/sources.list.d" || {
  echo "apt in the image proposes no sources with security updates: $proposed" >&2
  exit 1
}
rm -r "$proposed"
# Nobody can log in by password: a key comes with the manifest, as a File.
chroot "$root" passwd --quiet --lock root
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/var/log/*.log "$root"/var/log/apt
