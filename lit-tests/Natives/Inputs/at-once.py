"""Runs a command several times at once: at-once.py COUNT COMMAND...

Prints the output of each, and fails if one fails.
"""

import subprocess
import sys

count = int(sys.argv[1])
processes = [
    subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, text=True)
    for _ in range(count)
]
status = 0
for process in processes:
    print(process.communicate()[0])
    status |= process.returncode
sys.exit(status)
