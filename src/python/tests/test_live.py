"""Modules of MLIR's Python bindings are rewritten, in place and through bytecode."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import threading
from types import ModuleType, SimpleNamespace
from typing import Any, Iterator

import mlir_pdll as pdll
import pytest
from conftest import DOUBLE, HALVE, TWICE, Half, IsEven
from mlir_pdll import _live
from test_apply import resident
from test_elsewhere import HOSTS

# Packages whose MLIR the part for other MLIRs is compiled for.
FITS = ("mlir",)

LOOP = """
module @named attributes {a.b = 1 : i8} {
  func.func @f(%n: index, %x: i32) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (i32) {
      %c = arith.cmpi eq, %s, %x : i32
      %t = scf.if %c -> (i32) {
        %d = arith.addi %s, %s : i32
        scf.yield %d : i32
      } else {
        scf.yield %s : i32
      }
      scf.yield %t : i32
    }
    return %r : i32
  }
  func.func @g(%x: i32) -> i32 {
    %0 = arith.addi %x, %x : i32
    %1 = arith.addi %0, %0 : i32
    return %1 : i32
  }
}
"""

# The result is of another type, which users do not accept.
REFUSED = """
Pattern Wide => replace op<arith.muli>(x: Value, y: Value)
  with op<arith.extui>(x) -> (type<"i64">);
