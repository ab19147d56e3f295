# ./dev fuzz: new inputs for the readers.

fuzz_targets=(models expressions units csv hdf5 states http)

run_fuzz() {
  local targets=() minutes=1 target rc=0
  while (($#)); do
    case $1 in
      --minutes)
        minutes=${2:-}
        if (($# > 1)); then shift; fi
        ;;
      --minutes=*) minutes=${1#*=} ;;
      -*) fail "fuzz: unknown option '$1'; only --minutes N" 2 ;;
      *) targets+=("$1") ;;
    esac
    shift
  done
  [[ $minutes =~ ^[1-9][0-9]*$ ]] || fail "fuzz: --minutes needs a whole number from 1 on, not '$minutes'" 2
  for target in "${targets[@]}"; do
    [[ " ${fuzz_targets[*]} " == *" $target "* ]] || fail "no fuzz target is called '$target'; there are ${fuzz_targets[*]}" 2
  done
  if ((${#targets[@]} == 0)); then targets=("${fuzz_targets[@]}"); fi
  need build fuzz
  build fuzz "${targets[@]/#/rheon_fuzz_}"
  for target in "${targets[@]}"; do fuzz_one "$target" "$minutes" || rc=1; done
  return "$rc"
}

# Leaks are looked for at the end alone; 2 GB and 20 s an input are far more than any needs.
fuzz_one() {
  local target=$1 minutes=$2 rc=0
  local folder=$root/build/fuzz
  local log=$folder/$target.log dictionary=$root/tests/fuzz/dictionaries/$target.dict options=()
  mkdir -p "$folder/corpus/$target" "$folder/found"
  if [[ -f $dictionary ]]; then options+=("-dict=$dictionary"); fi
  "$folder/rheon_fuzz_$target" -max_total_time=$((60 * minutes)) -rss_limit_mb=2048 -timeout=20 -detect_leaks=0 \
    -print_final_stats=1 -artifact_prefix="$folder/found/$target-" "${options[@]}" \
    "$folder/corpus/$target" "$root/tests/fuzz/corpus/$target" >"$log" 2>&1 || rc=$?
  if ((rc == 0)); then
    echo "fuzz $target: passed, $(sed -n 's/^stat::number_of_executed_units: //p' "$log") inputs in $minutes min"
  else
    grep -vE '^#[0-9]+\s+(NEW|REDUCE|pulse|INITED|RELOAD)' "$log" | tail -40
    echo "fuzz $target: FAILED (log in build/fuzz/$target.log)"
  fi
  return "$rc"
}
