#!/bin/bash
# build-writer.sh DIR: compiles writer.c into DIR and prints the program's path; does nothing when that very source is built.
set -euo pipefail
source=$(dirname "$0")/writer.c
program=$1/writer-$(sha256sum "$source" | cut -c1-12)
if [ ! -x "$program" ]; then
  mkdir -p "$1"
  gcc -std=gnu11 -O2 -Wall -Wextra -Werror -I"$(pg_config --includedir)" -o "$program.$$" "$source" -lpq
  # A rename is atomic: two runs may build at once.
  mv "$program.$$" "$program"
fi
echo "$program"
