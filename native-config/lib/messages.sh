# shellcheck shell=bash
# What a person at the terminal sees: one line a step, a sign of life while something slow is quiet,
# one sentence on failure. Everything goes to stderr, so that stdout stays free for results.

say() { echo "$*" >&2; }

# A step's line carries the seconds since the script began.
step() { say "[${SECONDS}s] $*"; }

fail() {
  say "$(basename "$0"): $*"
  exit 1
}

# quietly WHAT LOG COMMAND...: runs a command that may be silent for long, with its output in LOG. Says
# every ten seconds what is being waited for, and shows the end of LOG if the command fails.
#
# The command runs in the foreground, the sign of life in the background: that way Ctrl-C reaches the
# command.
quietly() {
  local what=$1 log=$2 status=0 beat
  shift 2
  signs_of_life "$what" $$ &
  beat=$!
  "$@" > "$log" 2>&1 || status=$?
  kill "$beat" 2> /dev/null || true
  wait "$beat" 2> /dev/null || true
  [ "$status" = 0 ] && return
  tail -n 20 "$log" >&2
  fail "$what failed with status $status (the end of its output is above)"
}

# Ends by itself when the script that started it is gone. File descriptors are closed for the sleep, which
# may outlive us for some seconds and must not keep a lock or a pipe open.
signs_of_life() {
  local what=$1 parent=$2 start=$SECONDS
  exec 6>&- 7>&- 8>&- 9>&-
  while sleep 10 > /dev/null 2>&1 && kill -0 "$parent" 2> /dev/null; do
    say "    still waiting for $what ($((SECONDS - start))s)"
  done
}
