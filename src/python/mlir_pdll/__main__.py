"""`python -m mlir_pdll`."""

import sys
from pathlib import Path

from ._command import main

if __name__ == "__main__":
    if sys.argv[1:] == ["--cmake-dir"]:
        # Only a wheel has it.
        print(Path(__file__).parent / "share" / "pdll" / "cmake")
        sys.exit(0)
    sys.argv[0] = "pdll-opt"
    sys.exit(main())
