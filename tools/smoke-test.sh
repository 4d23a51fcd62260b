#!/bin/sh
# Tests that an installed or unpacked pdll works, with no packages except LLVM's:
#
#   tools/smoke-test.sh [--mlir-inside] [PREFIX]
#   tools/smoke-test.sh --command PROGRAM
#
# PREFIX is the folder that contains bin/pdll-opt, by default /usr. The script
# skips checks that need MLIR's headers, a C++ compiler or CMake if these are
# missing, and lists the skipped checks. With --mlir-inside, pdll-opt must work
# without LLVM's packages, too. With --command, PROGRAM is pdll-opt without the files that
# an installation has beside it, as a Python package brings it.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu

main() {
  inside=
  if [ "${1:-}" = --command ] && [ $# -eq 2 ]; then
    check_command "$2"
    return
  fi
  if [ "${1:-}" = --mlir-inside ]; then
    inside=yes
    shift
  fi
  [ $# -le 1 ] || fail "usage: tools/smoke-test.sh [--mlir-inside] [PREFIX], or --command PROGRAM"
  find_installation "${1:-/usr}"
  enter_scratch_folder
  write_inputs
  check_versions
  check_documents
  check_compile
  check_diagnostics
  check_apply
  check_explain
  check_language_server
  check_other_name
  check_definitions
  if [ "$inside" ]; then
    check_rules
    check_passes
    check_refusal
    check_libraries
  else
    check_pass
    check_header
    check_pattern_plugin
    check_cmake_package
  fi
  echo "pdll in $prefix works"
}

check_command() {
  inside=yes
  [ -x "$1" ] || fail "$1 is no program"
  pdll_opt=$(cd "${1%/*}" && pwd)/${1##*/}
  enter_scratch_folder
  write_inputs
  run "$pdll_opt" --version
  expect '^pdll-opt [0-9.]* (LLVM [0-9.]*)$'
  pass "this is $(cat output)"
  check_compile
  check_diagnostics
  check_apply
  check_explain
  check_language_server
  check_definitions
  check_rules
  check_passes
  echo "$pdll_opt works"
}

# Sets the variables for the installed files and for the LLVM that they use.
find_installation() {
  prefix=$(cd "$1" 2>/dev/null && pwd) || fail "folder $1 does not exist"
  pdll_opt=$prefix/bin/pdll-opt
  [ -x "$pdll_opt" ] || fail "$pdll_opt is missing"
  plugin=$(first_of "$prefix"/lib/libpdll.so "$prefix"/lib64/libpdll.so \
    "$prefix"/lib/*-linux-*/libpdll.so) || fail "libpdll.so is missing in $prefix"
  package=${plugin%/*}/cmake/Pdll
  llvm=$(sed -n 's/^set(PDLL_LLVM_PREFIX "\(.*\)")$/\1/p' \
    "$package/PdllConfig.cmake") || fail "the CMake package is missing in $package"
  mlir_opt=$llvm/bin/mlir-opt
  [ "$inside" ] || [ -x "$mlir_opt" ] || fail "$mlir_opt is missing; the package mlir-22-tools contains it"
}

# Works in a new folder, without the user's cache and library paths.
enter_scratch_folder() {
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  trap 'exit 1' HUP INT TERM
  cd "$scratch"
  export PDLL_CACHE_DIR="$scratch/cache"
  unset LD_LIBRARY_PATH LD_PRELOAD
}

write_inputs() {
  cat >double.pdll <<'PDLL'
Pattern DoubleIsShift {
  let root = op<arith.addi>(x: Value, x) -> (type<"i32">);
  rewrite root with {
    let one = op<arith.constant> {value = attr<"1 : i32">} -> (type<"i32">);
    replace root with op<arith.shli>(x, one) -> (type<"i32">);
  };
}
PDLL
  sed 's/x: Value, x/x: Value, y/' double.pdll >broken.pdll
  cat >in.mlir <<'MLIR'
func.func @twice(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
MLIR
}

check_versions() {
  run "$pdll_opt" --version
  version=$(sed -n 's/^set(PACKAGE_VERSION "\(.*\)")$/\1/p' \
    "$package/PdllConfigVersion.cmake")
  if [ "$inside" ]; then
    llvm_version=[0-9.]*
  else
    llvm_version=$("$mlir_opt" --version | sed -n 's/.*LLVM version //p')
  fi
  expect "^pdll-opt $version (LLVM $llvm_version)\$"
  pass "this is $(cat output)"
}

check_documents() {
  for page in pdll-opt pdll-opt-apply pdll-opt-check pdll-opt-compile pdll-opt-migrate \
    pdll-opt-fmt pdll-opt-explain pdll-opt-lsp pdll-opt-doctor; do
    manual=$(first_of "$prefix/share/man/man1/$page.1" \
      "$prefix/share/man/man1/$page.1.gz") || fail "the manual page of $page is missing"
    run gzip -cdf "$manual"
    expect "^\\.TH $page "
  done
  check_completions bash bash-completion/completions/pdll-opt
  check_completions fish fish/vendor_completions.d/pdll-opt.fish
  check_completions zsh zsh/site-functions/_pdll-opt
  pass "manual pages and completions exist"
}

# Checks that the file exists, and that the shell, if installed, can parse it.
check_completions() {
  file=$prefix/share/$2
  grep -q write-if-changed "$file" || fail "completions are missing in $file"
  if command -v "$1" >/dev/null; then
    run "$1" -n "$file"
  fi
}

check_compile() {
  run "$pdll_opt" compile double.pdll
  expect 'pdl\.pattern @DoubleIsShift'
  pass "pdll-opt compile works"
}

check_diagnostics() {
  run "$pdll_opt" check double.pdll
  run_to_fail 1 "$pdll_opt" check broken.pdll
  expect '^broken\.pdll:2:39: error: '
  pass "pdll-opt check works"
}

check_apply() {
  run "$pdll_opt" apply double.pdll in.mlir
  expect_rewritten
  run "$pdll_opt" opt --pass-pipeline='builtin.module(apply-pdll{patterns=double.pdll})' in.mlir
  expect_rewritten
  run "$pdll_opt" fmt --check double.pdll
  pass "pdll-opt apply, opt and fmt work"
}

check_explain() {
  run "$pdll_opt" explain double.pdll in.mlir --expect match
  expect '`DoubleIsShift` matches'
  pass "pdll-opt explain works"
}

check_language_server() {
  message='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
  end='{"jsonrpc":"2.0","method":"exit"}'
  printf '%s\n// -----\n%s\n' "$message" "$end" >messages
  run_to_fail 1 sh -c '"$1" lsp --lit-test <messages' sh "$pdll_opt"
  expect '"hoverProvider": true'
  pass "pdll-opt lsp works"
}

check_pass() {
  run_pass "$plugin" 'apply-pdll{patterns=double.pdll}'
  run_to_fail 1 "$mlir_opt" "--load-pass-plugin=$plugin" \
    '--pass-pipeline=builtin.module(apply-pdll{patterns=broken.pdll})' in.mlir
  expect '^broken\.pdll:2:39: error: '
  pass "a stock mlir-opt runs apply-pdll"
}

check_other_name() {
  run "$prefix/lib/pdll/mlir-pdll" -x mlir double.pdll
  expect 'pdl\.pattern @DoubleIsShift'
  ln -s "$pdll_opt" mlir-pdll
  run ./mlir-pdll -x mlir double.pdll
  expect 'pdl\.pattern @DoubleIsShift'
  pass "pdll-opt works under the name mlir-pdll"
}

# Checks that includes find MLIR's definitions and the standard library without -I.
check_definitions() {
  echo '#include "pdll/std.pdll"' | cat - double.pdll >std.pdll
  run "$pdll_opt" check std.pdll
  if ! [ "$inside" ] && ! [ -e "$llvm/include/mlir/Dialect/Arith/IR/ArithOps.td" ]; then
    skip "operation definitions: no MLIR headers in $llvm/include"
    return
  fi
  {
    echo '#include "mlir/Dialect/Arith/IR/ArithOps.td"'
    sed 's/arith\.shli/arith.shlli/' double.pdll
  } >misspelt.pdll
  run_to_fail 1 "$pdll_opt" check misspelt.pdll
  expect '^misspelt\.pdll:6:26: error: .*arith\.shlli'
  sed 's/shlli/shli/' misspelt.pdll >defined.pdll
  run "$pdll_opt" apply defined.pdll in.mlir
  expect_rewritten
  # The language server has threads, and so it reads definitions in another process.
  text=$(sed 's/["\\]/\\&/g; s/$/\\n/' misspelt.pdll | tr -d '\n')
  file="{\"uri\":\"file://$PWD/misspelt.pdll\",\"languageId\":\"pdll\",\"version\":1,\"text\":\"$text\"}"
  open="{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":$file}}"
  printf '%s\n// -----\n%s\n// -----\n%s\n' "$message" "$open" "$end" >messages
  run_to_fail 1 sh -c '"$1" lsp --lit-test <messages' sh "$pdll_opt"
  expect 'arith\.shlli'
  pass "includes find MLIR's operation definitions"
}

# Checks that rules in `.td` files work, and find MLIR's classes.
check_rules() {
  cat >rules.td <<'TD'
include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"

def SumIsProduct : Pat<(Arith_AddIOp $x, $x, $flags), (Arith_MulIOp $x, $x, $flags)>;
TD
  run "$pdll_opt" apply rules.td in.mlir
  expect 'arith\.muli %arg0, %arg0'
  pass "rules in .td files work"
}

check_passes() {
  run "$pdll_opt" apply double.pdll in.mlir \
    --pass-pipeline='builtin.module(apply-pdll{patterns=double.pdll},canonicalize,cse)'
  expect_rewritten
  pass "passes run beside the patterns"
}

# A plugin has another MLIR.
check_refusal() {
  run_to_fail 1 "$pdll_opt" opt "--load-pass-plugin=$plugin" in.mlir
  expect 'has MLIR inside and cannot load plugins of MLIR'
  run_to_fail 1 "$pdll_opt" apply double.pdll in.mlir --load-pass-plugin "$plugin"
  expect 'has MLIR inside and cannot load plugins of MLIR'
  pass "plugins of MLIR are refused"
}

# Checks that the program needs only the libraries of C and of the compiler, and offers
# none of its own MLIR to others.
check_libraries() {
  run ldd "$pdll_opt"
  ! grep -v -e 'linux-vdso\.so' -e '/ld-linux' -e 'lib\(c\|m\|gcc_s\|dl\|pthread\)\.so' output ||
    fail_with_output "the program needs other libraries"
  if ! command -v nm >/dev/null; then
    skip "symbols: no nm"
    return
  fi
  run nm -D --defined-only "$pdll_opt"
  ! grep -e mlir -e llvm output >found || fail "the program exports $(head -n 1 found)"
  pass "the program needs and offers nothing of MLIR"
}

check_header() {
  can_compile "a C++ header" || return 0
  run "$pdll_opt" compile -x cpp double.pdll -o double.h.inc
  cat >header.cpp <<'CPP'
#include "mlir/IR/PatternMatch.h"
#include "mlir/Parser/Parser.h"
#include "double.h.inc"

void populate(mlir::RewritePatternSet &set) { set.add<DoubleIsShift>(set.getContext()); }
CPP
  # CXX may contain arguments.
  run ${CXX:-c++} -std=c++17 -fno-rtti -isystem "$llvm/include" -fsyntax-only header.cpp
  pass "a C++ header compiles"
}

check_pattern_plugin() {
  # On the build machine, pdll-opt would also find cargo's archives.
  for archive in libpdll_shim.a libpdll_predicates.a; do
    [ -s "$prefix/lib/pdll/$archive" ] || fail "$archive is missing in $prefix/lib/pdll"
  done
  can_compile "a pattern plugin" || return 0
  run "$pdll_opt" compile -x plugin double.pdll -o libdouble.so --pass double-is-shift
  run_pass ./libdouble.so double-is-shift
  pass "a stock mlir-opt loads a pattern plugin"
}

# Builds the installed example, in a folder whose name contains a blank.
check_cmake_package() {
  can_compile "the CMake package" || return 0
  if ! command -v cmake >/dev/null || ! command -v make >/dev/null; then
    skip "the CMake package: no cmake, or no make"
    return
  fi
  cp -R "$prefix/share/doc/pdll/cmake/example" "the example" ||
    fail "the example of the CMake package is missing"
  run cmake -G "Unix Makefiles" -S "the example" -B build "-DCMAKE_PREFIX_PATH=$prefix;$llvm"
  run cmake --build build --parallel 2
  (cd build && run ctest --output-on-failure)
  pass "the example of the CMake package works"
}

can_compile() {
  if ! [ -e "$llvm/include/mlir/IR/Operation.h" ]; then
    skip "$1: no MLIR headers in $llvm/include"
  elif ! [ -e "$llvm/include/llvm/Config/llvm-config.h" ]; then
    skip "$1: no LLVM headers in $llvm/include"
  elif [ -z "${CXX:-}" ] && ! command -v c++ >/dev/null; then
    skip "$1: no C++ compiler"
  else
    return 0
  fi
  return 1
}

# Runs a pass of a plugin on the program.
run_pass() {
  run "$mlir_opt" "--load-pass-plugin=$1" "--pass-pipeline=builtin.module($2)" in.mlir
  expect_rewritten
}

expect_rewritten() {
  expect 'arith\.shli %arg0, %c1_i32'
  ! grep -q arith.addi output || fail_with_output "the addition was not replaced"
}

# Runs a command that must succeed, and leaves its output in the file `output`.
run() {
  command=$*
  "$@" >output 2>&1 || fail_with_output "failed with exit code $?"
}

# Runs a command that must fail with this exit code.
run_to_fail() {
  wanted=$1
  shift
  command=$*
  status=0
  "$@" >output 2>&1 || status=$?
  [ "$status" -eq "$wanted" ] ||
    fail_with_output "exit code $status instead of $wanted"
}

# Checks that the last command printed a line that matches.
expect() {
  grep -q -e "$1" output || fail_with_output "the output has no line with \`$1\`"
}

# Prints the first of these files that exists.
first_of() {
  for file; do
    if [ -e "$file" ]; then
      echo "$file"
      return
    fi
  done
  return 1
}

pass() {
  echo "ok: $1"
}

skip() {
  echo "skipped: $1"
}

fail_with_output() {
  cat output >&2
  fail "$1: $command"
}

fail() {
  echo "error: $1" >&2
  exit 1
}

main "$@"
