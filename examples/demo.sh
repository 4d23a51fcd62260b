#!/usr/bin/env bash
# Applies demo.pdll to demo.mlir in a stock mlir-opt, and prints the result.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail
cd "$(dirname "$0")/.."

llvm=${PDLL_LLVM:-22}
prefix=MLIR_SYS_${llvm}0_PREFIX
mlir_opt=${!prefix:-/usr/lib/llvm-$llvm}/bin/mlir-opt
plugin=${CARGO_TARGET_DIR:-target}/release/libpdll.so
pipeline='builtin.module(func.func(apply-pdll{patterns=examples/demo.pdll}))'

show() {
  printf '\n=== %s ===\n\n' "$1"
  cat
}

show 'The patterns: examples/demo.pdll' <examples/demo.pdll
show 'The program: examples/demo.mlir' <examples/demo.mlir
show 'The command' <<END
$mlir_opt \\
  --load-pass-plugin=$plugin \\
  --pass-pipeline='$pipeline' \\
  examples/demo.mlir
END
rewritten=$("$mlir_opt" --load-pass-plugin="$plugin" \
  --pass-pipeline="$pipeline" examples/demo.mlir)
show 'The rewritten program' <<<"$rewritten"
