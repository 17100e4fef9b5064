#!/bin/bash
# build.sh [amd64|arm64]: target/image/harmony-<arch>.img, to be written to a card or disk as it is: a FAT partition that
# firmware boots from, with a place for the configuration, and an ext4 root of Debian's packages and our own.
# It boots by UEFI.
#
#   PI=yes         boots on a Raspberry Pi as well (its firmware is non-free); target/image/harmony-pi.img
#   POSTGRES=yes   with PostgreSQL, without a database
#   DEB=FILE       the agent's package instead of the one in target/deb
#   RELEASE=NAME   another Debian than trixie
#
# No file system is mounted and no loop device is used: mke2fs fills the root, mtools the FAT.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
# shellcheck source=../../native-config/lib/messages.sh
. "$project/native-config/lib/messages.sh"
# shellcheck source=../../native-config/lib/platform.sh
. "$project/native-config/lib/platform.sh"
# shellcheck source=../lib/install.sh
. "$project/packaging/lib/install.sh"

readonly spare_mib=192
# Two kernels with their initrds, so that a new pair can be made beside the one that is booted.
boot_mib=384
arch=$(architecture "${1:-$(uname -m)}")
release=${RELEASE:-trixie}
name=harmony-$arch
components=main
case $arch in
  amd64) efi=x64 console=ttyS0 ;;
  arm64) efi=aa64 console=ttyAMA0 ;;
esac
packages=(ca-certificates dbus dosfstools e2fsprogs fdisk initramfs-tools iproute2 less "linux-image-$arch"
  openssh-server systemd-boot-efi systemd-resolved systemd-sysv systemd-timesyncd udev zstd
  podman aardvark-dns crun iptables netavark nftables)
if [ "${PI:-}" = yes ]; then
  [ "$arch" = arm64 ] || fail "PI=yes needs ARCH=arm64"
  name=harmony-pi
  # raspi-firmware keeps kernels of its own there.
  boot_mib=768
  components=main,non-free-firmware
  packages+=(firmware-brcm80211 raspi-firmware wpasupplicant)
fi
if [ "${POSTGRES:-}" = yes ]; then
  packages+=(postgresql)
fi
[ "$(id -u)" = 0 ] || fail "must be root: the files of the image belong to root"
if [ -z "${DEB:-}" ]; then
  mkdir -p "$project/target/deb"
  DEB=$(find "$project/target/deb" -name "harmony-agent_*_$arch.deb" -printf '%T@ %p\n' |
    sort -n | tail -n 1 | cut -d' ' -f2-)
fi
[ -f "$DEB" ] || fail "there is no package for $arch: make deb ARCH=$arch"

require_packages debian-archive-keyring dosfstools e2fsprogs fdisk mmdebstrap mtools
# Programs of another architecture are run by qemu, which the kernel has to be told.
if [ "$arch" != "$(host_architecture)" ]; then
  require_packages arch-test binfmt-support qemu-user-static
  [ -e /proc/sys/fs/binfmt_misc/register ] || mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
  [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] || update-binfmts --enable qemu-aarch64
fi

