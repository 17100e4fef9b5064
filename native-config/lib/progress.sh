# shellcheck shell=bash
# Needs messages.sh.

# builder_progress: reads the output of native-image.sh and shows the builder's stage lines, "[2/8] Performing
# analysis... (9.1s)", and ours about waiting for a lock. The builder completes a stage's line only when the
# stage is over, so there is a sign of life every ten seconds besides.
builder_progress() {
  local text line='' status
  while true; do
    status=0
    IFS= read -r -t 10 text || status=$?
    line+=$text
    if [ "$status" -gt 128 ]; then
      say "    still building (${SECONDS}s)"
      continue
    fi
    if [[ $line =~ ^\[[0-9]/[0-9]\] || $line =~ ^(waiting for|\ +still waiting) ]]; then
      say "$(tr -s ' ' <<< "$line")"
    fi
    [ "$status" = 0 ] || return 0
    line=''
  done
}
