#!/usr/bin/env bash
# Runs each fuzz target for some seconds, starting with the files of this repository.
# What one of them finds is a file in target/fuzz, and an error.
#
# usage: tests/fuzz/run.sh [SECONDS [TARGET...]]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-60}
shift $(($# > 0))
targets=("$@")
((${#targets[@]})) || mapfile -t targets < <(cargo fuzz list --fuzz-dir tests/fuzz)
target=${CARGO_TARGET_DIR:-target}/fuzz
mkdir -p "$target/seeds"
find src/front/std lit-tests examples -name '*.pdll' -exec cp --parents -t "$target/seeds" -- {} +

for name in "${targets[@]}"; do
  mkdir -p "$target/corpus/$name" "$target/found/$name"
  # Without sanitizers, as there is no unsafe code, the stable compiler does.
  cargo fuzz run --fuzz-dir tests/fuzz --target-dir "$target" --sanitizer none "$name" \
    "$target/corpus/$name" "$target/seeds" -- \
    -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -verbosity=0 -print_final_stats=1 \
    -artifact_prefix="$target/found/$name/"
done
