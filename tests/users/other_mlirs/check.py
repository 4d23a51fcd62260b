"""Runs compiled patterns in the bindings of an MLIR.

check.py PACKAGE modules FOLDER     reads and lowers each module of `pdl` in a folder
check.py PACKAGE programs FOLDER    applies the Python module `NAME.py` to `NAME.mlir`, and
                                    compares the result with `NAME.expected`, for each NAME

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import gc
import importlib
import pathlib
import re
import sys
from typing import Any


def main() -> None:
    package, command, folder = sys.argv[1:]
    ir = importlib.import_module(f"{package}.ir")
    rewrite = importlib.import_module(f"{package}.rewrite")
    files = sorted(pathlib.Path(folder).glob("*.mlir"))
    assert files, f"nothing is in {folder}"
    check = {"modules": check_module, "programs": check_program}[command]
    for file in files:
        # MLIR may end the process, and this is then the last line.
        print(file, flush=True)
        with ir.Context() as context:
            context.allow_unregistered_dialects = True
            check(ir, rewrite, file)
    print(f"{len(files)} files are fine")


def check_module(ir: Any, rewrite: Any, file: pathlib.Path) -> None:
    text = file.read_text()
    module = ir.Module.parse(text)
    patterns = rewrite.PDLModule(module)
    # The short form, and the generic one.
    calls = r'apply_native_(constraint|rewrite)(?:"\(.*<\{.*\bname =)? "([^"]*)"'
    for kind, name in re.findall(calls, text):
        getattr(patterns, f"register_{kind}_function")(name, lambda *_: None)
    patterns.freeze()


def check_program(ir: Any, rewrite: Any, file: pathlib.Path) -> None:
    sys.path.insert(0, str(file.parent))
    compiled = importlib.import_module(file.stem)
    arguments = []
    if hasattr(compiled, "Functions"):
        check_unwritten(ir, rewrite, compiled)
        arguments.append(importlib.import_module(f"{file.stem}_functions").functions(ir, compiled))
    patterns = compiled.patterns(ir, rewrite, *arguments)
    gc.collect()
    program = ir.Module.parse(file.read_text())
    rewrite.apply_patterns_and_fold_greedily(program.operation, patterns)
    expected = ir.Module.parse(file.with_suffix(".expected").read_text())
    found, expected = str(program), str(expected)
    assert found == expected, f"{file}:\n{found}\nbut pdll:\n{expected}"


def check_unwritten(ir: Any, rewrite: Any, compiled: Any) -> None:
    try:
        compiled.patterns(ir, rewrite, compiled.Functions())
    except NotImplementedError as error:
        assert "write it as a method" in str(error), error
    else:
        raise AssertionError("functions are missing")


main()
