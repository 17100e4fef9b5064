#!/bin/bash
# unplug.sh RUN MEMBER: takes away what a member that is off no longer has: its network namespace and its cgroups.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
namespace=$(namespace_of "$1" "$2")
[ -e "/run/netns/$namespace" ] && ip netns del "$namespace"
remove_cgroup "ht-$1-$2"
