# shellcheck shell=bash
# Architectures and the JDK. Needs messages.sh.
# shellcheck source=../../scripts/find-jdk.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/find-jdk.sh"
# Architectures go by Debian's names (amd64, arm64) everywhere but in the builder, which says aarch64.

# architecture NAME: the name as used here, from any of its spellings.
architecture() {
  case $1 in
    amd64 | x86_64) echo amd64 ;;
    arm64 | aarch64) echo arm64 ;;
    *) fail "unknown architecture '$1': say amd64 or arm64" ;;
  esac
}

host_architecture() { architecture "$(uname -m)"; }

# gnu_triplet ARCH: the prefix under which a cross compiler is installed.
gnu_triplet() {
  case $1 in
    amd64) echo x86_64-linux-gnu ;;
    arm64) echo aarch64-linux-gnu ;;
  esac
}

# The builder's version is tied to the JDK's feature release, so any other JDK is refused here rather than
# by a stack trace later. lib/src.zip is wanted because the JNI headers are made from it.
find_jdk() {
  local jdk
  jdk=$(jdk_25)
  [ -n "$jdk" ] || fail "a JDK 25 is needed and none was found: $(how_to_get_jdk_25)"
  has_sources "$jdk" ||
    fail "the JDK 25 in $jdk lacks lib/src.zip, the sources of its class library:" \
      "apt-get install openjdk-25-source if it is Debian's, or set JAVA_HOME to a JDK 25 that has it"
  echo "$jdk"
}

# real_native_image TARGET: prints the path of an installed GraalVM's native-image, if there is one and it
# can serve. GraalVM cannot cross-compile, so it never serves for another machine's architecture.
real_native_image() {
  [ "$1" = "$(host_architecture)" ] || return 0
  if [ -x "${GRAALVM_HOME:-}/bin/native-image" ]; then
    echo "$GRAALVM_HOME/bin/native-image"
  else
    command -v native-image || true
  fi
}
