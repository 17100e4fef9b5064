#!/bin/bash
# The image builder is Java and published as Maven artifacts; pom.xml names them. Maven checks what it
# downloads and keeps it in its own repository, so a second assembly needs no network for this step.
#
# svm's sources come along as scratch, because own-c-layer.sh derives a C struct from them.
set -euo pipefail
# shellcheck source=../../lib/messages.sh
. "$HERE/../lib/messages.sh"

# Older Mavens on JDK 25 print warnings about their own use of Unsafe; they say nothing about this build.
export MAVEN_OPTS="${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED"

copy_artifacts() {
  quietly "Maven (builder jars)" "$WORK/maven.log" mvn -B -ntp -Dstyle.color=never -f "$HERE/pom.xml" \
    dependency:copy-dependencies -Dmdep.stripVersion=true -DexcludeTransitive=true "$@"
}

copy_artifacts -DoutputDirectory="$OUT/builder"
copy_artifacts -DoutputDirectory="$WORK/builder-sources" -Dclassifier=sources -DincludeArtifactIds=svm
