#!/usr/bin/env bash
# Builds what a release consists of, from a clean clone of a commit, into a folder.
#
#   tools/release.sh FOLDER [COMMIT]
#
# FOLDER must not exist. COMMIT is HEAD unless you name another one; what is not committed is
# left out. The build takes half an hour on two cores. The script uploads nothing: it
# says what to upload, and where.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
# What crates.io gets, in the order of their dependencies.
crates=(pdll-front pdll-verify pdll)

main() {
  if [ $# -lt 1 ] || [ $# -gt 2 ]; then fail "usage: tools/release.sh FOLDER [COMMIT]"; fi
  [ ! -e "$1" ] || fail "\`$1\` exists; name a new folder"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  git clone --quiet --no-hardlinks "$source" "$work/pdll"
  cd "$work/pdll"
  git checkout --quiet --detach "$(git -C "$source" rev-parse --verify "${2:-HEAD}^{commit}")"
  version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
  grep -q "^## $version" docs/changes.md || fail "docs/changes.md has no part \`$version\`"
  # Whatever folder this machine builds in otherwise is not clean.
  export CARGO_TARGET_DIR=$work/pdll/target
  # The machine may have no index of Python packages; the wheel then says what it lacks.
  make in-place || true
  make wheel dist
  # The last package needs the others in the registry, so none is built here.
  cargo package --quiet --no-verify "${crates[@]/#/-p}"
  cp target/package/*.crate target/dist
  rm -f target/dist/*.sha256
  (cd target/dist && rm -f SHA256SUMS && sha256sum -- * >"$work/SHA256SUMS" &&
    mv "$work/SHA256SUMS" .)
  require "pdll-$version-*-linux-gnu.tar.gz" "pdll-$version-llvm*.tar.gz" \
    "pdll_${version}_*.deb" "pdll-$version.vsix" "mlir_pdll-$version-*.whl" \
    "${crates[@]/%/-$version.crate}"
  cd "$source"
  mkdir -p "$1"
  cp "$work"/pdll/target/dist/* "$1"
  say_what_to_do "$1" "$version"
}

# Checks that each file was made, because `make dist` leaves out what lacks a tool.
require() {
  for pattern in "$@"; do
    compgen -G "target/dist/$pattern" >/dev/null ||
      fail "\`$pattern\` was not made; the messages above say what is missing"
  done
}

say_what_to_do() {
  echo
  ls -l "$1"
  cat <<EOF

made the release $2 in $1. To publish it:
  git tag v$2 && git push origin v$2
  a release v$2 of the repository: all files but *.whl and *.crate
  PyPI: twine upload $1/*.whl
  crates.io, one after the other:$(printf ' cargo publish -p %s;' "${crates[@]}")
  Visual Studio Code: vsce publish --packagePath $1/pdll-$2.vsix
docs/publishing.md says what each of them needs.
EOF
}

fail() {
  echo "error: $1" >&2
  exit 1
}

main "$@"
