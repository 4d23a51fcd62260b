"""What the tests share."""

import mlir_pdll as pdll
import pytest

DOUBLE = """
// x + x is x * 2.
Pattern Double => replace op<arith.addi>(x: Value, x) -> (t: Type)
  with op<arith.muli>(x, op<arith.constant> {value = attr<"2 : i32">} -> (t)) -> (t);
"""

TWICE = """func.func @twice(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
"""

HALVE = """
Constraint IsEven(number: Attr);
Rewrite Half(number: Attr) -> Attr;
Pattern {
  let root = op<arith.constant> {value = n: IsEven} -> (t: Type);
  replace root with op<arith.constant> {value = Half(n)} -> (t);
}
"""


@pdll.constraint
def IsEven(n: pdll.Attr) -> bool:
    return n.value != 0 and n.value % 2 == 0


@pdll.rewrite
def Half(n: pdll.Attr) -> pdll.Attr:
    assert n.type is not None
    return n.type(n.value // 2)


@pytest.fixture
def double() -> str:
    """Patterns that change `twice`."""
    return DOUBLE


@pytest.fixture
def twice() -> str:
    """A program with an addition."""
    return TWICE
