"""The examples of docs/python.md run, one after another. Their types are right, as those of
the package are."""

import os
import re
import subprocess
import sys
from pathlib import Path

import mlir_pdll as pdll
import pytest

PAGE = Path(__file__).parents[3] / "docs" / "python.md"


@pytest.mark.skipif(sys.version_info < (3, 11), reason="exceptions have no notes before 3.11")
def test_examples_run() -> None:
    names: dict[str, object] = {}
    for code in examples():
        exec(compile(code, str(PAGE), "exec"), names)


def test_types_of_examples_are_right(tmp_path: Path) -> None:
    together = ""
    for code in examples():
        together += code[together.count("\n") :]
    page = tmp_path / "python.py"
    page.write_text(together, encoding="utf-8")
    # An example may define a function of another example again.
    mypy(tmp_path, "mypy", "--disable-error-code=no-redef", str(page))


def test_types_of_the_package_are_right(tmp_path: Path) -> None:
    mypy(tmp_path, "mypy", "--strict", "-p", "mlir_pdll")
    # The native module has what its stub says.
    mypy(tmp_path, "mypy.stubtest", "mlir_pdll._native")


def mypy(cache: Path, module: str, *arguments: str) -> None:
    """Runs a program of mypy, which must find nothing."""
    pytest.importorskip("mypy")
    folder = str(Path(pdll.__file__).parents[1])
    checked = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env={**os.environ, "MYPYPATH": folder, "PYTHONPATH": folder},
        cwd=cache,
        capture_output=True,
        text=True,
    )
    assert checked.stdout.startswith("Success"), checked.stdout + checked.stderr


def examples() -> list[str]:
    """The examples, each after as many empty lines as the page has before it, so that errors
    show the line of the page."""
    text = PAGE.read_text(encoding="utf-8")
    found = list(re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    assert len(found) >= 9
    return ["\n" * text.count("\n", 0, one.start(1)) + one.group(1) for one in found]
