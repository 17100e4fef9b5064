# shellcheck shell=bash
# The programs that assembling a toolchain needs, each with the Debian package that brings it.

# require_tools TARGET: says in one sentence what this machine lacks.
require_tools() {
  local packages
  if [ "$1" = amd64 ] && [ "$(host_architecture)" != amd64 ]; then
    fail "an amd64 binary can only be built on an amd64 machine (the other direction works)"
  fi
  packages=$(missing_packages "$1")
  if [ -n "$packages" ]; then
    fail "this machine lacks $packages:" \
      "run native-config/install-deps.sh $1 as root, or apt-get install $packages"
  fi
}

# missing_packages TARGET: on one line, nothing if all is there.
missing_packages() {
  {
    want mvn maven
    want gcc gcc
    want ld binutils
    want unzip unzip
    want xz xz-utils
    want_file /usr/include/stdio.h libc6-dev
    want_file /usr/share/keyrings/debian-archive-keyring.gpg debian-archive-keyring
    want_sources_of_the_jdk
    if [ "$1" != "$(host_architecture)" ]; then
      want aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
      want_file /usr/aarch64-linux-gnu/include/stdio.h libc6-dev-arm64-cross
      want qemu-aarch64-static qemu-user-static
    fi
  } | paste -sd ' '
}

want() { command -v "$1" > /dev/null || echo "$2"; }
# Debian's JDK comes without them, but for a link that leads nowhere.
want_sources_of_the_jdk() {
  local jdk
  jdk=$(jdk_25)
  if [ -L "$jdk/lib/src.zip" ] && ! has_sources "$jdk"; then
    echo openjdk-25-source
  fi
}
want_file() { [ -e "$1" ] || echo "$2"; }
