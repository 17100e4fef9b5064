#!/bin/bash
# A GraalVM ships the JDK's native libraries (libjava, libnet, ...) as static archives; a stock JDK has them
# as shared objects only. So we compile them from OpenJDK's own C sources, which Debian carries as a source
# package. zlib comes from source too: that spares a zlib development package for every target architecture.
#
# The sources may be of another Debian release than this machine's, therefore a scratch apt configuration.
# The mirror in it is whichever this machine already uses, and apt checks the release's signature and every
# file's hash.
set -euo pipefail
# shellcheck source=../../lib/messages.sh
. "$HERE/../lib/messages.sh"

# Debian releases that carry openjdk-25; the first that has it wins.
suites=${JDK_SOURCE_SUITES:-trixie sid}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

debian_mirror() {
  # The single quotes are meant: apt itself replaces $(REPO_URI).
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' |
    sed -n 1p
}

# download FOLDER SUITE: leaves the two .orig tarballs in FOLDER (in a subshell, because of the cd). apt's
# exit status is not used: it also wants archives that are irrelevant here (a test framework's), which some
# mirrors lack. What counts is that both tarballs are there.
download() (
  local folder=$1 suite=$2 apt
  mkdir -p "$folder"/{lists/partial,cache/archives/partial}
  : > "$folder/status"
  echo "deb-src [signed-by=$keyring] $mirror $suite main" > "$folder/sources.list"
  apt=(apt-get -q
    -o "Dir::Etc::sourcelist=$folder/sources.list"
    -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State=$folder"
    -o "Dir::State::status=$folder/status"
    -o "Dir::Cache=$folder/cache"
    -o "APT::Sandbox::User=$(id -un)")
  cd "$folder"
  "${apt[@]}" update || true
  "${apt[@]}" source --tar-only --only-source openjdk-25 zlib || true
)

tarball() { find "$1" -maxdepth 1 -name "$2_*.orig.tar.*" -print -quit; }

mirror=$(debian_mirror)
if [ -z "$mirror" ] && [ "$(id -u)" = 0 ]; then
  # Without package lists apt does not know which of its sources is Debian itself.
  quietly "apt-get update" "$WORK/apt.log" apt-get -q update
  mirror=$(debian_mirror)
fi
if [ -z "$mirror" ]; then
  fail "apt knows no Debian mirror: run apt-get update as root (other distributions are not supported)"
fi

for suite in $suites; do
  quietly "apt (openjdk-25 source, 100 MB, from $suite)" "$WORK/apt.log" download "$WORK/$suite" "$suite"
  jdk=$(tarball "$WORK/$suite" openjdk-25)
  zlib=$(tarball "$WORK/$suite" zlib)
  if [ -n "$jdk" ] && [ -n "$zlib" ]; then
    break
  fi
  tail -n 5 "$WORK/apt.log" >&2
done
if [ -z "$jdk" ] || [ -z "$zlib" ]; then
  fail "no openjdk-25 and zlib sources in: $suites (JDK_SOURCE_SUITES names other Debian releases)"
fi
say "    from $suite: $(basename "$jdk"), $(basename "$zlib")"

wanted=('*/src/hotspot/share/include' '*/src/hotspot/os/posix/include')
for module in $JDK_MODULES; do
  wanted+=("*/src/$module/*/native")
done
mkdir -p "$WORK/jdk" "$WORK/zlib"
quietly "unpacking the sources" "$WORK/tar.log" \
  tar -C "$WORK/jdk" --strip-components=1 --wildcards -xf "$jdk" "${wanted[@]}"
tar -C "$WORK/zlib" --strip-components=1 -xf "$zlib"
