# ./dev bench: the benchmark programs. They are bench/NAME.cpp, built, and bench/NAME.py, which run others.

run_bench() {
  local names=() options=() only_steps='' only_race='' needed=(build bench) targets=(bench_all) name program rc=0
  while (($#)); do
    case $1 in
      # options of the race that take a value
      --problem | --engines | --reps | --limit | --patience | --largest)
        only_race=1
        options+=("$1" "${2:-}")
        if (($# > 1)); then shift; fi
        ;;
      -*) options+=("$1") ;;
      *) names+=("${1#bench_}") ;;
    esac
    # These only mean something to the step benchmark.
    if [[ $1 == --instructions || $1 == --baseline || $1 == --record ]]; then only_steps=1; fi
    shift
  done
  if [[ -n $only_steps ]]; then
    needed+=(instructions)
    if ((${#names[@]} == 0)); then names=(steps); fi
  fi
  if [[ -n $only_race ]] && ((${#names[@]} == 0)); then names=(race); fi
  if ((${#names[@]} == 0)); then
    mapfile -t names < <(cd "$root/bench" && printf '%s\n' *.cpp *.py | sed 's/\.[a-z]*$//')
  fi
  if [[ " ${names[*]} " == *" race "* ]]; then
    needed+=(peers)
    targets+=(race_all)
  fi
  if [[ " ${names[*]} " == *" page "* ]]; then
    needed+=(test)
    targets+=(rheon_cli)
  fi
  need "${needed[@]}"
  # the record is that of the build which CI counts
  if [[ " ${options[*]} " == *" --record "* ]]; then
    build dev bench_steps
    "$root/build/dev/bench/bench_steps" "${options[@]}"
    return
  fi
  build bench "${targets[@]}"
  if [[ " ${targets[*]} " == *" race_all "* ]]; then grep -h '^-- race: ' "$root/build/bench/configure.log" >&2 || true; fi
  for name in "${names[@]}"; do
    program=("$root/build/bench/bench/bench_$name")
    if [[ -f $root/bench/$name.py ]]; then program=("$python" -B "$root/bench/$name.py"); fi
    [[ -e ${program[-1]} ]] || fail "no benchmark is called '$name' (bench/$name.cpp or bench/$name.py)" 2
    "${program[@]}" "${options[@]}" || rc=$?
  done
  return "$rc"
}
