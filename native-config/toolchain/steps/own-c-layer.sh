#!/bin/bash
# Two small libraries that GraalVM compiles itself and does not publish, written anew in shim/:
#   liblibchelper.a   what the builder's run time calls: signals, locale, CPU features, environment
#   libjvm.a          what the JDK's C code calls of the virtual machine (JVM_*)
set -euo pipefail
# shellcheck source=../../lib/messages.sh
. "$HERE/../lib/messages.sh"
# shellcheck source=../cflags.sh
. "$HERE/cflags.sh"

objects=$WORK/objects/own

# cpu_feature_header ARCH CLASS: the C struct with one char per CPU feature must have exactly the fields, in
# exactly the order, that the builder's Java class declares. It is generated from that class, so that a new
# builder version cannot shift it silently.
cpu_feature_header() {
  local fields
  fields=$(unzip -p "$WORK"/builder-sources/svm*.jar "com/oracle/svm/core/$1/$2LibCHelper.java" |
    grep -oP 'boolean \Kf\w+(?=\(\);)' | sed 's/.*/  char &;/')
  [ -n "$fields" ] || fail "the builder's sources no longer declare CPU features in $2LibCHelper"
  printf '%s\n' "#ifndef $1_CPUFEATURES" "#define $1_CPUFEATURES" \
    "typedef struct {" "$fields" "} CPUFeatures;" "#endif" > "$OUT/clib/include/$1cpufeatures.h"
}

# The JDK's libraries mention some 150 JVM_* functions; an image calls a handful. Those are in
# shim/jvm.c. Each other one becomes a stub that prints its name and aborts, so that a wrong guess is found
# by name and never silently.
stubs_for_missing_jvm_functions() {
  nm -u "$OUT"/clib/*.a | grep -oE '\bJVM_[A-Za-z_0-9]*' | sort -u > "$WORK/jvm-wanted"
  nm "$objects/jvm.o" | awk '$2 == "T" { print $3 }' | sort -u > "$WORK/jvm-present"
  cp "$HERE/shim/missing.h" "$WORK/stubs.c"
  comm -23 "$WORK/jvm-wanted" "$WORK/jvm-present" | sed 's/.*/MISSING(&)/' >> "$WORK/stubs.c"
  compile "$objects" -- "$WORK/stubs.c"
}

mkdir -p "$OUT/clib/include"
# The builder wants the headers of all its architectures to exist, whatever the target.
cpu_feature_header amd64 AMD64
cpu_feature_header aarch64 AArch64
cpu_feature_header riscv64 RISCV64
cp "$HERE/shim/svm_locale.h" "$OUT/clib/include/"

compile "$objects" -I"$OUT/clib/include" -I"$JAVA_HOME/include" -I"$JAVA_HOME/include/linux" \
  -- "$HERE"/shim/*.c
rm "$objects/reporter.o" # part of the builder's JDK, not of an image
stubs_for_missing_jvm_functions
ar crs "$OUT/clib/libjvm.a" "$objects/jvm.o" "$objects/stubs.o"
rm "$objects/jvm.o" "$objects/stubs.o"
ar crs "$OUT/clib/liblibchelper.a" "$objects"/*.o
