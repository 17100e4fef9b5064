# shellcheck shell=bash
# Sourced: sets and exports JAVA_HOME to a JDK 25, or says how to get one.
# shellcheck source=find-jdk.sh
. "$(dirname "${BASH_SOURCE[0]}")/find-jdk.sh"

JAVA_HOME=$(jdk_25)
if [ -z "$JAVA_HOME" ]; then
  echo "A JDK 25 is needed and none was found: $(how_to_get_jdk_25)" >&2
  exit 1
fi
export JAVA_HOME
