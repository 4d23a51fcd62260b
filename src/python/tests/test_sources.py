"""Errors and warnings of pattern files, and their other forms."""

import mlir_pdll as pdll
import pytest

WRONG = "Pattern => replace op<arith.addi>(x: Value, y) with x;"


def test_errors_are_data() -> None:
    with pytest.raises(pdll.PdllError) as caught:
        pdll.compile(text=WRONG, name="wrong.pdll")
    (error,) = caught.value.diagnostics
    assert error.severity == "error" and error.message == "`y` is not defined"
    assert error.place == pdll.Place("wrong.pdll", 1, 45, 1, 46)
    assert error.edit is not None and error.edit.replacement == "y: Value"
    assert str(caught.value).startswith("wrong.pdll:1:45: error: `y` is not defined\n")


def test_several_errors() -> None:
    with pytest.raises(pdll.PdllError) as caught:
        pdll.compile(text=WRONG + "\n" + WRONG)
    assert len(caught.value.diagnostics) == 2


def test_a_file_that_is_missing() -> None:
    with pytest.raises(pdll.PdllError, match="nowhere.pdll"):
        pdll.compile("nowhere.pdll")


def test_nothing_to_compile() -> None:
    with pytest.raises(TypeError, match="a file or a text"):
        pdll.compile()
    with pytest.raises(TypeError):
        pdll.compile(3)  # type: ignore[arg-type]


def test_check_finds_errors_and_warnings() -> None:
    assert pdll.check(text="Pattern P => erase op<t.a>;") == []
    found = pdll.check(text=WRONG)
    assert [one.severity for one in found] == ["error"]
    found = pdll.check(text="#include \"nowhere.pdll\"\nPattern P => erase op<t.a>;")
    assert "nowhere.pdll" in found[0].message


def test_format() -> None:
    assert pdll.format("Pattern  P=>erase op<t.a> ;") == "Pattern P => erase op<t.a>;\n"
    with pytest.raises(pdll.PdllError, match="a.pdll:1:"):
        pdll.format("Pattern {", name="a.pdll")


def test_pdl_for_other_mlirs(double) -> None:
    text = pdll.pdl(text=double)
    assert text.startswith("module {\n  pdl.pattern @Double")
    with pytest.raises(pdll.PdllError):
        pdll.pdl(text="Pattern { let r = op<t.a>(x: Value); HasOneUse(x); erase r; }")


def test_pdl_that_other_mlirs_fail_on() -> None:
    """MLIR's interpreter takes two calls for one, and loses the result of the second one."""
    pattern = """
    Pattern {{
      let root = op<t.{0}>(x: Value) {{n = n: Attr}};
      let next = Next(n);
      replace root with op<t.c>(x) {{n = next}};
    }}
    """
    text = "Constraint Next(n: Attr) -> Attr;" + pattern.format("a") + pattern.format("b")
    with pytest.raises(pdll.PdllError, match="result") as caught:
        pdll.pdl(text=text)
    assert {one.severity for one in caught.value.diagnostics} == {"error"}
