#!/bin/bash
# line.sh RUN MEMBER slow|straight: how a member's cable v-MEMBER reaches the bridge: straight, or by way of a second cable
# (w-MEMBER at the bridge, x-MEMBER at our side), between which and the first the program "wire" carries the frames.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
hub=$(namespace_of "$1" hub) member=$2
case $3 in
  slow)
    ip -n "$hub" link add "w-$member" type veth peer name "x-$member"
    ip -n "$hub" link set "x-$member" up
    ip -n "$hub" link set "v-$member" nomaster
    ip -n "$hub" link set "w-$member" master br0 up
    ;;
  straight)
    ip -n "$hub" link del "w-$member"
    ip -n "$hub" link set "v-$member" master br0
    ;;
esac
