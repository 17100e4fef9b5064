#!/bin/bash
# check.sh [DEB...]: lintian at error and warning level over these packages, or over all in target/deb. Nothing is
# overridden.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../../native-config/lib/messages.sh
. "$project/native-config/lib/messages.sh"
# shellcheck source=../lib/install.sh
. "$project/packaging/lib/install.sh"

[ $# -gt 0 ] || set -- "$project"/target/deb/*.deb
[ -f "$1" ] || fail "there is no package to check: make deb"
require_packages lintian
# Lintian asks not to be root; what it does is read.
lintian --allow-root --profile debian --fail-on error,warning "$@"
