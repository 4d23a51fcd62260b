"""`python -m mlir_pdll`."""

import sys

from ._command import main

if __name__ == "__main__":
    sys.argv[0] = "pdll-opt"
    sys.exit(main())
