"""Runs compiled patterns in the bindings of an MLIR.

check.py PACKAGE modules FOLDER     reads and lowers each module of `pdl` in a folder
check.py PACKAGE programs FOLDER    applies the Python module `NAME.py` to `NAME.mlir`, and
                                    compares the result with `NAME.expected`, for each NAME

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import gc
import importlib
import os
import pathlib
import re
import sys
import tempfile
import traceback
from typing import Any, Callable


def main() -> None:
    package, command, folder = sys.argv[1:]
    ir = importlib.import_module(f"{package}.ir")
    rewrite = importlib.import_module(f"{package}.rewrite")
    files = sorted(pathlib.Path(folder).glob("*.mlir"))
    assert files, f"nothing is in {folder}"
    check = {"modules": check_module, "programs": check_program}[command]
    failed = 0
    for file in files:
        problem = in_child(lambda: check(ir, rewrite, file))
        if problem is not None:
            failed += 1
            print(f"{file}: {problem}\n{file.read_text()}")
    print(f"{len(files) - failed} of {len(files)} files are fine")
    sys.exit(failed > 0)


def in_child(run: Callable[[], None]) -> str | None:
    """What goes wrong, if anything does. MLIR may end the process."""
    with tempfile.TemporaryFile() as messages:
        child = os.fork()
        if child == 0:
            os.dup2(messages.fileno(), 2)
            try:
                run()
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        messages.seek(0)
        text = messages.read().decode(errors="replace")
        return f"status {status}: {text}" if status != 0 else None


def check_module(ir: Any, rewrite: Any, file: pathlib.Path) -> None:
    text = file.read_text()
    with ir.Context() as context:
        context.allow_unregistered_dialects = True
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
    with ir.Context() as context:
        context.allow_unregistered_dialects = True
        arguments = []
        if hasattr(compiled, "Functions"):
            check_unwritten(ir, rewrite, compiled)
            written = importlib.import_module(f"{file.stem}_functions")
            arguments.append(written.functions(ir, compiled))
        patterns = compiled.patterns(ir, rewrite, *arguments)
        # What is not kept alive must not be needed.
        gc.collect()
        program = ir.Module.parse(file.read_text())
        rewrite.apply_patterns_and_fold_greedily(program, patterns)
        found = str(program)
        expected = str(ir.Module.parse(file.with_suffix(".expected").read_text()))
    assert found == expected, f"{found}\nbut pdll:\n{expected}"


def check_unwritten(ir: Any, rewrite: Any, compiled: Any) -> None:
    try:
        compiled.patterns(ir, rewrite, compiled.Functions())
    except NotImplementedError as error:
        assert "write it as a method" in str(error), error
    else:
        raise AssertionError("functions are missing")


main()
