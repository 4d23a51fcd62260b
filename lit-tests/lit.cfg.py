# How lit runs the tests below this folder: `make test` for all of them, or
# /usr/lib/llvm-22/bin/lit -sv lit-tests/Parser for some.
#
# PDLL_LLVM: the major version of LLVM, 22 otherwise.
# MLIR_SYS_220_PREFIX: where LLVM and MLIR 22 are, /usr/lib/llvm-22 otherwise. Other versions
# have a variable and a folder of their own.
# PDLL_TEST_EFFORT: the share of generated inputs to test; see tests/effort/mod.rs.
# CXX: the compiler of C++ code in pattern files, and of the substitutions below.
# PDLL_TEST_CXX: another compiler for the substitutions.
# PDLL_BUILD_DIR: where pdll-opt and libpdll.so are, relative to the root of the
# repository, target/release otherwise.
#
# Beside lit's own, tests can use these substitutions:
#   %pdll_lib  the plugin
#   %apply     mlir-opt with the plugin; the pipeline follows
#   %cc_native, %cxx_native
#              the system's C compiler, or the C++ compiler, making a library of
#              native functions; its source, `-o`, and libraries of MLIR follow
#   %cxx_flags the options of %cxx_native, for a certain compiler
#   %cxx_precompiled
#              %cxx_native, faster: tests/precompiled describes it
#   %native_cache
#              runs a command with a cache that all tests share, so that they
#              share a precompiled header
#   %not_loaded
#              `not`, for a command of mlir-opt whose plugin refuses to be loaded
#   %mlir_headers
#              the folder of MLIR's headers and `.td` files
#   %python    this Python
#   %browser   Chromium, if it is installed; prints a page after its scripts have run
#   %check_diagnostics
#              FileCheck that fails too when there is a diagnostic without CHECK
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import mmap
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys

import lit.formats

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
target = os.path.join(root, os.environ.get("CARGO_TARGET_DIR", "target"))
build = os.path.join(
    root, os.environ.get("PDLL_BUILD_DIR", os.path.join(target, "release"))
)
major = os.environ.get("PDLL_LLVM", "22")
prefix = os.environ.get(f"MLIR_SYS_{major}0_PREFIX", f"/usr/lib/llvm-{major}")
llvm = os.path.join(prefix, "bin")

config.name = "pdll"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".pdll", ".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
# lit starts with the tests that took longest in the last run here. In the first run, it
# knows that from `.lit_test_times.txt` beside this file.
config.test_exec_root = os.path.join(target, "lit")

# Tests name these programs as a user would. They must be there: a test must
# not take others of the same names.
tools = [
    (build, ["pdll-opt", "pdll-opt-full", "libpdll.so"]),
    (llvm, ["mlir-opt", "mlir-pdll", "FileCheck", "not", "split-file", "count"]),
]
for folder, names in tools:
    for name in names:
        if not os.path.exists(os.path.join(folder, name)):
            lit_config.fatal(f"there is no {name} in {folder}")
config.environment["PATH"] = os.pathsep.join([build, llvm, os.environ["PATH"]])


def has_text(library, text):
    """Whether a library of LLVM contains some text."""
    path = os.path.join(os.path.dirname(llvm), "lib", f"lib{library}.so")
    with open(path, "rb") as file:
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as contents:
            return contents.find(text) >= 0


# What one LLVM has, and another has not. `mlir-opt` from Debian has MLIR's dialect
# `test`, and Debian's MLIR is from clang, which spells the names of types differently.
dialects = subprocess.run(
    [os.path.join(llvm, "mlir-opt"), "--show-dialects"], capture_output=True, text=True
).stdout
if "test" in re.split(r"[\s,]+", dialects):
    config.available_features.add("test-dialect")
if not has_text("MLIR", b"[with DesiredTypeName = "):
    config.available_features.add("mlir-from-clang")
browser = shutil.which("chromium")
if browser:
    config.available_features.add("chromium")
# With assertions, `mlir-opt` does not survive a plugin that refuses to be loaded.
ends = has_text("LLVM", b"_ZN4llvm23EnableABIBreakingChecksE")

plugin = shlex.quote(os.path.join(build, "libpdll.so"))
headers = shlex.quote(os.path.join(root, "cpp-shim", "include"))
mlir_headers = shlex.quote(os.path.join(os.path.dirname(llvm), "include"))
native = (
    "-shared -fPIC -Wall -Wextra -Werror "
    # Tests that only compile need no `-shared`, as clang says.
    "-Wno-unused-command-line-argument -isystem {0}/include -I{1} -L{0}/lib"
).format(os.path.dirname(llvm), headers)
cxx = os.environ.get("PDLL_TEST_CXX") or os.environ.get("CXX") or "c++"
precompiled = shlex.join(
    [
        "env",
        f"CXX={cxx}",
        sys.executable,
        os.path.join(root, "tests", "precompiled", "precompile.py"),
        os.path.join(target, "tmp", "precompiled"),
        os.path.dirname(llvm),
    ]
)
native_cache = shlex.quote(os.path.join(config.test_exec_root, "cache"))
config.substitutions += [
    (r"%native_cache\b", f"env PDLL_CACHE_DIR={native_cache}"),
    (r"%cc_native\b", f"cc -std=c11 {native}"),
    (r"%cxx_native\b", f"{cxx} -std=c++17 -fno-rtti {native}"),
    (r"%cxx_flags\b", f"-std=c++17 -fno-rtti {native}"),
    (r"%pdll_lib\b", plugin),
    (r"%cxx_precompiled\b", f"{precompiled} {native}"),
    (r"%mlir_headers\b", mlir_headers),
    (r"%not_loaded\b", "not --crash" if ends else "not"),
    (r"%python\b", shlex.quote(sys.executable)),
    (
        r"%browser\b",
        f"{shlex.quote(browser or 'chromium')} --headless --no-sandbox --disable-gpu "
        "--virtual-time-budget=2000 --dump-dom",
    ),
    (r"%apply\b", f"mlir-opt --load-pass-plugin={plugin}"),
    (
        r"%check_diagnostics\b",
        "FileCheck --match-full-lines '--implicit-check-not={{error|warning|note}}:'",
    ),
]
# The shell reads a path as one word even with a blank in it. lit replaces what
# is between the quotes later.
if shlex.quote(root) != root:
    config.substitutions += [(rf"%{c}\b", f"'%{c}'") for c in "sSt"]

# A test that takes more memory than this fails. Otherwise, patterns that grow without
# end would take all memory of the machine. A test that needs more raises its limit, as
# in `ulimit -v unlimited`.
memory = 4_000_000_000
hard = resource.getrlimit(resource.RLIMIT_AS)[1]
if hard == resource.RLIM_INFINITY or hard > memory:
    resource.setrlimit(resource.RLIMIT_AS, (memory, hard))

# What a user has set must not change what is tested.
config.environment["LC_ALL"] = "C.UTF-8"
# Modules that tests import lie beside them.
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# Without a cache of `.td` definitions; tests of it have their own.
config.environment["PDLL_CACHE_DIR"] = ""
config.environment["COMPILER_PATH"] = os.path.join(root, "tests", "linker")
for name in ["PDLL_TEST_EFFORT", "CXX"]:
    if name in os.environ:
        config.environment[name] = os.environ[name]
for name in ["NO_COLOR", "CLICOLOR_FORCE", "FILECHECK_OPTS"]:
    config.environment.pop(name, None)
