# shellcheck shell=bash
# Needs messages.sh of native-config.

# require_packages PACKAGE...: installs those that this machine lacks, through apt; asks only dpkg when all are there.
require_packages() {
  local missing=() package
  for package in "$@"; do
    [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2> /dev/null)" = installed ] ||
      missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  [ "$(id -u)" = 0 ] || fail "must be root for: apt-get install ${missing[*]}"
  say "installing ${missing[*]}"
  local apt=(apt-get -q -o DPkg::Lock::Timeout=300)
  "${apt[@]}" update >&2
  DEBIAN_FRONTEND=noninteractive "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >&2
}
