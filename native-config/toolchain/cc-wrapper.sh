#!/bin/bash
# A cross gcc whose programs can be run on this machine; made by steps/cross-compiler.sh, which says why.
@GCC@ "$@" || exit $?

has_source='' compile_only='' output='' previous=''
for argument in "$@"; do
  [ "$previous" = -o ] && output=$argument
  case $argument in
    *.c) has_source=yes ;;
    -c) compile_only=yes ;;
  esac
  previous=$argument
done

if [ -n "$has_source" ] && [ -z "$compile_only" ] && [ -f "$output" ]; then
  mv "$output" "$output.bin"
  # $0 and $@ are the new script's own.
  # shellcheck disable=SC2016
  printf '#!/bin/sh\nexec @QEMU@ -L @SYSROOT@ "$0.bin" "$@"\n' > "$output"
  chmod +x "$output"
fi
