"""The examples of docs/python.md run, one after another."""

import re
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "python.md"


@pytest.mark.skipif(sys.version_info < (3, 11), reason="exceptions have no notes before 3.11")
def test_examples_run() -> None:
    text = PAGE.read_text(encoding="utf-8")
    examples = list(re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    assert len(examples) >= 9
    names: dict[str, object] = {}
    for example in examples:
        line = text.count("\n", 0, example.start(1))
        # Errors show the line of the page.
        code = compile("\n" * line + example.group(1), str(PAGE), "exec")
        exec(code, names)
