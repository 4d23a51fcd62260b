"""The command `pdll-opt`, which is also `python -m mlir_pdll`."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys
from pathlib import Path

from . import _native


def main() -> int:
    """Runs `pdll-opt` with the arguments of this process, and returns the exit code.

    It leaves the process as a command does, so that nothing else should run in it.
    """
    # Python's own handler would wait until the command is done.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.argv[1:2] == ["verify"]:
        _offer_z3()
    return _native.run(sys.argv)


def _offer_z3() -> None:
    """Says where the solver of PyPI's package `z3-solver` is, unless the user does.

    The package is not imported: only its library is needed.
    """
    found = importlib.util.find_spec("z3")
    folders = found.submodule_search_locations if found else None
    for folder in folders or []:
        for name in ["libz3.so", "libz3.dylib"]:
            library = Path(folder) / "lib" / name
            if library.is_file():
                os.environ.setdefault("PDLL_Z3", str(library))
                return