"""


def library() -> bool:
    """Whether the part for other MLIRs is there."""
    return importlib.util.find_spec("mlir_pdll._in_place") is not None


@pytest.fixture(params=HOSTS)
def ir(request) -> Iterator[ModuleType]:
    """The module `ir` of bindings, in a context of theirs."""
    ir = importlib.import_module(f"{request.param}.ir")
    with ir.Context(), ir.Location.unknown():
        yield ir


@pytest.fixture(params=["in place", "through bytecode"])
def way(request, ir, monkeypatch) -> str:
    """How modules of the bindings are rewritten."""
    if request.param == "through bytecode":
        monkeypatch.setattr(_live, "in_place", lambda module: pdll.InPlace(False, "for a test"))
    elif not pdll.in_place(ir):
        pytest.skip(pdll.in_place(ir).reason)
    return request.param


def test_which_way_is_taken_and_why(ir) -> None:
    found = pdll.in_place(ir)
    package = ir.__name__.rpartition(".")[0]
    assert found == pdll.in_place(ir.Module.create()) == pdll.in_place(importlib.import_module(package))
    assert str(found) == found.reason
    if package in FITS and library():
        assert found and found.reason.startswith("in place: ")
    else:
        assert not found and found.reason.startswith("through bytecode: ")


@pytest.mark.parametrize("thing", [importlib, "text", SimpleNamespace()])
def test_what_is_of_no_bindings(thing) -> None:
    assert not pdll.in_place(thing)
    assert "no Python bindings" in pdll.in_place(thing).reason


class Libraries(ModuleType):
    """Stands in for the libraries of bindings."""

    def __init__(self, folder: str) -> None:
        super().__init__("others._mlir_libs")
        self.__path__ = [folder]


def bindings(folder, monkeypatch) -> ModuleType:
    """Something that looks like a package of bindings."""
    monkeypatch.setitem(importlib.import_module("sys").modules, "others._mlir_libs", Libraries(str(folder)))
    return ModuleType("others")


def test_bindings_that_hide_their_mlir(tmp_path, monkeypatch) -> None:
    found = pdll.in_place(bindings(tmp_path, monkeypatch))
    assert not found and "`others` has no `libMLIRPythonCAPI.so`" in found.reason


def test_another_library_of_that_name(tmp_path, monkeypatch) -> None:
    (tmp_path / "libMLIRPythonCAPI.so").write_bytes(b"")
    found = pdll.in_place(bindings(tmp_path, monkeypatch))
    assert not found
    if library():
        assert "is not loaded" in found.reason or "is used already" in found.reason
    else:
        assert "`make in-place` builds it" in found.reason


@pytest.mark.parametrize(
    "setting, value, reason",
    [
        ("_VERSION", (22, 1, 7), "the bindings have MLIR 22.1.8, and not 22.1.7"),
        ("_ASSERTIONS", "no_such_symbol", "without LLVM's assertions"),
        ("_USED", ["/other.so"], "`/other.so` is used already"),
    ],
)
def test_an_mlir_that_does_not_fit(ir, monkeypatch, setting, value, reason) -> None:
    if not pdll.in_place(ir):
        pytest.skip(pdll.in_place(ir).reason)
    monkeypatch.setattr(_live, "_USED", [])
    monkeypatch.setattr(_live, setting, value)
    found = pdll.in_place(ir)
    assert not found and reason in found.reason
    module = ir.Module.parse(TWICE)
    pdll.compile(text=DOUBLE).apply(module)
    assert "arith.muli" in str(module)


CASES = [
    (DOUBLE, TWICE, {}),
    (DOUBLE, LOOP, {}),
    (DOUBLE, LOOP, {"driver": "walk"}),
    (DOUBLE, LOOP, {"max_num_rewrites": 1, "strictness": "existing"}),
    ("Pattern => erase op<func.func> {sym_name = \"g\"};", LOOP, {}),
    ("Pattern => erase op<t.never>;", LOOP, {}),
    (DOUBLE, "module {}", {}),
]


@pytest.mark.parametrize("patterns, program, options", CASES)
def test_modules_become_what_their_text_becomes(ir, way, patterns, program, options) -> None:
    compiled = pdll.compile(text=patterns)
    module = ir.Module.parse(program)
    assert compiled.apply(module, **options) is None
    assert module.operation.verify()
    expected = compiled.apply(str(ir.Module.parse(program)), **options)
    assert str(module) == str(ir.Module.parse(expected))


def test_python_functions(ir, way) -> None:
    @pdll.rewrite
    def Half(n: pdll.Attr) -> pdll.Attr:
        half = pdll.parse_attr(f"{n.value // 2} : {n.type}")
        # One that patterns call in another MLIR.
        text = "func.func @f() -> i32 { %0 = arith.constant 6 : i32 return %0 : i32 }"
        assert "constant 3 : i32" in inner.apply(text)
        assert pdll.parse_attr(str(half)) == half
        return half

    inner = pdll.compile(text=HALVE, functions=[IsEven, globals()["Half"]])
    module = ir.Module.parse("func.func @f() -> i8 { %0 = arith.constant 12 : i8 return %0 : i8 }")
    pdll.compile(text=HALVE, functions=[IsEven, Half]).apply(module)
    assert "arith.constant 3 : i8" in str(module)


@pytest.mark.parametrize(
    "patterns, error",
    [
        (REFUSED, "error"),
        # It is called.
        ("Pattern => erase op<func.func> {sym_name = \"h\"};", "error"),
        ("Pattern => replace op<arith.muli>(a: Value, b: Value) with op<arith.muli>(b, a) -> (a.type);", "error"),
    ],
)
def test_what_fails_changes_nothing(ir, way, patterns, error) -> None:
    module = ir.Module.parse(
        "func.func private @h()\n"
        "func.func @f(%x: i32, %y: i32) -> i32 {\n"
        "  func.call @h() : () -> ()\n"
        "  %0 = arith.muli %x, %y : i32\n"
        "  %1 = arith.muli %0, %y : i32\n"
        "  return %1 : i32\n}"
    )
    before, operations = str(module), list(module.body.operations)
    with pytest.raises(pdll.PdllError, match=error):
        pdll.compile(text=patterns).apply(module)
    assert str(module) == before and module.operation.verify()
    # The objects that the program had are still those of the module.
    assert "".join(str(one) for one in operations[:1]) in before


def test_exceptions_come_out_and_change_nothing(ir, way) -> None:
    @pdll.constraint
    def IsEven(number: pdll.Attr) -> bool:
        if number.value == 4:
            raise KeyError("mine")
        return number.value == 2  # type: ignore[no-any-return]

    program = (
        "func.func @f() -> (i8, i8) {\n"
        "  %0 = arith.constant 2 : i8\n"
        "  %1 = arith.constant 4 : i8\n"
        "  return %0, %1 : i8, i8\n}"
    )
    module = ir.Module.parse(program)
    before = str(module)
    with pytest.raises(KeyError, match="mine") as raised:
        pdll.compile(text=HALVE, functions=[IsEven, Half]).apply(module, fold=False)
    assert "native constraint `IsEven` failed" in raised.value.__notes__[0]
    assert str(module) == before


def test_functions_that_are_not_the_same_twice(ir, way) -> None:
    calls = []

    @pdll.rewrite
    def Half(n: pdll.Attr) -> pdll.Attr:
        calls.append(n)
        if len(calls) > 1:
            raise KeyError("second")
        return n.type(n.value // 2)  # type: ignore[misc]

    module = ir.Module.parse("func.func @f() -> i8 { %0 = arith.constant 2 : i8 return %0 : i8 }")
    patterns = pdll.compile(text=HALVE, functions=[IsEven, Half])
    if way == "through bytecode":
        patterns.apply(module)
        return
    with pytest.raises(RuntimeError, match="half rewritten") as raised:
        patterns.apply(module)
    assert isinstance(raised.value.__cause__, KeyError)
    str(module)


def test_objects_of_operations_stay_valid_in_place(ir) -> None:
    if not pdll.in_place(ir):
        pytest.skip(pdll.in_place(ir).reason)
    module = ir.Module.parse(LOOP)
    functions = list(module.body.operations)
    loop = next(one for one in functions[0].regions[0].blocks[0].operations if one.name == "scf.for")
    pdll.compile(text=DOUBLE).apply(module)
    assert list(module.body.operations) == functions
    assert loop.operation.parent == functions[0].operation
    assert "arith.muli" in str(loop)


def test_diagnostic_handlers_of_the_bindings(ir, way) -> None:
    seen: list[str] = []
    handler = ir.Context.current.attach_diagnostic_handler(lambda one: (seen.append(str(one)), True)[1])
    module = ir.Module.parse(TWICE)
    with pytest.raises(pdll.PdllError):
        pdll.compile(text=REFUSED.replace("muli", "addi")).apply(module)
    pdll.compile(text=DOUBLE).apply(module)
    handler.detach()
    assert "arith.muli" in str(module) and seen == []


def test_contexts_one_after_the_other(ir, way) -> None:
    patterns = pdll.compile(text=DOUBLE)
    others = [ir.Context() for _ in range(3)]
    for context in others * 2:
        module = ir.Module.parse(TWICE, context)
        patterns.apply(module)
        assert "arith.muli" in str(module)


def test_unregistered_operations(ir, way) -> None:
    patterns = pdll.compile(text="Pattern => replace op<t.a>(x: Value) with x;")
    ir.Context.current.allow_unregistered_dialects = True
    module = ir.Module.parse('%x = "t.b"() {c = #t.d<"e">} : () -> !t.f\n"t.a"(%x) : (!t.f) -> !t.f')
    patterns.apply(module)
    assert "t.a" not in str(module) and "t.b" in str(module)
    with pytest.raises(TypeError, match="context of the module"):
        patterns.apply(module, allow_unregistered_dialects=True)


@pytest.mark.parametrize(
    "options, error", [({"driver": "eager"}, ValueError), ({"bottom_up": True}, TypeError)]
)
def test_options_that_do_not_exist(ir, way, options, error) -> None:
    module = ir.Module.parse(TWICE)
    with pytest.raises(error):
        pdll.compile(text=DOUBLE).apply(module, **options)


def test_what_is_no_module(ir) -> None:
    module = ir.Module.parse(TWICE)
    patterns = pdll.compile(text=DOUBLE)
    for thing in (module.operation, module.body, None):
        with pytest.raises(TypeError, match="or a `Module` of MLIR's Python bindings"):
            patterns.apply(thing)


def test_functions_cannot_rewrite_modules_in_place(ir) -> None:
    if not pdll.in_place(ir):
        pytest.skip(pdll.in_place(ir).reason)
    module = ir.Module.parse("func.func @f() -> i8 { %0 = arith.constant 2 : i8 return %0 : i8 }")

    @pdll.rewrite
    def Half(n: pdll.Attr) -> pdll.Attr:
        double.apply(module)
        return n

    double = pdll.compile(text=DOUBLE)
    with pytest.raises(RuntimeError, match="is being rewritten"):
        pdll.compile(text=HALVE, functions=[IsEven, Half]).apply(module)
    double.apply(module)


def test_threads(ir, way) -> None:
    context = ir.Context.current
    patterns = pdll.compile(text=HALVE, functions=[IsEven, Half])
    program = "func.func @f() -> i32 { %0 = arith.constant 4096 : i32 return %0 : i32 }"
    results: list[str] = []

    def work() -> None:
        for _ in range(20):
            module = ir.Module.parse(program, context)
            patterns.apply(module)
            results.append(str(module))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 80 and len(set(results)) == 1


def test_calls_leave_nothing_behind(ir, way) -> None:
    patterns = pdll.compile(text=DOUBLE)

    def run(count: int) -> None:
        for _ in range(count):
            module = ir.Module.parse(LOOP)
            patterns.apply(module)
            with pytest.raises(pdll.PdllError):
                wide.apply(module)

    wide = pdll.compile(text=REFUSED)
    run(300)
    before = resident()
    run(1000)
    gc.collect()
    assert resident() - before < 8_000_000
