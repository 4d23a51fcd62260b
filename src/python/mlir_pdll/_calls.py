"""Attributes and types from text, in functions that patterns call."""

from __future__ import annotations

from . import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from threading import local
    from typing import Protocol

    class Parser(Protocol):
        """Reads attributes and types for the program that is rewritten."""

        def parse_attr(self, text: str) -> _native.Attr: ...
        def parse_type(self, text: str) -> _native.Type: ...

else:
    # This is `threading.local`, and is loaded in all processes, as `threading` is not.
    from _thread import _local as local


class _Runs(local):
    """Those of the runs of this thread, the last one last."""

    def __init__(self) -> None:
        self.parsers: list[Parser] = []


_RUNS = _Runs()


class parsing_with:
    """Functions that are called meanwhile create attributes and types in this way."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser

    def __enter__(self) -> None:
        _RUNS.parsers.append(self.parser)

    def __exit__(self, *raised: object) -> None:
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
