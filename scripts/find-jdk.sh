# shellcheck shell=bash
# Sourced: where the JDK 25 is, the same for whoever builds.

# is_jdk_25 FOLDER
is_jdk_25() { [ -x "$1/bin/javac" ] && grep -q '^JAVA_VERSION="25[".]' "$1/release" 2> /dev/null; }

# has_sources JDK: whether the sources of its class library are there, which the native build makes headers from.
# Debian's JDK has a link to them, and a package of its own for what it leads to.
has_sources() { [ -f "$1/lib/src.zip" ]; }

# jdk_25: prints JAVA_HOME if it is a JDK 25; else one in the usual places, with its sources if there is such a one;
# nothing if there is none.
jdk_25() {
  local candidate first=
  if [ -n "${JAVA_HOME:-}" ] && is_jdk_25 "$JAVA_HOME"; then
    echo "$JAVA_HOME"
    return
  fi
  for candidate in /usr/lib/jvm/* /opt/java/* /opt/jdk* "${HOME:-}"/.sdkman/candidates/java/*; do
    is_jdk_25 "$candidate" || continue
    if has_sources "$candidate"; then
      echo "$candidate"
      return
    fi
    first=${first:-$candidate}
  done
  echo "$first"
}

how_to_get_jdk_25() {
  echo "install one (on Debian 13, apt-get install openjdk-25-jdk openjdk-25-source; elsewhere Temurin 25)" \
    "or set JAVA_HOME to it"
}
