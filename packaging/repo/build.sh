#!/bin/bash
# build.sh: target/repo, an apt repository of all packages in target/deb, to be put on any web server as it is.
#
#   SIGN_WITH=KEY    signs it with this key of the caller's GnuPG; without it, devices must be told [trusted=yes]
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../../native-config/lib/messages.sh
. "$project/native-config/lib/messages.sh"
# shellcheck source=../lib/install.sh
. "$project/packaging/lib/install.sh"

compgen -G "$project/target/deb/*.deb" > /dev/null || fail "target/deb has no package: make deb"
require_packages apt-utils

unfinished=$project/target/repo.unfinished
rm -rf "$unfinished"
mkdir -p "$unfinished/pool"
cp "$project"/target/deb/*.deb "$unfinished/pool/"
cd "$unfinished"
for arch in amd64 arm64; do
  index=dists/stable/main/binary-$arch
  mkdir -p "$index"
  apt-ftparchive --arch "$arch" packages pool > "$index/Packages"
  gzip -9 --no-name --keep "$index/Packages"
  xz --keep "$index/Packages"
done
apt-ftparchive -o APT::FTPArchive::Release::Origin=harmony-agent -o APT::FTPArchive::Release::Label=harmony-agent \
  -o APT::FTPArchive::Release::Suite=stable -o APT::FTPArchive::Release::Codename=stable \
  -o APT::FTPArchive::Release::Architectures="amd64 arm64" -o APT::FTPArchive::Release::Components=main \
  release dists/stable > Release
mv Release dists/stable/Release
if [ -n "${SIGN_WITH:-}" ]; then
  gpg --batch --yes --local-user "$SIGN_WITH" --clearsign --output dists/stable/InRelease dists/stable/Release
  gpg --batch --yes --local-user "$SIGN_WITH" --armor --detach-sign --output dists/stable/Release.gpg dists/stable/Release
  gpg --batch --export "$SIGN_WITH" > harmony-agent.gpg
fi
cd "$project"
rm -rf target/repo
mv "$unfinished" target/repo
echo "target/repo"
