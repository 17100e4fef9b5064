#!/bin/bash
# sweep.sh: cleans up after runs whose owner and guard are both gone. Runs of living owners are left alone, so several
# can share a machine.
set -uo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
for folder in "$runs"/*/; do
  [ -f "$folder/owner" ] || continue
  read -r pid start_time <"$folder/owner"
  is_alive "$pid" "$start_time" && continue
  run=$(basename "$folder")
  echo "testbed: cleaning up after run $run, whose owner $pid is gone" >&2
  bash "$(dirname "$0")/close-run.sh" "$run"
done
