#!/bin/bash
# install-deps.sh [amd64|arm64]: installs by apt what building for that architecture needs; default: this
# machine's. Does nothing, quickly, when everything is there. The JDK 25 itself is not installed by this.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=lib/messages.sh
. "$here/lib/messages.sh"
# shellcheck source=lib/platform.sh
. "$here/lib/platform.sh"
# shellcheck source=lib/tools.sh
. "$here/lib/tools.sh"

target=$(architecture "${1:-$(uname -m)}")
# Word splitting is wanted: one word is one package.
# shellcheck disable=SC2207
packages=($(missing_packages "$target"))
[ ${#packages[@]} -gt 0 ] || exit 0

if ! command -v apt-get > /dev/null; then
  fail "this machine has no apt-get; please install the counterparts of: ${packages[*]}"
fi
[ "$(id -u)" = 0 ] || fail "must be root for: apt-get install ${packages[*]}"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
# A fresh machine has no package lists, or such old ones that the packages in them are gone.
step "package lists (apt-get update)"
# A machine that has just been started may be at its own updates.
apt=(apt-get -q -o DPkg::Lock::Timeout=300)
quietly "apt-get update" "$log" "${apt[@]}" update
step "installing ${packages[*]}"
quietly "apt-get install" "$log" "${apt[@]}" -y install --no-install-recommends "${packages[@]}"
step "installed"
