#!/usr/bin/env bash
# Packs the Python package, with MLIR inside, as a wheel.
#
# usage: wheel.sh MODULE HEADERS FOLDER [IN_PLACE]
#
# MODULE is the native module, linked with the feature `static`. HEADERS is the folder with
# MLIR's definitions, which come along. The wheel is written to FOLDER. IN_PLACE is the module
# that rewrites modules of MLIR's Python bindings in place.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail

module=$1 headers=$2 folder=$3 in_place=${4:-}
source=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-python3}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$source/Cargo.toml" | head -n 1)

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
package=$stage/mlir_pdll
definitions=$package/share/pdll/include
info=$stage/mlir_pdll-$version.dist-info
mkdir -p "$definitions" "$info" "$folder"

cp "$source"/src/python/mlir_pdll/* "$package"
cp "$module" "$package/_native.abi3.so"
if [ -n "$in_place" ]; then cp "$in_place" "$package/_in_place.abi3.so"; fi
(cd "$headers" && find mlir \( -name '*.td' -o -name '*.pdll' \) -exec cp --parents {} "$definitions" \;)
mkdir -p "$definitions/mlir/Transforms"
cp "$source/src/front/builtin_files/DialectConversion.pdll" "$definitions/mlir/Transforms"

cmake=$package/share/pdll/cmake
mkdir -p "$cmake" "$package/include/pdll"
cp "$source/cmake/python/PdllConfig.cmake" "$source/cmake/AddPdll.cmake" "$cmake"
cmake -DVERSION="$version" -DFOLDER="$cmake" -P "$source/cmake/python/Version.cmake"
# Code that g++ compiles needs it.
cp "$source/cpp-shim/include/pdll/TypeNames.h" "$package/include/pdll"

cp "$source/LICENSE" "$info"
cat >"$info/WHEEL" <<EOF
Wheel-Version: 1.0
Generator: pdll $version
Root-Is-Purelib: false
Tag: cp310-abi3-manylinux_2_34_$(uname -m)
EOF
{
  cat <<EOF
Metadata-Version: 2.4
Name: mlir-pdll
Version: $version
Summary: Pattern rewriting for MLIR, live: pattern files, applied to programs
License-Expression: Apache-2.0 WITH LLVM-exception
License-File: LICENSE
Requires-Python: >=3.10
Provides-Extra: verify
Requires-Dist: z3-solver >=4.12; extra == "verify"
Classifier: Programming Language :: Python :: 3
Classifier: Programming Language :: Rust
Classifier: Topic :: Software Development :: Compilers
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

EOF
  cat "$source/docs/python.md"
} >"$info/METADATA"
cat >"$info/entry_points.txt" <<EOF
[console_scripts]
pdll-opt = mlir_pdll._command:main
EOF
touch "$info/RECORD"

"$python" -m wheel pack --dest-dir "$folder" "$stage" >/dev/null
echo "made $(ls "$folder"/mlir_pdll-"$version"-*.whl)"
if [ -z "$in_place" ]; then
  echo "without \`make in-place\`, which fetches packages, it rewrites no Python modules in place"
fi
