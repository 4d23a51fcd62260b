"""The options of `Patterns.apply`, for type checkers."""

from __future__ import annotations

from typing import Literal, TypedDict


class Options(TypedDict, total=False):
    """How to apply patterns: the options of the pass `apply-pdll`, with underscores."""

    driver: Literal["greedy", "walk"]
    top_down: bool
    region_simplify: Literal["disabled", "normal", "aggressive"]
    max_iterations: int
    max_num_rewrites: int
    fold: bool
    cse_constants: bool
    strictness: Literal["any", "existing-and-new", "existing"]
    test_convergence: bool
    max_searched_users: int
    max_growth: int
