"""What the import of the package loads, and what it has."""

import dataclasses
import subprocess
import sys
from pathlib import Path

import mlir_pdll as pdll
import pytest

LOADED = """
import os, sys
sys.path.insert(0, sys.argv[1])
before = set(sys.modules)
import mlir_pdll
print(*sorted(set(sys.modules) - before))
"""


def test_the_import_loads_little() -> None:
    # `-S` leaves out what an environment loads into each process.
    command = [sys.executable, "-S", "-c", LOADED, str(Path(pdll.__file__).parents[1])]
    loaded = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    own = [name for name in loaded if name.startswith("mlir_pdll")]
    assert "mlir_pdll._native" in own
    assert {*loaded} - {*own} <= {"__future__"}


def test_all_names_are_there() -> None:
    names = set(dir(pdll))
    for name in pdll.__all__:
        assert getattr(pdll, name).__name__ == name
        assert name in names
    with pytest.raises(AttributeError, match="module 'mlir_pdll' has no attribute 'Places'"):
        pdll.Places  # noqa: B018


def test_errors_are_data() -> None:
    place = pdll.Place("a.pdll", 1, 2, 3, 4)
    assert dataclasses.asdict(pdll.Note("here", place))["place"]["end_column"] == 4
    assert place == pdll.Place("a.pdll", 1, 2, 3, 4)
    assert hash(place) == hash(pdll.Place("a.pdll", 1, 2, 3, 4))
    assert repr(place) == "Place(file='a.pdll', line=1, column=2, end_line=3, end_column=4)"
    with pytest.raises(dataclasses.FrozenInstanceError):
        place.line = 5  # type: ignore[misc]
