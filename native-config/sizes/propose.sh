#!/bin/bash
# propose.sh: prints budget lines that fit the last builds of both architectures with some room to grow (5
# %, at least 8 KB). For a person to read and to paste into size-budget.txt, not for a script.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)

sizes_of() {
  local folder=$project/target/native/$1
  if [ -f "$folder/sizes.txt" ]; then
    echo "$1 total/file $(stat -Lc %s "$folder/harmony-agent")"
    sed "s/^/$1 /" "$folder/sizes.txt"
  fi
}

{
  sizes_of amd64
  sizes_of arm64
} | awk '
  function budget(bytes) { return int(bytes / 1024 + (bytes / 1024 > 160 ? bytes / 1024 / 20 : 8)) + 1 }
  { bytes[$1, $2] = $3; if ($3 > largest[$2]) largest[$2] = $3 }
  END {
    for (origin in largest)
      printf "%d %-32s %6d %6d\n", largest[origin], origin,
        budget(bytes["amd64", origin]), budget(bytes["arm64", origin])
  }
' | sort -rn | cut -d ' ' -f 2-
