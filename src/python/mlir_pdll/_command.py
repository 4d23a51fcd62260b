"""The command `pdll-opt`, which is also `python -m mlir_pdll`."""

from __future__ import annotations

import signal
import sys

from . import _native


def main() -> int:
    """Runs `pdll-opt` with the arguments of this process, and returns the exit code.

    It leaves the process as a command does, so that nothing else should run in it.
    """
    # Python's own handler would wait until the command is done.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.run(sys.argv)
