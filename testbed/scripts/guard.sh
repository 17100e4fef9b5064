#!/bin/bash
# guard.sh RUN: outlives the run's owner and cleans up after it. The owner holds the other end of our standard input;
# when that closes, the owner is gone, however it went (kill -9 and Ctrl-C included).
set -uo pipefail
cat >/dev/null
exec bash "$(dirname "$0")/close-run.sh" "$1"