output=$project/target/image
mkdir -p "$output"
work=$(realpath "$(mktemp -d "$output/.unfinished.XXXXXX")")
# An interrupted mmdebstrap may leave /dev, /proc and /sys of this machine mounted in there: never deleted, first let go.
clean_up() {
  local place
  for place in $(findmnt --noheadings --raw --output TARGET | grep -F "$work/" | sort --reverse); do
    umount --lazy "$place" || true
  done
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP
chmod 755 "$work"
root=$work/root

# Documentation and translations are on no device; our own pages are.
# shellcheck disable=SC2016 # $1 is for the hooks' own shell
install_root() {
  mmdebstrap --quiet --mode=root --variant=apt --architectures="$arch" --components="$components" \
    --include="$(IFS=, && echo "${packages[*]}")" \
    --aptopt='APT::Install-Recommends "false"' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    --dpkgopt='path-include=/usr/share/doc/apt/examples/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-include=/usr/share/*/*harmony*' \
    --essential-hook='mkdir -p "$1/etc/default" "$1/etc/postgresql-common"' \
    --essential-hook="echo 'ROOTPART=LABEL=harmony-root' > \"\$1/etc/default/raspi-firmware\"" \
    --essential-hook="echo 'cgroup_enable=memory panic=10' > \"\$1/etc/default/raspi-extra-cmdline\"" \
    --essential-hook="echo 'create_main_cluster = false' > \"\$1/etc/postgresql-common/createcluster.conf\"" \
    --customize-hook="cp '$DEB' \"\$1/tmp/agent.deb\"" \
    --customize-hook="chroot \"\$1\" dpkg --force-confold --install /tmp/agent.deb" \
    --customize-hook='rm "$1/tmp/agent.deb"' \
    --customize-hook="'$here/customize.sh' \"\$1\" '$here/root' '$components'" \
    "$release" "$root" "$mirror"
}
mirror_of_this_machine() { # where packages come from; without it mmdebstrap would choose one itself
  # shellcheck disable=SC2016 # apt's own variable
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m1 '/debian/$' || {
    echo "this machine's apt knows no mirror of Debian to make an image from" >&2
    exit 1
  }
}

# What the firmware reads: its own files, the boot loader, kernel and initrd, and the place for the configuration.
fill_boot() {
  local boot=$work/boot kernel
  mkdir -p "$boot"
  cp -r "$here/boot/." "$boot/"
  if [ "${PI:-}" = yes ]; then
    cp -r "$root/boot/firmware/." "$boot/"
  fi
  rm -rf "$root/boot/firmware"
  mkdir -p "$root/boot/firmware" "$boot/EFI/BOOT" "$boot/loader/entries" "$boot/a"
  cp "$root/usr/lib/systemd/boot/efi/systemd-boot$efi.efi" "$boot/EFI/BOOT/BOOT${efi^^}.EFI"
  kernel=$(cd "$root/boot" && printf '%s\n' vmlinuz-* | sort --version-sort | tail -n 1)
  cp "$root/boot/$kernel" "$boot/a/vmlinuz"
  cp "$root/boot/initrd.img-${kernel#vmlinuz-}" "$boot/a/initrd.img"
  # A later kernel goes to b, the next one to a again: update-boot.
  cat > "$boot/loader/entries/harmony.conf" <<ENTRY
title   harmony-agent device
linux   /a/vmlinuz
initrd  /a/initrd.img
options root=LABEL=harmony-root ro console=tty0 console=$console panic=10
ENTRY
  truncate --size="${boot_mib}M" "$work/boot.fat"
  mkfs.vfat -F 32 -n HARMONY "$work/boot.fat" > /dev/null
  mcopy -s -i "$work/boot.fat" "$boot"/* ::/
}

fill_root() {
  local mib
  mib=$(($(du --summarize --block-size=1M "$root" | cut -f1) * 110 / 100 + spare_mib))
  mke2fs -q -t ext4 -L harmony-root -d "$root" "$work/root.ext4" "${mib}M"
}

# An MBR, which every Pi can boot from. A Pi looks for a FAT type, UEFI takes any FAT that has its loader.
join() {
  local image=$work/image root_mib
  root_mib=$(($(stat --format=%s "$work/root.ext4") / 1048576))
  truncate --size="$((4 + boot_mib + root_mib))M" "$image"
  sfdisk --quiet "$image" <<TABLE
label: dos
start=4MiB, size=${boot_mib}MiB, type=$([ "${PI:-}" = yes ] && echo c || echo ef), bootable
start=$((4 + boot_mib))MiB, type=83
TABLE
  dd if="$work/boot.fat" of="$image" bs=1M seek=4 conv=notrunc,sparse status=none
  dd if="$work/root.ext4" of="$image" bs=1M seek=$((4 + boot_mib)) conv=notrunc,sparse status=none
}

mirror=$(mirror_of_this_machine)
step "Debian $release for $arch, with $(basename "$DEB")"
quietly "mmdebstrap" "$output/$name.log" install_root
step "boot partition"
fill_boot
step "root partition"
quietly "mke2fs" "$output/$name.ext4.log" fill_root
join
mv "$work/image" "$output/$name.img"
step "$(du --apparent-size --block-size=1M "$output/$name.img" | cut -f1) MiB in target/image/$name.img"
