# shellcheck shell=bash
# Sourced: sets and exports JAVA_HOME to a JDK 25, or says how to get one.

is_jdk_25() {
  [ -x "$1/bin/javac" ] && grep -q '^JAVA_VERSION="25' "$1/release" 2> /dev/null
}

if ! is_jdk_25 "${JAVA_HOME:-}"; then
  unset JAVA_HOME
  for candidate in /usr/lib/jvm/* /opt/java/* /opt/jdk* "$HOME"/.sdkman/candidates/java/*; do
    if is_jdk_25 "$candidate"; then
      JAVA_HOME=$candidate
      break
    fi
  done
fi
if [ -z "${JAVA_HOME:-}" ]; then
  echo "A JDK 25 is needed and none was found: install one (on Debian 13, apt-get install openjdk-25-jdk;" \
    "elsewhere Temurin 25) or set JAVA_HOME to it" >&2
  exit 1
fi
export JAVA_HOME
