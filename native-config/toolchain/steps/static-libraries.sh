#!/bin/bash
# Static archives of the JDK's native libraries and of zlib, into $OUT/clib, where the builder's linker
# looks for them.
#
# If linking an image ends with "undefined reference to JNI_OnLoad_<name>", the image reaches a library that
# is not in this list: add a jdk_library line, and its module to JDK_MODULES in assemble.sh.
set -euo pipefail
# shellcheck source=../cflags.sh
. "$HERE/cflags.sh"

sources=$WORK/jdk/src

# Prints -I for every folder below the native code that a library's files may include from: its own, and the
# libraries that the JDK's build lets everyone use.
include_folders() {
  local module=$1 name=$2 library owner system folder
  for library in libjava libnet libmanagement "lib$name"; do
    for owner in java.base java.management "$module"; do
      for system in share unix linux; do
        folder=$sources/$owner/$system/native/$library
        [ ! -d "$folder" ] || find "$folder" -type d -printf '-I%p\n'
      done
    done
  done
}

# jdk_library MODULE NAME: lib<NAME>.a. The defines are those of the JDK's own make files for Linux, with
# STATIC_BUILD so that each library gets its own JNI_OnLoad_<name> in place of one JNI_OnLoad for all.
jdk_library() {
  local module=$1 name=$2 includes files
  mapfile -t includes < <(include_folders "$module" "$name")
  mapfile -t files < <(find "$sources/$module"/{share,unix,linux}/native/"lib$name" \
    -name '*.c' ! -path '*/zlib/*' 2> /dev/null)
  compile "$WORK/objects/$name" -std=c11 \
    -D_GNU_SOURCE -D_REENTRANT -D_LARGEFILE64_SOURCE -D_LITTLE_ENDIAN -D_LP64=1 \
    -DLINUX "-D$BUILDER_ARCH" -DNDEBUG -DSTATIC_BUILD=1 -DUSE_MMAP \
    "-DLIBRARY_NAME=$name" "-DARCHPROPNAME=\"$BUILDER_ARCH\"" "-DVERSION_STRING=\"$JDK_VERSION\"" \
    -I"$WORK/headers" -I"$JAVA_HOME/include" -I"$JAVA_HOME/include/linux" \
    -I"$sources/hotspot/share/include" -I"$sources/hotspot/os/posix/include" "${includes[@]}" \
    -- "${files[@]}"
  ar crs "$OUT/clib/lib$name.a" "$WORK/objects/$name"/*.o
}

zlib() {
  compile "$WORK/objects/z" -DHAVE_UNISTD_H -DHAVE_HIDDEN -D_LARGEFILE64_SOURCE=1 -I"$WORK/zlib" \
    -- "$WORK/zlib"/*.c
  ar crs "$OUT/clib/libz.a" "$WORK/objects/z"/*.o
}

mkdir -p "$OUT/clib"
jdk_library java.base java
jdk_library java.base net
jdk_library java.base nio
jdk_library java.base zip
jdk_library jdk.net extnet
jdk_library java.management management
jdk_library jdk.management management_ext
jdk_library jdk.security.auth jaas
zlib
