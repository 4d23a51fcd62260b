"""Attributes and types from text, in functions that patterns call."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import Iterator, Protocol

from . import _native


class Parser(Protocol):
    """Reads attributes and types for the program that is rewritten."""

    def parse_attr(self, text: str, /) -> _native.Attr: ...
    def parse_type(self, text: str, /) -> _native.Type: ...


class _Runs(threading.local):
    """Those of the runs of this thread, the last one last."""

    def __init__(self) -> None:
        self.parsers: list[Parser] = []


_RUNS = _Runs()


@contextmanager
def parsing_with(parser: Parser) -> Iterator[None]:
    """Functions that are called meanwhile create attributes and types in this way."""
    _RUNS.parsers.append(parser)
    try:
        yield
    finally:
        _RUNS.parsers.pop()


def parse_attr(text: str) -> _native.Attr:
    """The attribute that MLIR reads in a text, in a function that patterns call.

    Raises `ValueError` if it is none, and `RuntimeError` outside of a call.
    """
    return _parser().parse_attr(text)


def parse_type(text: str) -> _native.Type:
    """The type that MLIR reads in a text, in a function that patterns call.

    Raises as `parse_attr` does.
    """
    return _parser().parse_type(text)


def _parser() -> Parser:
    return _RUNS.parsers[-1] if _RUNS.parsers else _native
