#!/usr/bin/env bash
# Runs the fuzz targets, two at a time, starting with the pattern files of this
# repository. What one of them finds is a file in target/fuzz/found, and an error.
# Without cargo-fuzz, and where it cannot be installed, nothing is done.
#
# With a number of seconds, each target runs that long and goes on where it stopped the
# last time. Without, each runs for about a minute and begins anew with a seed that is
# always the same: whether a change is good must not depend on luck.
#
# usage: tests/fuzz/run.sh [SECONDS [TARGET...]]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-}
shift $(($# > 0))
folder=$(realpath -m -- "${CARGO_TARGET_DIR:-target}")/fuzz
mkdir -p "$folder/seeds"

if ! cargo fuzz --version >/dev/null 2>&1 &&
  ! cargo install --quiet --locked cargo-fuzz >"$folder/install.log" 2>&1; then
  echo "cargo-fuzz cannot be installed, so nothing is fuzzed:" >&2
  tail -n 3 "$folder/install.log" >&2
  exit 0
fi

# There is no unsafe code to watch, and without sanitizers the stable compiler does.
options=(--fuzz-dir tests/fuzz --target-dir "$folder" --sanitizer none)
cargo fuzz build "${options[@]}"
find src/front/std lit-tests examples -name '*.pdll' -exec cp --parents -t "$folder/seeds" -- {} +

# How many inputs a target tests in about a minute.
declare -A inputs=([bytes]=30000 [code]=250000 [format]=90000 [tokens]=200000 [wire]=900000)

fuzz() {
  log=$folder/$1.log
  if [[ $seconds ]]; then
    corpus=$folder/corpus/$1
    limits=("-max_total_time=$seconds")
  else
    corpus=$folder/anew/$1
    limits=("-runs=$2" -seed=1)
    rm -rf "$corpus"
  fi
  mkdir -p "$corpus" "$folder/found/$1"
  if "$folder"/*/release/"$1" "${limits[@]}" "$corpus" "$folder/seeds" \
    -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$folder/found/$1/" >"$log" 2>&1; then
    echo "fuzz target $1: $(sed -n 's/stat::number_of_executed_units: *//p' "$log") inputs"
  else
    echo "error: the fuzz target $1 has failed"
    grep -A3 'panicked at\|SUMMARY\|Test unit written' "$log"
    return 1
  fi >&2
}
export -f fuzz
export folder seconds

targets=("$@")
((${#targets[@]})) || mapfile -t targets < <(cargo fuzz list --fuzz-dir tests/fuzz)
for target in "${targets[@]}"; do
  echo "$target ${inputs[$target]}"
done | xargs -P 2 -L 1 bash -c 'fuzz "$@"' fuzz
