#!/usr/bin/env bash
# Runs two shell commands at the same time, and fails if one of them fails. The
# output of the first one appears at once. That of the second one follows when
# both have ended, so that their lines do not mix.
#
# usage: side-by-side.sh COMMAND COMMAND
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -uo pipefail

output=$(mktemp)
# A session of its own, so that all processes of the command can be ended.
setsid sh -c "$2" >"$output" 2>&1 &
second=$!
trap 'kill -- "-$second" 2>/dev/null; rm -f "$output"' EXIT
trap 'exit 130' INT TERM

failed=()
sh -c "$1" || failed+=("$1")
wait "$second" || failed+=("$2")
cat "$output"
for command in "${failed[@]}"; do
  echo "error: \`$command\` has failed" >&2
done
((${#failed[@]} == 0))
