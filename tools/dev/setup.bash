# What ./dev needs before it does its job: packages, a configured folder, a build.

# Presets that serve some tests only: what is built for them.
declare -A targets_of=(
  [tsan]="rheon_unit_tests rheon_cli_tests rheon_cli"
  [arm64]="rheon_unit_tests rheon_conformance_tests")

# Those of the packages named that are not installed, one a line.
missing_packages() {
  local installed
  installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null | sed -n 's/ installed$//p' || true)
  comm -23 <(printf '%s\n' "$@" | sort -u) <(sort -u <<<"$installed")
}

# Runs a tool quietly: its output goes to a log, which is shown if the tool fails.
quietly() {
  local log=$1 rc=0
  shift
  mkdir -p "$(dirname "$log")"
  if [[ -n $verbose ]]; then
    "$@" 2>&1 | tee "$log" >&2 || rc=$?
  else
    "$@" >"$log" 2>&1 || rc=$?
    if ((rc != 0)); then cat "$log" >&2; fi
  fi
  return "$rc"
}

# Node of version 18 or later with npm, from wherever it comes.
has_node() {
  command -v npm >/dev/null && command -v node >/dev/null &&
    node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 18 ? 0 : 1)'
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  elif [[ -t 0 ]]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

# need GROUP...: installs the packages of these groups that are missing.
need() {
  local group list wanted=() missing
  for group in "$@"; do
    list="packages_$group[@]"
    wanted+=("${!list}")
    if [[ $group == build ]] && ! has_node; then wanted+=("${packages_node[@]}"); fi
  done
  if ! command -v dpkg-query >/dev/null; then
    say "not a Debian system: taking it that these are there: ${wanted[*]}"
    return
  fi
  mapfile -t missing < <(missing_packages "${wanted[@]}")
  ((${#missing[@]} == 0)) && return
  if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    fail "these packages are missing, and only root can install them:
  apt-get install --no-install-recommends ${missing[*]}"
  fi
  say "installing ${missing[*]}"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3)
  quietly "$root/build/apt-update.log" as_root "${apt[@]}" update || say "apt-get update failed; trying to go on"
  quietly "$root/build/apt-install.log" as_root "${apt[@]}" install -y --no-install-recommends "${missing[@]}" ||
    fail "could not install the packages; by hand: apt-get install --no-install-recommends ${missing[*]}"
  installed_something=1
}

# Compilers at once: one a core, but about 2 GB of memory for each.
jobs() {
  local count memory limit
  count=$(nproc)
  memory=$(awk '$1 == "MemAvailable:" {print int($2 / 1024)}' /proc/meminfo 2>/dev/null || true)
  memory=${memory:-$((2048 * count))}
  limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || true)
  if [[ $limit =~ ^[0-9]+$ ]] && ((limit / 1048576 < memory)); then memory=$((limit / 1048576)); fi
  if ((memory / 2048 < count)); then count=$((memory / 2048)); fi
  if ((count < 1)); then count=1; fi
  echo "${JOBS:-$count}"
}

configure() {
  local preset=$1
  local folder=$root/build/$preset
  local stamp=$folder/.configured
  # A build folder that was copied from elsewhere belongs to the tree it came from.
  if [[ -f $folder/CMakeCache.txt ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    rm -rf "$folder"
  fi
  # What was installed just now may be something that cmake has looked for in vain.
  if [[ -z $installed_something && -f $folder/build.ninja && $stamp -nt $root/CMakePresets.json ]]; then return; fi
  mkdir -p "$folder"
  (cd "$root" && quietly "$folder/configure.log" cmake --preset "$preset" "-DPython3_EXECUTABLE=$python") ||
    fail "cmake failed for preset $preset"
  touch "$stamp"
}

# Compiler, emulator and the libraries of AArch64.
need_arm64() {
  need build test arm64
  quietly "$root/build/arm64-root.log" "$root/tools/make_arm64_root" "$root/build/arm64-root" "${packages_arm64_root[@]}" ||
    fail "the libraries for AArch64 cannot be had: ${packages_arm64_root[*]}"
}

# build PRESET [TARGET...]: brings the targets up to date; silent when there is nothing to do.
build() {
  local preset=$1 rc=0 lock notice wanted
  local folder=$root/build/$preset
  shift
  if (($# == 0)); then read -ra wanted <<<"${targets_of[$preset]:-}"; else wanted=("$@"); fi
  mkdir -p "$root/build"
  exec {lock}>"$root/build/.lock-$preset"
  flock "$lock"
  configure "$preset"
  # The notice appears only if the build lasts; `read` waits without a process of its own.
  { read -rt 1.5 <> <(:) || say "building ($preset; the first time takes a few minutes)..."; } &
  notice=$!
  quietly "$folder/build.log" ninja -C "$folder" -j "$(jobs)" "${wanted[@]}" || rc=$?
  kill "$notice" 2>/dev/null || true
  wait "$notice" 2>/dev/null || true
  exec {lock}>&-
  if ((rc != 0)); then fail "the build failed (preset $preset, log in build/$preset/build.log)" "$rc"; fi
}

# need_for PRESET: all that its build, and its tests if it has any, need.
need_for() {
  case $1 in
    dev | asan | tsan | coverage) need build test ;;
    clang) need build test clang ;;
    release) need build ;;
    bench) need build bench ;;
    fuzz) need build fuzz ;;
    arm64) need_arm64 ;;
    *) fail "unknown preset '$1'; there are dev, release, bench, asan, coverage, fuzz, clang, tsan, arm64" 2 ;;
  esac
}
