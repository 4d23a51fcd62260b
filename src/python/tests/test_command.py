"""The command of the package."""

import os
import sys
from pathlib import Path

import pytest

from mlir_pdll import _command


def test_the_solver_of_another_package_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "z3" / "lib" / "libz3.so"
    library.parent.mkdir(parents=True)
    library.touch()
    (tmp_path / "z3" / "__init__.py").write_text("raise RuntimeError('nobody imports it')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "z3", raising=False)
    monkeypatch.setenv("PDLL_Z3", "")
    monkeypatch.delenv("PDLL_Z3")
    _command._offer_z3()
    assert os.environ["PDLL_Z3"] == str(library)


def test_a_solver_that_the_user_names_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PDLL_Z3", "/mine/libz3.so")
    _command._offer_z3()
    assert os.environ["PDLL_Z3"] == "/mine/libz3.so"
