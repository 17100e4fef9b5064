#!/bin/bash
# build-program.sh NAME DIR: compiles NAME.c into DIR and prints the program's path; does nothing when that very source is built.
set -euo pipefail
source=$(dirname "$0")/$1.c
program=$2/$1-$(sha256sum "$source" | cut -c1-12)
if [ ! -x "$program" ]; then
  mkdir -p "$2"
  gcc -std=gnu11 -O2 -Wall -Wextra -Werror -o "$program.$$" "$source"
  # A rename is atomic: two runs may build at once.
  mv "$program.$$" "$program"
fi
echo "$program"
