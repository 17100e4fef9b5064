# shellcheck shell=bash
# How all C code of an image is compiled. Sections per function and object let the linker drop what an image
# does not reach. Warnings are off because nearly all of this is code of others.
CFLAGS=(-O2 -fPIC -w -pthread -fno-strict-aliasing -ffunction-sections -fdata-sections)

# compile FOLDER FLAG... -- FILE...: object files into FOLDER, on all cores.
compile() {
  local folder=$1 flags=()
  shift
  mkdir -p "$folder"
  while [ "$1" != -- ]; do
    flags+=("$1")
    shift
  done
  shift
  # The inner shell expands $0, $1 and so on itself.
  # shellcheck disable=SC2016
  printf '%s\0' "$@" | xargs -0 -P "$(nproc)" -I {} bash -c \
    'folder=$1 file=$2; shift 2; "$@" -c "$file" -o "$folder/$(basename "$file" .c).o"' \
    compile "$folder" {} "$CC" "${CFLAGS[@]}" "${flags[@]}"
}
