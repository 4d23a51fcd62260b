"""Why patterns match, or do not."""

from typing import Any

import mlir_pdll as pdll
import pytest


def test_a_pattern_that_matches(double, twice) -> None:
    explanation = pdll.compile(text=double).explain(twice)
    assert "`Double` matches 1 of 1 `arith.addi`" in str(explanation)
    assert repr(explanation) == "<Explanation: Double: 1 of 1>"
    assert explanation.data["patterns"][0]["name"] == "Double"


def test_a_pattern_that_does_not(double, twice) -> None:
    other = twice.replace("%a, %a : i32", "%a, %b : i32").replace("%a: i32", "%a: i32, %b: i32")
    explanation = pdll.compile(text=double).explain(other, operation=(2, 8))
    assert "`Double` matches none of 1 `arith.addi`" in str(explanation)
    assert explanation.data["patterns"][0]["matches"] == 0


def test_the_program_in_several_states(double, twice) -> None:
    patterns = pdll.compile(text=double)
    assert "no operation is selected" in str(patterns.explain(twice, operation=7))
    for at in ("final", 1):
        assert "no pattern has a root" in str(patterns.explain(twice, at=at, operation="arith.muli"))
    assert "is rewritten" not in str(patterns.explain(twice, run=False))
    # Nothing of this has changed the patterns or the program.
    assert "arith.muli" in patterns.apply(twice)


def test_bytecode(double, twice) -> None:
    explanation = pdll.compile(text=double).explain(pdll.to_bytecode(twice))
    assert "matches 1 of 1" in str(explanation)


def test_functions_of_patterns() -> None:
    @pdll.constraint
    def IsBig(number: pdll.Attr) -> bool:
        if number.value == 0:
            raise ZeroDivisionError("zero")
        return number.value > 9

    patterns = pdll.compile(
        text="""
          Constraint IsBig(number: Attr);
          Pattern P => erase op<arith.constant> {value = n: IsBig};""",
        functions=[IsBig],
    )
    program = "func.func @f() { %0 = arith.constant NUMBER : i32 return }"
    for number, matches in [(12, 1), (3, 0), (0, 0)]:
        explanation = patterns.explain(program.replace("NUMBER", str(number)))
        assert explanation.data["patterns"][0]["matches"] == matches


def test_notebooks_show_a_page(double, twice) -> None:
    shown = pdll.compile(text=double).explain(twice)._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and shown.count("<") == 2
    assert "&lt;section id=pattern-1&gt;" in shown


@pytest.mark.parametrize(
    "arguments",
    [
        {"at": -1},
        {"at": "later"},
        {"at": True},
        {"limit": -1},
        {"operation": (1, 2, 3)},
        {"operation": ("a", 1)},
        {"driver": "fast"},
    ],
)
def test_wrong_arguments(double, twice, arguments: dict[str, Any]) -> None:
    (name,) = arguments
    with pytest.raises(ValueError, match=f"`{name}`"):
        pdll.compile(text=double).explain(twice, **arguments)


def test_other_errors(double, twice) -> None:
    patterns = pdll.compile(text=double)
    with pytest.raises(TypeError, match="no option `fast`"):
        patterns.explain(twice, fast=True)
    with pytest.raises(pdll.PdllError, match="did you mean `Double`"):
        patterns.explain(twice, patterns="Dubble")
    with pytest.raises(pdll.PdllError, match="program.mlir:1:11"):
        patterns.explain("func.func {", name="program.mlir")
    with pytest.raises(ValueError, match="no MLIR bytecode"):
        patterns.explain(b"func.func")


def test_memory_does_not_grow(double, twice) -> None:
    patterns = pdll.compile(text=double)

    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    for _ in range(20):
        patterns.explain(twice)
    before = resident()
    for _ in range(200):
        patterns.explain(twice)
    assert resident() - before < 20_000_000
