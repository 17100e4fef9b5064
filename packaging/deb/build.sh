#!/bin/bash
# build.sh [amd64|arm64]: target/deb/harmony-agent_<version>_<arch>.deb out of the native binary for that architecture
# and the jars of the Maven build. Equal inputs give equal bytes, so the time is the POM's and not the clock's.
#
#   BINARY=FILE            package this binary instead of target/native/<arch>/harmony-agent
#   DEB_VERSION=VERSION    instead of the POM's
#   DEB_COMPRESSION=gzip   or none: quicker and bigger, for tests
#   DEB_OUTPUT=DIR         instead of target/deb
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
# shellcheck source=../../native-config/lib/messages.sh
. "$project/native-config/lib/messages.sh"
# shellcheck source=../../native-config/lib/platform.sh
. "$project/native-config/lib/platform.sh"

arch=$(architecture "${1:-$(uname -m)}")
binary=${BINARY:-$project/target/native/$arch/harmony-agent}
[ -x "$binary" ] || fail "$binary is not there: make native ARCH=$arch"
[ -f "$project/agent/target/dependencies.txt" ] || fail "the jars are not there: make jars"
command -v dpkg-deb > /dev/null || fail "dpkg-deb is needed: apt-get install dpkg"

from_pom() { # ELEMENT: what stands in the first one of that name
  sed -n "s|.*<$1>\(.*\)</$1>.*|\1|p" "$project/pom.xml" | head -n 1
}
# Debian sorts "~" before everything, so 0.1.0~snapshot comes before 0.1.0.
pom_version=$(from_pom version)
version=${DEB_VERSION:-${pom_version/-SNAPSHOT/\~snapshot}}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(date --date="$(from_pom project.build.outputTimestamp)" +%s)}
export SOURCE_DATE_EPOCH

output=${DEB_OUTPUT:-$project/target/deb}
mkdir -p "$output"
work=$(mktemp -d "$output/.unfinished.XXXXXX")
trap 'rm -rf "$work"' EXIT
root=$work/root
doc=$root/usr/share/doc/harmony-agent

put() { # MODE FILE DESTINATION, made as needed
  install -D --mode="$1" "$2" "$3"
}
put_compressed() { # FILE DESTINATION
  mkdir -p "$(dirname "$2")"
  gzip -9 --no-name --stdout "$1" > "$2"
}
filled_in() { # TEMPLATE
  sed -e "s|@VERSION@|$version|" -e "s|@ARCH@|$arch|" -e "s|@LIBC@|$(oldest_libc)|" \
    -e "s|@INSTALLED_SIZE@|$(installed_size)|" -e "s|@DATE@|$(date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")|" "$1"
}
# The newest symbol version that the binary asks of the C library. Other libraries it must not ask for at all.
oldest_libc() {
  readelf --wide --version-info "$binary" | grep -o 'GLIBC_[0-9.]*' | sort --version-sort | tail -n 1 | cut -d_ -f2
}
installed_size() { # in KiB, as dpkg wants it; of contents, as file systems differ
  find "$root" -type f -printf '%s\n' | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }'
}
on_the_jvm() { # the tool's commands, whatever architecture is packaged
  "$project/scripts/java" -cp "$project/agent/target/harmony-agent.jar:$project/agent/target/lib/*" \
    io.harmonyagent.agent.Main "$@"
}

foreign=$(readelf --wide --dynamic "$binary" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
  grep -vxE 'lib(c|m|dl|rt|pthread)\.so\.[0-9]+|ld-linux.*' || true)
[ -z "$foreign" ] || fail "the binary needs libraries that the package does not depend on: $foreign"

put 755 "$binary" "$root/usr/bin/harmony-agent"
ln -s harmony-agent "$root/usr/bin/harmonyctl"
for unit in "$project"/systemd/*.{service,socket,timer,path,target}; do
  [ ! -e "$unit" ] || put 644 "$unit" "$root/usr/lib/systemd/system/$(basename "$unit")"
done
put 755 "$project/systemd/harmony-agent-pause" "$root/usr/libexec/harmony-agent/pause"
put 644 "$here/config.yaml" "$root/etc/harmony-agent/config.yaml"
mkdir -p "$root/etc/harmony-agent/conf.d"

for page in "$project"/docs/man/*.[1-8]; do
  put_compressed "$page" "$root/usr/share/man/man${page##*.}/$(basename "$page").gz"
done
for shell in bash:bash-completion/completions/harmonyctl zsh:zsh/vendor-completions/_harmonyctl \
  fish:fish/vendor_completions.d/harmonyctl.fish; do
  on_the_jvm ctl completion "${shell%%:*}" > "$work/completion"
  put 644 "$work/completion" "$root/usr/share/${shell#*:}"
done

put 644 "$here/copyright" "$doc/copyright"
put 644 "$project/NOTICE" "$doc/NOTICE"
put_compressed "$project/CHANGELOG.md" "$doc/CHANGELOG.md.gz"
filled_in "$here/changelog.in" > "$work/changelog"
put_compressed "$work/changelog" "$doc/changelog.gz"
for example in "$project"/examples/*; do
  put 644 "$example" "$doc/examples/$(basename "$example")"
done
"$project/scripts/java" -cp "$project/agent/target/lib/*" "$here/Sbom.java" \
  "$project" "$binary" "$version" "$arch" "$SOURCE_DATE_EPOCH" > "$work/sbom"
put_compressed "$work/sbom" "$doc/sbom.cdx.json.gz"

for script in postinst prerm postrm; do
  put 755 "$here/$script" "$root/DEBIAN/$script"
done
(cd "$root" && find etc -type f -printf '/%p\n' | LC_ALL=C sort) > "$root/DEBIAN/conffiles"
(cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0 md5sum) \
  > "$root/DEBIAN/md5sums"
filled_in "$here/control.in" > "$root/DEBIAN/control"
chmod -R u=rwX,go=rX "$root"
find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +

deb=harmony-agent_${version}_$arch.deb
# More threads would cut the input into more blocks, and so give other bytes on another machine.
dpkg-deb --root-owner-group -Z"${DEB_COMPRESSION:-xz}" --threads-max=1 --build "$root" "$work/$deb" > /dev/null
mv "$work/$deb" "$output/$deb"
echo "${output#"$project"/}/$deb"
