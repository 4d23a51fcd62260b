"""Applies each pattern of a file alone to `program.mlir`, and prints what is said.

usage: each_pattern.py PATTERNS PDLL_OPT

No run may succeed.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import re
import subprocess
import sys


def main():
    patterns, pdll_opt = sys.argv[1:]
    for name in re.findall(r"^Pattern (\w+)", pathlib.Path(patterns).read_text(), re.M):
        print(f"{name}:", flush=True)
        for driver in ["greedy", "walk"]:
            command = [pdll_opt, "apply", f"--patterns={patterns}", "program.mlir"]
            command += [f"--enable-patterns={name}", f"--driver={driver}"]
            command += ["--allow-unregistered-dialect"]
            run = subprocess.run(command, capture_output=True, text=True)
            print(run.stderr, flush=True)
            if run.returncode != 1:
                sys.exit(f"{name} ended with {run.returncode} in a {driver}\n{run.stdout}")


main()
