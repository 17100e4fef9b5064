#!/bin/bash
# self-check.sh [amd64|arm64]: builds a tiny image and runs it (a foreign one under qemu-user). Prints one
# sentence: that the toolchain works, or what is missing or broken. Remembers in the toolchain's folder that
# it passed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=lib/toolchain.sh
. "$here/lib/toolchain.sh"
# shellcheck source=lib/progress.sh
. "$here/lib/progress.sh"

target=$(architecture "${1:-$(uname -m)}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What the check depends on besides the toolchain itself, whose folder changes its name with every change.
check_hash() { cat "$here"/driver/*.java "$here"/self-check/* "$here"/self-check.sh | sha256sum; }

works() {
  echo "native toolchain works ($target, ${SECONDS}s)"
  exit 0
}

run_image() {
  if [ "$target" = "$(host_architecture)" ]; then
    "$work/self-check"
  else
    qemu-aarch64-static -L "/usr/$(gnu_triplet "$target")" "$work/self-check"
  fi
}

passed=''
real=$(real_native_image "$target")
if [ -n "$real" ]; then
  # An installed GraalVM's own javac knows the SDK's packages without a class path.
  javac=("$(dirname "$(readlink -f "$real")")/javac")
else
  use_toolchain "$target"
  passed=$TOOLCHAIN/self-check-passed
  [ "$(cat "$passed" 2> /dev/null)" != "$(check_hash)" ] || works
  javac=("$TOOLCHAIN/jdk/bin/javac" -cp "$TOOLCHAIN/builder/nativeimage.jar:$TOOLCHAIN/builder/word.jar")
fi

step "building and running a tiny image for $target"
quietly "javac" "$work/javac.log" "${javac[@]}" -d "$work/classes" "$here/self-check/SelfCheck.java"
if ! NATIVE_TARGET=$target "$here/native-image.sh" -Ob -march=compatibility -R:MaxHeapSize=24m --no-fallback \
  -cp "$work/classes" -o "$work/self-check" SelfCheck 2>&1 | tee "$work/build.log" | builder_progress; then
  tail -n 40 "$work/build.log" >&2
  fail "the native toolchain for $target cannot build an image: the builder's last words are above"
fi
answer=$(run_image 2>&1) || true
[ "$answer" = passed ] || fail "the native toolchain for $target builds images that do not work: $answer"
[ -z "$passed" ] || check_hash > "$passed"
works
