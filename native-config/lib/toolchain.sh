# shellcheck shell=bash
# The cache of assembled toolchains.
#
# A toolchain's folder is named after its target and the hash of everything it is made from. It appears by
# one rename when it is complete, so a folder that exists is good, and one made from other inputs is simply
# another folder.

NATIVE_CONFIG=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=messages.sh
. "$NATIVE_CONFIG/lib/messages.sh"
# shellcheck source=lock.sh
. "$NATIVE_CONFIG/lib/lock.sh"
# shellcheck source=platform.sh
. "$NATIVE_CONFIG/lib/platform.sh"
# shellcheck source=tools.sh
. "$NATIVE_CONFIG/lib/tools.sh"

toolchain_root() {
  realpath -m "${HARMONY_TOOLCHAIN:-${XDG_CACHE_HOME:-$HOME/.cache}/harmony-agent/native-toolchain}"
}

# toolchain_path TARGET: needs JAVA_HOME.
toolchain_path() { echo "$(toolchain_root)/$1-$(toolchain_hash "$1")"; }

toolchain_hash() {
  {
    echo "$1"
    cat "$JAVA_HOME/release"
    cd "$NATIVE_CONFIG" && find toolchain -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
  } | sha256sum | cut -c 1-12
}

# use_toolchain TARGET: sets TOOLCHAIN, assembling it first if need be, and keeps it from being removed as
# long as this process (or what it turns into by exec) lives.
use_toolchain() {
  local target=$1 root
  require_tools "$target"
  root=$(toolchain_root)
  JAVA_HOME=$(find_jdk)
  export JAVA_HOME
  TOOLCHAIN=$(toolchain_path "$target")
  mkdir -p "$root"
  exec 9>> "$root/lock"
  take_lock 9 "another process that is setting up $root"
  [ -d "$TOOLCHAIN" ] || assemble_toolchain "$target" "$root"
  exec 8< "$TOOLCHAIN/in-use"
  flock -s 8
  exec 9>&-
}

# Runs with the root's lock held, so every folder with a temporary name is the leftover of an interrupted
# run.
assemble_toolchain() {
  local target=$1 root=$2 unfinished
  rm -rf "$root"/unfinished.*
  unfinished=$(mktemp -d "$root/unfinished.XXXXXX")
  say "assembling the native-image toolchain for $target in $TOOLCHAIN (once, a minute or two)"
  if ! "$NATIVE_CONFIG/toolchain/assemble.sh" "$unfinished" "$target"; then
    rm -rf "$unfinished"
    exit 1
  fi
  : > "$unfinished/in-use"
  chmod 755 "$unfinished"
  sync -f "$unfinished" # a power cut must not leave a complete name with incomplete files
  mv -T "$unfinished" "$TOOLCHAIN"
  remove_older_toolchains "$target" "$root"
}

# A toolchain that a running build still uses stays; the next set-up tries again.
remove_older_toolchains() {
  local old
  for old in "$2/$1"-*; do
    if [ -d "$old" ] && [ "$old" != "$TOOLCHAIN" ]; then
      flock -n "$old/in-use" rm -rf "$old" || say "    $old is in use and stays for now"
    fi
  done
}
