#!/bin/bash
# assemble.sh FOLDER amd64|arm64: fills FOLDER with a native-image builder for that target architecture.
#
# This is the recipe; each step is a file of its own in steps/. A step finds what it needs in the
# environment:
#   OUT          the toolchain being assembled: builder/ (jars), jdk/, clib/ (static C libraries); for a
#                foreign target also cc (its compiler) and target.args (what the builder must be told)
#   WORK         scratch space, gone at the end
#   TARGET       amd64 or arm64;  BUILDER_ARCH is the builder's word for it (amd64, aarch64)
#   JAVA_HOME    the JDK 25 that is copied, JDK_VERSION its version
#   JDK_MODULES  the modules whose native code can be part of an image
#   CC           the compiler for the target
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../lib/messages.sh
. "$HERE/../lib/messages.sh"
# shellcheck source=../lib/platform.sh
. "$HERE/../lib/platform.sh"

export HERE OUT WORK TARGET BUILDER_ARCH JAVA_HOME JDK_VERSION JDK_MODULES CC
OUT=$1
TARGET=$(architecture "$2")
BUILDER_ARCH=${TARGET/arm64/aarch64}
JAVA_HOME=$(find_jdk)
JDK_VERSION=$(sed -n 's/^JAVA_RUNTIME_VERSION="\([0-9.+]*\).*/\1/p' "$JAVA_HOME/release")
JDK_MODULES="java.base java.management jdk.management jdk.net jdk.security.auth"

# Inside OUT, so that whoever sweeps away an interrupted run's folder gets this too.
WORK=$OUT/work
mkdir -p "$WORK"

CC=gcc
if [ "$TARGET" != "$(host_architecture)" ]; then
  CC=$OUT/cc
  step "cross compiler for $TARGET"
  "$HERE/steps/cross-compiler.sh"
fi
step "builder jars (Maven)"
"$HERE/steps/builder-jars.sh"
step "C sources of OpenJDK and zlib (apt)"
"$HERE/steps/c-sources.sh"
step "copy of JDK $JDK_VERSION to run the builder"
"$HERE/steps/builder-jdk.sh"
step "JNI headers"
"$HERE/steps/jni-headers.sh"
step "static libraries of the JDK"
"$HERE/steps/static-libraries.sh"
step "our own C layer"
"$HERE/steps/own-c-layer.sh"
rm -rf "$WORK"
step "toolchain for $TARGET is ready ($(du -sh "$OUT" | cut -f 1))"
