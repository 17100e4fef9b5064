#!/bin/bash
# For a foreign target the builder gets a compiler of that architecture. The builder also compiles small C
# programs and runs them to learn struct layouts and constants; a program for another processor runs only
# through qemu-user. So $OUT/cc is a wrapper: it calls the cross gcc and turns each program that it links
# from C sources into a script that starts the program under qemu. The image itself is linked from object
# files, so that one stays as it is.
set -euo pipefail
# shellcheck source=../../lib/messages.sh
. "$HERE/../lib/messages.sh"
# shellcheck source=../../lib/platform.sh
. "$HERE/../lib/platform.sh"

triplet=$(gnu_triplet "$TARGET")
sed -e "s|@GCC@|$triplet-gcc|" \
  -e "s|@QEMU@|qemu-$BUILDER_ARCH-static|" \
  -e "s|@SYSROOT@|/usr/$triplet|" \
  "$HERE/cc-wrapper.sh" > "$OUT/cc"
chmod +x "$OUT/cc"

# Read by the driver: the builder takes the machine it runs on for the target unless told otherwise.
printf '%s\n' \
  "-Dsvm.targetPlatformArch=$BUILDER_ARCH" \
  "-Dsvm.targetPlatformOS=linux" \
  "-Dsvm.targetArch=$BUILDER_ARCH" > "$OUT/target.args"
