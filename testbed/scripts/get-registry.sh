#!/bin/bash
# get-registry.sh DIR: puts Debian's docker-registry at DIR/docker-registry and prints that path; does nothing when it is
# there. The package is unpacked and not installed: installed, it would start a registry on this machine at every boot.
set -euo pipefail
mkdir -p "$1"
folder=$(cd "$1" && pwd)
if [ ! -x "$folder/docker-registry" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  # apt fetches as a user of its own, who must be able to write here.
  chmod 755 "$work"
  [ "$(id -u)" -eq 0 ] && chown _apt "$work"
  (cd "$work" && apt-get -q download docker-registry >&2)
  dpkg-deb -x "$work"/docker-registry_*.deb "$work/package"
  # A rename is atomic: whoever looks meanwhile sees no program or a whole one.
  install -m 755 "$work/package/usr/bin/docker-registry" "$folder/docker-registry.$$"
  mv "$folder/docker-registry.$$" "$folder/docker-registry"
fi
echo "$folder/docker-registry"
