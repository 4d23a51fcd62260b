#!/usr/bin/env bash
# Packs the extension for Visual Studio Code:
#
#   editors/package.sh FILE.vsix
#
# Downloads the packages of its lock file once, if npm does not have them.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail

(($# == 1)) || {
  echo "usage: editors/package.sh FILE.vsix" >&2
  exit 2
}
file=$(realpath -m -- "$1")
cd "$(dirname "$0")/vscode"
[[ -d node_modules ]] || npm ci --ignore-scripts --prefer-offline --no-audit --no-fund --silent
mkdir -p "$(dirname "$file")"
npm run --silent package -- --out "$file" >package.log 2>&1 || {
  cat package.log >&2
  exit 1
}
echo "made $file"
