#!/bin/bash
# build-agent.sh [amd64|arm64]: target/native/<arch>/harmony-agent out of the jars of the Maven build, with
# harmonyctl as a link to it, the builder's whole output in build.log and the sizes by origin in sizes.txt
# beside it.
#
# Does nothing when no input has changed since the last build. Fails when the size budget is exceeded.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=lib/toolchain.sh
. "$here/lib/toolchain.sh"
# shellcheck source=lib/progress.sh
. "$here/lib/progress.sh"

arch=$(architecture "${1:-$(uname -m)}")
project=$(dirname "$here")
jar=$project/agent/target/harmony-agent.jar
libraries=$project/agent/target/lib
output=$project/target/native/$arch
unfinished=$output/unfinished

# Sets builder_id, which changes with the builder, and javac, which can compile against its SDK.
choose_builder() {
  local real
  real=$(real_native_image "$arch")
  if [ -n "$real" ]; then
    builder_id=$("$real" --version)
    javac=("$(dirname "$(readlink -f "$real")")/javac")
  else
    use_toolchain "$arch"
    builder_id=$(basename "$TOOLCHAIN")
    javac=("$TOOLCHAIN/jdk/bin/javac" -cp "$TOOLCHAIN/builder/nativeimage.jar")
  fi
}

# By content: a new time stamp is not a change.
inputs_hash() {
  {
    echo "$builder_id"
    cd "$project"
    find agent/target/{harmony-agent.jar,lib} \
      native-config/{metadata,driver,sizes/SizeReport.java,build-agent.sh} -type f -print0 |
      LC_ALL=C sort -z | xargs -0 sha256sum
  } | sha256sum
}

class_path() {
  local IFS=: entries=("$jar" "$libraries"/*.jar "$here/metadata" "$unfinished/classes")
  echo "${entries[*]}"
}

# The size report is a guest in the builder (see sizes/SizeReport.java) and needs to be let in.
size_report_options() {
  local name
  echo "--features=sizes.SizeReport"
  echo "-Dharmony.sizes=$unfinished/sizes.txt"
  for name in hosted hosted.code hosted.image hosted.meta; do
    echo "-J--add-opens=org.graalvm.nativeimage.builder/com.oracle.svm.$name=ALL-UNNAMED"
  done
  echo "-J--add-opens=jdk.graal.compiler/jdk.graal.compiler.code=ALL-UNNAMED"
}

# The providers that the agent's TLS and signatures need. The others reach for Kerberos, LDAP and smart cards,
# and with those come java.naming and java.rmi: half a megabyte that no device ever runs.
security_properties() {
  sed '/^security\.provider\.[0-9]*=/d' "${1%/bin/javac}/conf/security/java.security"
  local provider number=0
  for provider in SUN SunRsaSign SunEC SunJSSE SunJCE; do
    echo "security.provider.$((++number))=$provider"
  done
}

build() {
  local options
  security_properties "${javac[0]}" > "$unfinished/java.security"
  quietly "javac" "$output/build.log" "${javac[@]}" -d "$unfinished/classes" "$here/sizes/SizeReport.java"
  mapfile -t options < <(size_report_options)
  NATIVE_TARGET=$arch "$here/native-image.sh" "${options[@]}" \
    "-J-Djava.security.properties==$unfinished/java.security" \
    -cp "$(class_path)" -o "$unfinished/harmony-agent" io.harmonyagent.agent.Main 2>&1 |
    tee "$output/build.log" | builder_progress
}

# The linker leaves a symbol table that nothing on a device reads.
strip_binary() {
  local prefix=''
  [ "$arch" = "$(host_architecture)" ] || prefix=$(gnu_triplet "$arch")-
  # Read to its end: a reader that leaves early would fail the pipe, and so the question.
  local sections
  sections=$(readelf --wide --sections "$1")
  if [[ $sections == *.symtab* ]]; then
    "${prefix}strip" "$1"
  fi
}

# The stamp goes first and comes last: whatever is interrupted in between is built again.
publish() {
  rm -f "$output/inputs"
  mv "$unfinished/harmony-agent" "$output/harmony-agent"
  rm -f "$output/sizes.txt"
  if [ -f "$unfinished/sizes.txt" ]; then
    mv "$unfinished/sizes.txt" "$output/sizes.txt"
  fi
  ln -sfn harmony-agent "$output/harmonyctl"
  rm -rf "$unfinished"
  echo "$hash" > "$output/inputs.new"
  mv "$output/inputs.new" "$output/inputs"
}

[ -f "$jar" ] || fail "$jar is not there: run the Maven build first"
mkdir -p "$output"
exec 6>> "$output/lock"
take_lock 6 "another build of $output"
choose_builder
hash=$(inputs_hash)
if [ -x "$output/harmony-agent" ] && [ "$(cat "$output/inputs" 2> /dev/null)" = "$hash" ]; then
  say "harmony-agent for $arch is up to date"
else
  say "building harmony-agent for $arch (some minutes)"
  rm -rf "$unfinished"
  mkdir -p "$unfinished"
  if ! build; then
    tail -n 40 "$output/build.log" >&2
    fail "the native build failed; the whole output is in $output/build.log, and 'make native-check' tries the" \
      "toolchain alone"
  fi
  strip_binary "$unfinished/harmony-agent"
  publish
  step "built target/native/$arch/harmony-agent"
fi
"$here/sizes/check.sh" "$arch" "$output/harmony-agent" "$output/sizes.txt"
