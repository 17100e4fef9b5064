#!/bin/bash
# The JDK's C code includes headers that its build generates from the Java classes with native methods or
# @Native constants. They are in no package, but javac -h makes them from the sources in the JDK's own
# src.zip.
set -euo pipefail
# shellcheck source=../../lib/messages.sh
. "$HERE/../lib/messages.sh"

mkdir -p "$WORK/java" "$WORK/headers"
cd "$WORK/java"
for module in $JDK_MODULES; do
  unzip -qo "$JAVA_HOME/lib/src.zip" "$module/*"
  grep -rlE '\bnative\b.*\(|@Native' --include='*.java' "$module" > "$WORK/native-classes"
  quietly "javac -h ($module)" "$WORK/javac.log" \
    "$JAVA_HOME/bin/javac" -nowarn -proc:none -XDignore.symbol.file -implicit:none \
    --patch-module "$module=$module" -h "$WORK/headers" -d "$WORK/classes/$module" "@$WORK/native-classes"
done
