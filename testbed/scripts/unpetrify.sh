#!/bin/bash
# unpetrify.sh RUN PI: ends what petrify.sh has done; does nothing where nothing stands still.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
unpetrify "ht-$1-$2"
