#!/bin/bash
# boot.sh amd64|arm64 IMAGE [MIB]: boots an image in qemu as a device would boot it, by its own boot loader; the console is
# this terminal, and Ctrl-A X is the power switch. The device reaches the network through this process. Without KVM it
# takes a minute or two. Without an image it only installs what booting needs.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../../native-config/lib/messages.sh
. "$project/native-config/lib/messages.sh"
# shellcheck source=../../native-config/lib/platform.sh
. "$project/native-config/lib/platform.sh"
# shellcheck source=../lib/install.sh
. "$project/packaging/lib/install.sh"

arch=$(architecture "$1")
image=${2:-}
memory=${3:-1024}
case $arch in
  amd64)
    require_packages qemu-system-x86 ovmf
    qemu=(qemu-system-x86_64 -machine q35 -cpu max -bios /usr/share/ovmf/OVMF.fd)
    ;;
  arm64)
    require_packages qemu-system-arm qemu-efi-aarch64
    qemu=(qemu-system-aarch64 -machine virt -cpu cortex-a72 -bios /usr/share/qemu-efi-aarch64/QEMU_EFI.fd)
    ;;
esac
[ -n "$image" ] || exit 0
exec "${qemu[@]}" -accel tcg,thread=multi -smp 2 -m "$memory" -nodefaults -display none -serial mon:stdio \
  -drive "file=$image,format=raw,if=virtio" -nic user,model=virtio-net-pci -device virtio-rng-pci
