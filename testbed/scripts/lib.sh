# What several scripts share. Sourced, never run.
# shellcheck shell=bash disable=SC2034 # the variables are used by those who source this

# One folder per run, named by the run's id; everything that a run makes carries that id.
runs=/run/harmony-testbed

# A network that no real host can own (TEST-NET-1), so that a stray packet could never reach one.
network=192.0.2

# What no namespace keeps apart: a Pi must not be able to set this machine's clock or load modules into its kernel.
forbidden=-sys_time,-sys_module

namespace_of() { # RUN MEMBER
  echo "ht-$1-$2"
}

# A pid alone may have been given to another process since; pid and start time together name one process for good.
start_time_of() { # PID of a living process
  local stat
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
  # The command's name stands in parentheses and may hold spaces: count the fields after it.
  read -ra fields <<<"${stat##*) }"
  # A zombie is dead and only waits for its parent to take note.
  [ "${fields[0]}" != Z ] || return 1
  echo "${fields[19]}"
}

is_alive() { # PID START_TIME
  [ "$(start_time_of "$1")" = "$2" ]
}

# Where cgroups are made: one hierarchy on a unified (v2) machine, all of them on a legacy or hybrid one.
cgroup_hierarchies() {
  awk '$3 == "cgroup" || $3 == "cgroup2" { print $2 }' /proc/mounts | grep '^/sys/fs/cgroup' | sort -u
}

# A cgroup can only be removed from its leaves up, and only after its last process is gone.
remove_cgroup() { # NAME
  local hierarchy
  for hierarchy in $(cgroup_hierarchies); do
    if [ -d "$hierarchy/$1" ]; then
      find "$hierarchy/$1" -depth -type d -exec rmdir {} \; 2>/dev/null || true
    fi
  done
}

# The cgroup below a Pi's, in the freezer's hierarchy, for what shall stand still.
petrified=petrified

# Whatever stands still goes on. A pid namespace only ends when all in it do, so this comes before any end of a Pi.
unpetrify() { # CGROUP of a Pi
  local state=/sys/fs/cgroup/freezer/$1/$petrified/freezer.state freeze
  [ -e "$state" ] && echo THAWED >"$state"
  while read -r freeze; do
    echo 0 >"$freeze"
  done < <(find "/sys/fs/cgroup/$1" -name cgroup.freeze 2>/dev/null)
}
