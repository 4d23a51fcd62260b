#!/usr/bin/env bash
# Runs the fuzz targets, two at a time, starting with the pattern files of this
# repository. What one of them finds is a file in target/fuzz/found, and an error.
# Where libFuzzer cannot be fetched, nothing is done.
#
# With a number of seconds, each target runs that long and goes on where it stopped the
# last time. Without, each runs for about 20 seconds and begins anew with a seed that is
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

if ! cargo fetch --quiet --locked --manifest-path tests/fuzz/Cargo.toml >"$folder/fetch.log" 2>&1; then
  echo "libFuzzer cannot be fetched, so nothing is fuzzed:" >&2
  tail -n 3 "$folder/fetch.log" >&2
  exit 0
fi

# What `cargo fuzz build` would do, which takes longer to install than the programs to
# compile. There is no unsafe code to watch, and without sanitizers the stable compiler
# does.
machine=$(rustc -vV | sed -n 's/^host: //p')
coverage=(level=4 inline-8bit-counters pc-table trace-compares stack-depth)
flags="-Cpasses=sancov-module --cfg fuzzing -Ccodegen-units=1"
flags+=" -Cllvm-args=-simplifycfg-branch-fold-threshold=0"
flags+=$(printf ' -Cllvm-args=-sanitizer-coverage-%s' "${coverage[@]}")
# With a target, build scripts and macros are compiled without these flags.
RUSTFLAGS=$flags cargo build --release --quiet --locked --manifest-path tests/fuzz/Cargo.toml \
  --target-dir "$folder" --target "$machine"
find src/front/std lit-tests examples -name '*.pdll' -exec cp --parents -t "$folder/seeds" -- {} +

# How many inputs a target tests in about 20 seconds.
declare -A inputs=([bytes]=5000 [code]=45000 [format]=15000 [tokens]=14000 [wire]=150000)

# A timeout is far above what any input takes, also where compilers run beside it.
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
  if "$folder/$machine/release/$1" "${limits[@]}" "$corpus" "$folder/seeds" \
    -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$folder/found/$1/" >"$log" 2>&1; then
    echo "fuzz target $1: $(sed -n 's/stat::number_of_executed_units: *//p' "$log") inputs"
  else
    echo "error: the fuzz target $1 has failed"
    grep -A3 'panicked at\|SUMMARY\|Test unit written' "$log"
    return 1
  fi >&2
}
export -f fuzz
export folder machine seconds

targets=("$@")
((${#targets[@]})) || mapfile -t targets < <(basename -s .rs tests/fuzz/targets/*.rs)
for target in "${targets[@]}"; do
  echo "$target ${inputs[$target]}"
done | xargs -P 2 -L 1 bash -c 'fuzz "$@"' fuzz
