"""Pattern rewriting for MLIR, live: PDLL pattern files and rewrite rules, applied to programs.

    import mlir_pdll as pdll

    patterns = pdll.compile(text='''
        Pattern => replace op<arith.addi>(x: Value, x) -> (t: Type)
          with op<arith.muli>(x, op<arith.constant> {value = attr<"2 : i32">} -> (t)) -> (t);
    ''')
    print(patterns.apply('''
        func.func @twice(%a: i32) -> i32 {
          %0 = arith.addi %a, %a : i32
          return %0 : i32
        }'''))

MLIR 22 with all its dialects is in the package. Programs go in and come out as text or
bytecode, so that other versions of MLIR in the same process do not matter. Modules of
their Python bindings can be rewritten as well.
"""

from ._calls import parse_attr, parse_type
from ._errors import PdllError
from ._explain import Explanation
from ._native import Attr, Op, Type, Value
from ._patterns import Patterns, check, compile, format, pdl, to_bytecode, to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._diagnostics import Diagnostic, Edit, Note, Place
    from ._functions import Function, constraint, rewrite
    from ._live import InPlace, in_place

__all__ = [
    "Attr",
    "Diagnostic",
    "Edit",
    "Explanation",
    "Function",
    "InPlace",
    "Note",
    "Op",
    "Patterns",
    "PdllError",
    "Place",
    "Type",
    "Value",
    "check",
    "compile",
    "constraint",
    "format",
    "in_place",
    "parse_attr",
    "parse_type",
    "pdl",
    "rewrite",
    "to_bytecode",
    "to_text",
]

# Where the names are that not all programs use. Python's modules for data classes and
# signatures, which these need, would double the time of the import.
_LATER = {
    "Diagnostic": "_diagnostics",
    "Edit": "_diagnostics",
    "Function": "_functions",
    "InPlace": "_live",
    "Note": "_diagnostics",
    "Place": "_diagnostics",
    "constraint": "_functions",
    "in_place": "_live",
    "rewrite": "_functions",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
    from importlib import import_module

    found = getattr(import_module(f".{_LATER[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
