#!/bin/bash
# get-debian.sh CODENAME DIR: puts the root file system of another Debian release, with what a Pi needs, at DIR/CODENAME and
# prints that path; does nothing when it is there. Packages come from the mirror that the machine uses anyway; debootstrap
# checks their signatures.
set -euo pipefail
codename=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
if [ ! -d "$folder/$codename" ]; then
  command -v debootstrap >/dev/null || {
    echo "testbed: installing debootstrap" >&2
    DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 install -y --no-install-recommends debootstrap >&2
  }
  # shellcheck disable=SC2016 # apt's own variables
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m1 '/debian/$') || {
    echo "no Debian mirror among this machine's package sources" >&2
    exit 1
  }
  work=$(mktemp -d "$folder/.$codename.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  packages=aardvark-dns,ca-certificates,conmon,curl,dbus,iproute2,iptables,iputils-ping,jq,netavark,nftables,podman,procps
  debootstrap --variant=minbase --include="$packages,runc,systemd,systemd-sysv,udev" "$codename" "$work" "$mirror" >&2
  rm -rf "$work"/var/cache/apt/archives/*.deb "$work"/var/lib/apt/lists/*
  chmod 755 "$work"
  # A rename is atomic: whoever looks meanwhile sees nothing or all of it.
  mv -T "$work" "$folder/$codename" || [ -d "$folder/$codename" ]
fi
echo "$folder/$codename"
