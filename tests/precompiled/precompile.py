"""Precompiles headers of MLIR for tests that compile C++.

Such a test spends most of its time on these headers. The first test precompiles
them for all, and so does the first one after the compiler or MLIR has changed.

usage: precompile.py FOLDER LLVM [OPTIONS...]

FOLDER is for the precompiled header, and LLVM is the prefix of LLVM. Runs the
C++ compiler in $CXX, or else `c++`, with this header and the options. Without options, prints
the path of the header, for use with `-include` and the options `OPTIONS` below.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import fcntl
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).parent.parent.parent

# It makes g++ name types as MLIR does, and must come first.
TYPE_NAMES = ROOT / "cpp-shim/include/pdll/TypeNames.h"

# No other of pdll's: those must include what they use, and tests show that.
HEADERS = [
    "mlir/Dialect/Arith/IR/Arith.h",
    "mlir/Dialect/LLVMIR/LLVMTypes.h",
    "mlir/Dialect/Linalg/IR/LinalgInterfaces.h",
    "mlir/Dialect/PDL/IR/PDL.h",
    "mlir/Dialect/PDLInterp/IR/PDLInterp.h",
    "mlir/IR/TypeUtilities.h",
    "mlir/Interfaces/InferTypeOpInterface.h",
    "mlir/Interfaces/LoopLikeInterface.h",
    "mlir/Parser/Parser.h",
    "mlir/Pass/Pass.h",
    "mlir/Tools/Plugins/PassPlugin.h",
    "mlir/Transforms/GreedyPatternRewriteDriver.h",
    "mlir/Transforms/WalkPatternRewriteDriver.h",
]

# The compiler reads the whole header again where these options differ, and says so.
OPTIONS = ["-std=c++17", "-fPIC", "-fno-rtti", "-Winvalid-pch"]

# With -pedantic, gcc defines fewer macros. A program may define more than the
# header, but not fewer.
PRECOMPILE = ["-pedantic", "-x", "c++-header"]


def identity(path):
    """Differs between versions of a file, whatever time its package states."""
    status = os.stat(path)
    return f"{os.path.realpath(path)} {status.st_size} {status.st_ctime_ns}\n"


def precompile(folder, llvm, command):
    """Returns the header, beside which the compiler finds the precompiled one."""
    used = [shutil.which(command[0]), TYPE_NAMES]
    used += [llvm / "include" / header for header in HEADERS]
    key = repr([*command, *PRECOMPILE]) + "".join(map(identity, used))
    folder.mkdir(parents=True, exist_ok=True)
    header = folder / "mlir.h"
    stored_key = folder / "key"
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not stored_key.exists() or stored_key.read_text() != key:
            names = [TYPE_NAMES, *HEADERS]
            header.write_text("".join(f"#include <{name}>\n" for name in names))
            made = folder / "mlir.h.gch"
            unfinished = folder / "unfinished"
            compilation = [*command, *PRECOMPILE, header, "-o", unfinished]
            subprocess.run(compilation, check=True)
            unfinished.rename(made)
            stored_key.write_text(key)
    return header


def main():
    folder, llvm, *options = sys.argv[1:]
    compiler = os.environ.get("CXX") or "c++"
    folder, llvm = pathlib.Path(folder) / compiler, pathlib.Path(llvm)
    command = [compiler, *OPTIONS, "-isystem", str(llvm / "include")]
    header = precompile(folder, llvm, command)
    if options:
        os.execvp(command[0], [*command, "-include", header, *options])
    print(header)


main()
