#!/bin/bash
# plug.sh RUN MEMBER ADDRESS: gives a member a fresh network namespace and a cable to the hub's bridge.
# A namespace left from before is thrown away with all that was set in it (addresses, firewall), as a power cut would.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
run=$1 member=$2 address=$3
hub=$(namespace_of "$run" hub)
namespace=$(namespace_of "$run" "$member")
cable=v-$member

ip -n "$hub" link del "$cable" 2>/dev/null || true
[ -e "/run/netns/$namespace" ] && ip netns del "$namespace"
ip netns add "$namespace"
ip -n "$namespace" link set lo up
ip link add "$cable" netns "$hub" type veth peer name eth0 netns "$namespace"
ip -n "$hub" link set "$cable" master br0 up
ip -n "$namespace" addr add "$address/24" dev eth0
ip -n "$namespace" link set eth0 up
