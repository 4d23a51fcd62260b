"""Patterns in the Python bindings of another MLIR, if there are any."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType
from typing import Any, Iterator, Optional

import mlir_pdll as pdll
import pytest
from conftest import HALVE, Half, IsEven

KNOWN = ("mlir", "torch_mlir", "iree.compiler")
HOSTS = [name for name in KNOWN if importlib.util.find_spec(name.partition(".")[0])]


@pytest.fixture(params=HOSTS)
def host(request) -> Iterator[str]:
    """The package with the bindings, in a context of theirs."""
    ir = importlib.import_module(f"{request.param}.ir")
    with ir.Context(), ir.Location.unknown():
        yield request.param


def run(host: str, patterns: pdll.Patterns, program: str) -> str:
    """Applies patterns with the bindings' own driver."""
    ir = importlib.import_module(f"{host}.ir")
    rewrite = importlib.import_module(f"{host}.rewrite")
    module = ir.Module.parse(program)
    rewrite.apply_patterns_and_fold_greedily(module, patterns.install(rewrite))
    return str(module)


CONSTANT = "func.func @f() -> TYPE { %0 = arith.constant VALUE : TYPE return %0 : TYPE }"


def constant(value: object, type_: str) -> str:
    """A program with a constant."""
    return CONSTANT.replace("TYPE", type_).replace("VALUE", str(value))


def test_patterns_without_functions(host, double, twice) -> None:
    patterns = pdll.compile(text=double)
    assert "arith.muli %arg0, %c2_i32" in run(host, patterns, twice)


@pytest.mark.parametrize(
    "value, type_, expected",
    [(12, "i32", "3 : i32"), (-6, "i8", "-3 : i8"), (3, "index", "3 : index")],
)
def test_functions(host, value, type_, expected) -> None:
    patterns = pdll.compile(text=HALVE, functions=[IsEven, Half])
    result = run(host, patterns, constant(value, type_))
    assert f"arith.constant {expected}" in result
    # It is what pdll does itself.
    assert f"arith.constant {expected}" in patterns.apply(constant(value, type_))


SEEN: list[Any] = []


@pdll.constraint
def Look(op: pdll.Op, value: pdll.Value, type: pdll.Type) -> Optional[tuple[pdll.Attr, pdll.Attr]]:
    SEEN[:] = [op, value, type]
    assert op.name == "arith.addi" and repr(op) == "<Op arith.addi>"
    assert op.operands[0] == value and len(op.results) == 1 and op.results[0].users
    assert "overflowFlags" in op.attributes
    assert value.owner is None and value.type == type and hash(type) == hash(value.type)
    assert op.results[0].owner == op
    with pytest.raises(OverflowError, match="does not fit"):
        type(1 << 40)
    with pytest.raises(TypeError, match="no attribute of the type"):
        type("a")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is no attribute"):
        pdll.parse_attr("5 : ")
    for parse in (pdll.parse_attr, pdll.parse_type):
        with pytest.raises(ValueError, match="`` is no"):
            parse("")
    assert pdll.parse_attr("[1.5, \"a\", i8, true]").value == [1.5, "a", pdll.parse_type("i8"), True]
    return type(7), pdll.parse_attr("i16")


LOOK = """
Constraint Look(op: Op, value: Value, type: Type) -> (seven: Attr, other: Attr);
Pattern Q {
  let root = op<arith.addi>(x: Value, y: Value) -> (t: Type);
  let found = Look(root, x, t);
  replace root with op<arith.constant> {value = found.seven, a = found.other} -> (t);
}
"""


def test_views_are_the_same(host, twice) -> None:
    patterns = pdll.compile(text=LOOK, functions=[Look])
    for result in (run(host, patterns, twice), patterns.apply(twice)):
        assert "arith.constant {a = i16} 7 : i32" in result
        for view in SEEN:
            with pytest.raises(RuntimeError, match="only during the call"):
                str(view)


def test_exceptions(host) -> None:
    @pdll.constraint
    def IsEven(number: pdll.Attr) -> bool:
        raise KeyError("mine")

    patterns = pdll.compile(text=HALVE, functions=[IsEven, Half])
    with pytest.raises(KeyError, match="mine"):
        run(host, patterns, constant(4, "i8"))


@pytest.mark.parametrize("returned", [None, 1])
def test_wrong_results(host, returned) -> None:
    @pdll.constraint
    def IsEven(number: pdll.Attr) -> bool:
        return returned  # type: ignore[no-any-return]

    patterns = pdll.compile(text=HALVE, functions=[IsEven, Half])
    with pytest.raises(TypeError, match="`IsEven` must return True or False"):
        run(host, patterns, constant(4, "i8"))


def test_selected_patterns(host, double, twice) -> None:
    text = double + "Pattern Other => erase op<t.never>;"
    assert "@Double" not in pdll.compile(text=text, disable=["Double"]).pdl()
    assert "arith.muli" not in run(host, pdll.compile(text=text, enable=["Other"]), twice)


class Bindings(ModuleType):
    """Stands in for bindings."""


def test_what_cannot_be_installed(double, tmp_path) -> None:
    patterns = pdll.compile(text=double)
    with pytest.raises(TypeError, match="has no `PDLModule`"):
        patterns.install(Bindings("other.rewrite"))
    file = tmp_path / "a.pdll"
    file.write_text("Pattern A => erase op<t.a>;")
    with pytest.raises(TypeError, match="several files"):
        pdll.compile(file, text=double).install(Bindings("other.rewrite"))
    with pytest.raises(pdll.PdllError, match="HasOneUse"):
        library = '#include "pdll/std.pdll"\nPattern => erase op<t.a>(x: HasOneUse);'
        pdll.compile(text=library).install(Bindings("other.rewrite"))


def test_ranges_cannot_be_passed(host) -> None:
    @pdll.constraint
    def All(values: list[pdll.Value]) -> bool:
        return True

    text = "Constraint All(v: ValueRange); Pattern => erase op<t.a>(v: All);"
    with pytest.raises(TypeError, match="no ranges"):
        run(host, pdll.compile(text=text, functions=[All]), "module {}")
