#!/bin/bash
# check.sh ARCH BINARY SIZES: compares a build with size-budget.txt and fails naming each culprit. On the
# device the image file is also most of the memory, so a library that becomes reachable by accident is paid
# twice.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
arch=$1 binary=$2 sizes=$3

{
  echo "total/file $(stat -c %s "$binary")"
  if [ -f "$sizes" ]; then
    grep -v '^total/file ' "$sizes"
  else
    echo "no sizes by origin from this builder: only the file's size is checked" >&2
  fi
} | awk -v arch="$arch" '
  function kilobytes(bytes) { return int((bytes + 1023) / 1024) }

  # First file: the budget, "origin amd64-KB arm64-KB". Second: the build, "origin bytes".
  FNR == NR { if ($0 !~ /^ *(#|$)/) allowed[$1] = (arch == "amd64" ? $2 : $3); next }

  !($1 in allowed) {
    printf "size budget exceeded: %s %d KB ", $1, kilobytes($2)
    print "(not in native-config/size-budget.txt): something made it reachable"
    failed = 1
    next
  }
  kilobytes($2) > allowed[$1] {
    printf "size budget exceeded: %s %d KB, allowed are %d KB (native-config/size-budget.txt)\n",
      $1, kilobytes($2), allowed[$1]
    failed = 1
  }
  $1 == "total/file" { file = kilobytes($2) }
  END {
    if (failed) exit 1
    printf "size budget kept: %d KB of %d KB\n", file, allowed["total/file"]
  }
' "$here/size-budget.txt" - >&2
