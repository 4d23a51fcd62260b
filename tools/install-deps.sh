#!/usr/bin/env bash
# Installs the missing packages for building and testing pdll, or says which
# packages to install. Does nothing if all packages are installed.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail

llvm=${PDLL_LLVM:-22}
packages=("llvm-$llvm-dev" "libmlir-$llvm-dev" "mlir-$llvm-tools" "llvm-$llvm-tools"
  "libclang-$llvm-dev" "libpolly-$llvm-dev" libzstd-dev zlib1g-dev libxml2-dev libz3-dev
  libedit-dev libffi-dev g++ make
  # Needed by the tests.
  "clang-$llvm" cmake ninja-build valgrind mypy python3-pytest python3-wheel)

give_up() {
  {
    echo "error: $1"
    echo "pdll needs:"
    echo "  - Rust 1.90 or later with cargo (https://rustup.rs)"
    echo "  - LLVM and MLIR $llvm with headers and tools, a C++ compiler, make, and"
    echo "    valgrind, pytest and mypy for the tests. The Debian and Ubuntu packages"
    echo "    are (those of LLVM are at https://apt.llvm.org):"
    echo "      ${packages[*]}" | fold -s -w 78 | sed '2,$s/^/      /'
    echo "To use LLVM from another folder, set MLIR_SYS_${llvm}0_PREFIX and"
    echo "TABLEGEN_${llvm}0_PREFIX to the folder that contains bin/llvm-config."
  } >&2
  exit 1
}

command -v cargo >/dev/null || give_up "cargo is missing"

# Do not install packages for an LLVM in another folder; the build checks it.
default_prefix=/usr/lib/llvm-$llvm
variable=MLIR_SYS_${llvm}0_PREFIX
[[ ${!variable:-$default_prefix} == "$default_prefix" ]] || exit 0

command -v dpkg-query >/dev/null || give_up "this is not a Debian system"
installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
missing=()
for package in "${packages[@]}"; do
  grep -qxF "installed $package" <<<"$installed" || missing+=("$package")
done
((${#missing[@]})) || exit 0

as_root=()
if ((EUID != 0)); then
  sudo -n true 2>/dev/null ||
    give_up "not root, and these packages are missing: ${missing[*]}"
  as_root=(sudo -n)
fi
can_install() { apt-get install --simulate "${missing[@]}" >/dev/null 2>&1; }
echo "Installing ${missing[*]}"
can_install || "${as_root[@]}" apt-get update -qq || true
can_install || give_up "apt-get cannot install: ${missing[*]}"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
  give_up "apt-get could not install: ${missing[*]}"
