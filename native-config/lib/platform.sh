# shellcheck shell=bash
# Architectures and the JDK. Needs messages.sh.
#
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
  local candidate
  for candidate in "${JAVA_HOME:-}" /usr/lib/jvm/*; do
    if is_jdk_25 "$candidate"; then
      echo "$candidate"
      return
    fi
  done
  fail "no JDK 25 with lib/src.zip found: set JAVA_HOME to one, or install one below /usr/lib/jvm"
}

is_jdk_25() {
  [ -x "$1/bin/javac" ] && [ -f "$1/lib/src.zip" ] && [ -f "$1/release" ] &&
    grep -q '^JAVA_VERSION="25[".]' "$1/release"
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
