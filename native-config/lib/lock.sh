# shellcheck shell=bash
# Needs messages.sh.

# take_lock FD WHOM: locks the open file descriptor and says whom it waits for, again every ten seconds. The
# lock ends with the last process that has the descriptor open: also after a kill -9, but not before the
# children of the killed one, which may still be writing, are gone.
take_lock() {
  local fd=$1 whom=$2
  flock -n "$fd" && return
  say "waiting for $whom"
  until flock -w 10 "$fd"; do
    say "    still waiting for $whom (${SECONDS}s)"
  done
}
