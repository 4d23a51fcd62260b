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
from ._errors import Diagnostic, Edit, Note, PdllError, Place
from ._explain import Explanation
from ._functions import Function, constraint, rewrite
from ._live import InPlace, in_place
from ._native import Attr, Op, Type, Value
from ._patterns import Patterns, check, compile, format, pdl, to_bytecode, to_text

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
