"""What the tests share."""

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


@pytest.fixture
def double() -> str:
    """Patterns that change `twice`."""
    return DOUBLE


@pytest.fixture
def twice() -> str:
    """A program with an addition."""
    return TWICE
