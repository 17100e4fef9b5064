#!/bin/bash
# Drop-in for GraalVM's `native-image`: native-image.sh [options] -cp CLASSPATH -o OUTPUT MainClass
#
# An installed GraalVM (GRAALVM_HOME, or native-image on PATH) is used as it is. Otherwise, and for another
# architecture than this machine's, it is the toolchain that we assemble ourselves; see README.md.
#
#   NATIVE_TARGET      amd64 or arm64 (aarch64); default: this machine's
#   HARMONY_TOOLCHAIN  folder of assembled toolchains; default: ~/.cache/harmony-agent/native-toolchain
#   NATIVE_BUILD_HEAP  the builder's maximum heap; default: 6g
#   JAVA_HOME          a JDK 25 with lib/src.zip; default: one in the usual places (scripts/find-jdk.sh)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=lib/toolchain.sh
. "$here/lib/toolchain.sh"

# One native build takes all cores and several gigabytes; a second one beside it makes both fail or crawl.
# The file is only ever opened for reading, so that users who do not own it can lock it too. The lock passes
# on to the builder.
one_build_at_a_time() {
  local lock=/tmp/harmony-agent-native-build.lock
  (set -o noclobber && : > "$lock") 2> /dev/null || true
  exec 7< "$lock"
  take_lock 7 "another native build on this machine"
}

target=$(architecture "${NATIVE_TARGET:-$(uname -m)}")
real=$(real_native_image "$target")
if [ -n "$real" ]; then
  one_build_at_a_time
  exec "$real" "$@"
fi
use_toolchain "$target"
one_build_at_a_time
exec "$TOOLCHAIN/jdk/bin/java" "$here/driver/Main.java" "$TOOLCHAIN" "$@"
