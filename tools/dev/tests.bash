# ./dev test: suites, one by one and all together.

# Tests that use threads, for ./dev test --tsan.
thread_tests='^unit\.(Parallel|Runs|LiveRows|ColumnCacheTest|ResultFileTest|RowsAnswer|Thinning)\.|ThreadsMayShareATape'
thread_tests+='|NumberOfJobs|ParallelRuns|MonitorEnds|EndsWhenAsked|^cli\.(CliBatch\.|test_live|test_view)|CtrlC'

# suite PRESET [CTEST ARGS...]: builds and runs one suite. Shows failures and the closing lines, logs everything.
suite() {
  local preset=$1 rc=0 launch=()
  local folder=$root/build/$preset
  local log=$folder/${suite_log:-test.log}
  shift
  rm -f "$log"
  build "$preset"
  local hidden='^ *Start +[0-9]+: |^ *[0-9]+/[0-9]+ Test +#[0-9]+: .* Passed |^Internal ctest changing'
  if [[ -n $verbose ]]; then hidden='^Internal ctest changing'; fi
  # The thread sanitizer may not start where the system spreads addresses too widely.
  if [[ $preset == tsan ]] && setarch -R true 2>/dev/null; then launch=(setarch -R); fi
  "${launch[@]}" ctest --test-dir "$folder" --parallel "$(nproc)" --output-on-failure --no-tests=error "$@" 2>&1 | tee "$log" |
    grep --line-buffered -vE "$hidden" || rc=${PIPESTATUS[0]}
  return "$rc"
}

# All but what is the same whatever carries out programs: the page in a browser, and checks of tools and of the tree.
interpreted_suite() {
  RHEON_CODE=interpret suite_log=interpreted.log suite dev -LE full -E '^(viewer|tools|tree)\.' "$@"
}

# Documents, tools, the page in a browser and the matrix of examples run for minutes under sanitizers what other tests run as
# well.
sanitized_suite() { suite asan -LE full -E '^(docs|tools|viewer)\.|MatrixHasARowForEveryExample' "$@"; }

# A browser and its page are the same whatever compiled the command.
clang_suite() { suite clang -LE full -E '^viewer\.' "$@"; }

tsan_suite() { suite tsan -LE full -R "$thread_tests" "$@"; }

# Expressions nested as deeply as allowed, and the long run of a stiff top, take five minutes and more in the emulator.
arm64_suite() {
  suite arm64 -LE full -R '^(unit|conformance)\.' -E '^unit\.Depth\.|ATopHeldByTooStiffSprings' "$@"
}

# Information, never a failure.
report_instructions() {
  if (build dev bench_steps); then
    "$python" -B "$root/tools/check_instructions" --program "$root/build/dev/bench/bench_steps" || true
  else
    echo "not counted: the benchmarks do not build"
  fi
}

# The lines with which ctest ended, from its log.
closing_lines() {
  if [[ ! -f $1 ]]; then
    echo "not run: the build FAILED"
    return
  fi
  grep -E '^[0-9]+% tests passed|^Total Test time|^The following tests FAILED|^\s+[0-9]+ - |^No tests' "$1" || true
}

# Everything, and what takes too long for every change: by hand.
run_extended() {
  local rc=0 part parts=(clang tsan)
  if (need_arm64); then parts+=(arm64); else say "arm64 is left out"; fi
  (run_tests --full "$@") || rc=$?
  (run_fuzz --minutes 2) || rc=$?
  for part in "${parts[@]}"; do (run_tests "--$part" "$@") || rc=$?; done
  for part in "${parts[@]}"; do
    echo "$part (log in build/$part/test.log):"
    closing_lines "$root/build/$part/test.log"
  done
  return "$rc"
}

run_tests() {
  local full='' interpret='' preset=dev args=()
  while (($#)); do
    case $1 in
      --extended)
        shift
        run_extended "${args[@]}" "$@"
        return
        ;;
      --full) full=1 ;;
      --interpret) interpret=1 ;;
      --asan | --clang | --tsan | --arm64) preset=${1#--} ;;
      *) args+=("$1") ;;
    esac
    shift
  done
  if [[ -n $interpret ]]; then
    need_for dev
    interpreted_suite "${args[@]}"
    return
  fi
  if [[ -z $full ]]; then
    local rc=0
    need_for "$preset"
    case $preset in
      asan) sanitized_suite "${args[@]}" || rc=$? ;;
      dev) suite dev -LE full "${args[@]}" || rc=$? ;;
      *) "${preset}_suite" "${args[@]}" || rc=$? ;;
    esac
    say "full log in build/$preset/test.log"
    return "$rc"
  fi

  # Everything: go on after a failure, so that one run shows all.
  need build test format bench instructions
  local rc=0 format=0 dev=0 interpreted=0 sanitized=0
  "$root/tools/format" --check || format=$?
  (suite dev "${args[@]}") || dev=$?
  (interpreted_suite "${args[@]}") || interpreted=$?
  (sanitized_suite "${args[@]}") || sanitized=$?
  echo
  echo "instructions of recorded steps:"
  report_instructions
  echo "format check: $( ((format == 0)) && echo passed || echo FAILED)"
  echo "suite without machine code (log in build/dev/interpreted.log):"
  closing_lines "$root/build/dev/interpreted.log"
  echo "suite under sanitizers (log in build/asan/test.log):"
  closing_lines "$root/build/asan/test.log"
  echo "suite, with the long tests, examples and installation (log in build/dev/test.log):"
  closing_lines "$root/build/dev/test.log"
  for rc in "$dev" "$interpreted" "$sanitized" "$format"; do
    if ((rc != 0)); then return "$rc"; fi
  done
}
