#!/bin/bash
# get-nats-server.sh DIR: puts a current nats-server at DIR/nats-server and prints that path; does nothing when it is there.
# Debian stable's is too old (2.9), so it takes unstable's, from the mirror that the machine uses anyway. apt checks the
# signatures; its lists are kept apart, so the machine's package sources stay as they are.
set -euo pipefail
mkdir -p "$1"
folder=$(cd "$1" && pwd)
if [ -x "$folder/nats-server" ]; then
  echo "$folder/nats-server"
  exit
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# apt fetches as a user of its own, who must get into the folder.
chmod 755 "$work"
mkdir -p "$work"/lists/partial "$work"/archives/partial "$work/download"
[ "$(id -u)" -eq 0 ] && chown _apt "$work/download" "$work"/*/partial
# shellcheck disable=SC2016 # apt's own variables
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m1 '/debian/$') || {
  echo "no Debian mirror among this machine's package sources" >&2
  exit 1
}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$keyring] $mirror sid main" >"$work/sources.list"
apt=(apt-get -q -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=/dev/null
  -o "Dir::State::Lists=$work/lists" -o "Dir::Cache::Archives=$work/archives"
  -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Get::List-Cleanup=0)
"${apt[@]}" update >&2
(cd "$work/download" && "${apt[@]}" download nats-server >&2)
dpkg-deb -x "$work"/download/nats-server_*.deb "$work/package"

# A rename is atomic: whoever looks meanwhile sees no server or a whole one.
install -m 755 "$work/package/usr/sbin/nats-server" "$folder/nats-server.$$"
mv "$folder/nats-server.$$" "$folder/nats-server"
"$folder/nats-server" --version >&2
echo "$folder/nats-server"
