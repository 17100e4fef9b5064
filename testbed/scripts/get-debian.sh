#!/bin/bash
# get-debian.sh CODENAME DIR: puts the root file system of another Debian release, with what a Pi needs, into a folder in
# DIR and prints its path; does nothing when it is there. Packages come from the mirror that the machine uses anyway;
# debootstrap checks their signatures.
set -euo pipefail
codename=$1
packages=aardvark-dns,ca-certificates,conmon,curl,dbus,iproute2,iptables,iputils-ping,jq,netavark,nftables,podman,postgresql
packages=$packages,procps,runc,systemd,systemd-sysv,udev
mkdir -p "$2"
# Other packages, another folder.
root=$(cd "$2" && pwd)/$codename-$(cksum <<<"$packages" | cut -d' ' -f1)
if [ ! -d "$root" ]; then
  command -v debootstrap >/dev/null || {
    echo "testbed: installing debootstrap" >&2
    DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 install -y --no-install-recommends debootstrap >&2
  }
  # shellcheck disable=SC2016 # apt's own variables
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m1 '/debian/$') || {
    echo "no Debian mirror among this machine's package sources" >&2
    exit 1
  }
  work=$(mktemp -d "$(dirname "$root")/.$codename.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  # A Pi's databases are made by the tests.
  mkdir -p "$work/etc/postgresql-common"
  echo 'create_main_cluster = false' >"$work/etc/postgresql-common/createcluster.conf"
  debootstrap --variant=minbase --include="$packages" "$codename" "$work" "$mirror" >&2
  rm -rf "$work"/var/cache/apt/archives/*.deb "$work"/var/lib/apt/lists/*
  chmod 755 "$work"
  # A rename is atomic: whoever looks meanwhile sees nothing or all of it.
  mv -T "$work" "$root" || [ -d "$root" ]
fi
echo "$root"
