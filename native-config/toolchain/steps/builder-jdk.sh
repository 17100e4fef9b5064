#!/bin/bash
# The builder runs on a stock JDK 25: its JVMCI is the same as GraalVM's. It is a copy because the builder
# looks for one small library of its own (terminal width and peak memory for its progress lines) below
# java.home, and we do not change the machine's JDK. Hard links make the copy free where the file system
# allows.
set -euo pipefail

if ! cp -al "$JAVA_HOME/." "$OUT/jdk" 2> /dev/null; then
  rm -rf "$OUT/jdk"
  cp -a "$JAVA_HOME/." "$OUT/jdk"
fi

libraries=$OUT/jdk/lib/svm/builder/lib
mkdir -p "$libraries"
# gcc, not $CC: this one library is for the machine that builds, not for the target.
gcc -shared -fPIC -O2 -I"$JAVA_HOME/include" -I"$JAVA_HOME/include/linux" \
  "$HERE/shim/reporter.c" -o "$libraries/libreporterchelper.so"
