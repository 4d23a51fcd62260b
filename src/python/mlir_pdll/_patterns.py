"""Compiling, applying and checking patterns."""

from __future__ import annotations

import os

from . import _calls, _explain, _native
from ._errors import _as_errors, _diagnostics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any, Iterable, Literal, Optional, TypeVar, Union, overload

    from ._diagnostics import Diagnostic
    from ._functions import Function
    from ._live import LivePatterns, Module

    _Path = Union[str, os.PathLike[str]]
    _Source = Union[str, tuple[str, str]]
    _Program = TypeVar("_Program", str, bytes)

_BYTECODE = b"ML\xefR"


class _Origin:
    """What patterns are compiled from, as the native half takes it."""

    def __init__(
        self,
        sources: list[_Source],
        include_dirs: list[str],
        functions: list[Function],
        enable: list[str],
        disable: list[str],
        allow_unknown_operations: bool,
    ) -> None:
        self.sources = sources
        self.include_dirs = include_dirs
        self.functions = functions
        self.enable = enable
        self.disable = disable
        self.allow_unknown_operations = allow_unknown_operations


class Patterns:
    """Patterns that are compiled, checked, and ready to be applied. `compile` makes them.

    Threads may share them; they then wait for each other.
    """

    def __init__(self, native: _native.Patterns, origin: _Origin) -> None:
        self._native = native
        self._origin = origin
        self._live: Optional[LivePatterns] = None

    # At runtime this would load Python's module for types.
    if TYPE_CHECKING:

        @overload
        def apply(
            self,
            program: _Program,
            *,
            name: str = ...,
            allow_unregistered_dialects: bool = ...,
            **options: object,
        ) -> _Program: ...

        @overload
        def apply(
            self,
            program: Module,
            *,
            name: str = ...,
            allow_unregistered_dialects: Literal[False] = ...,
            **options: object,
        ) -> None: ...

    def apply(
        self,
        program: Any,
        *,
        name: str = "<program>",
        allow_unregistered_dialects: bool = False,
        **options: object,
    ) -> Any:
        """Rewrites a program, and returns the result, or rewrites a module.

        Args:
          program: MLIR text, as `str`, or bytecode, as `bytes`. The result has the same form.
            Or a `Module` of MLIR's Python bindings, in any version, which then is the result:
            nothing is returned. `in_place` says how. If something goes wrong, the module does
            not change.
          name: What messages call the program.
          allow_unregistered_dialects: Accept operations of dialects that MLIR does not have.
            For a module, its context says that.
          options: The options of the pass `apply-pdll`, as in `Options`.

        Raises:
          PdllError: The program is invalid, or something goes wrong in the run.
          TypeError, ValueError: There is no such option, or it has no such value, or the
            program is no text, no bytecode and no module.

        An exception in a Python function that the patterns call comes out as itself, with
        a note that says which pattern called it and where.
        """
        if _is_module(program):
            if allow_unregistered_dialects:
                raise TypeError("set `allow_unregistered_dialects` of the context of the module")
            return self._for_modules().apply(program, options)
        _require_program(program, ", or a `Module` of MLIR's Python bindings")
        with _as_errors(), _calls.parsing_with(_native):
            return self._native.apply(program, name, allow_unregistered_dialects, options)

    def _for_modules(self) -> LivePatterns:
        if self._live is None:
            from ._live import LivePatterns

            self._live = LivePatterns(self._native, self._origin)
        return self._live

    def explain(
        self,
        program: Union[str, bytes],
        *,
        patterns: Union[str, Iterable[str]] = (),
        operation: Optional[_explain.Place] = None,
        at: _explain.State = "input",
        run: bool = True,
        limit: Optional[int] = 10,
        name: str = "<program>",
        allow_unregistered_dialects: bool = False,
        **options: object,
    ) -> _explain.Explanation:
        """Says why the patterns match the operations of a program, or do not.

        The program does not change. Functions of the patterns are called for each operation
        that is looked at.

        Args:
          program: As in `apply`.
          patterns: The names of the patterns to explain; `*` stands for any characters. All
            if empty.
          operation: The operations to look at: those of a name, those in a line, or the one
            at a line and a column, both from 1. All if None.
          at: The state of the program to look at: `"input"`, `"final"`, when the patterns
            have been applied, or after a number of rewrites.
          run: Apply the patterns to a copy, to say what becomes of the operations.
          limit: How many matches, and how many misses, of each pattern to explain. All if
            None.
          name, allow_unregistered_dialects, options: As in `apply`.

        Raises:
          PdllError: The program is invalid, or no pattern has one of the names.
          TypeError, ValueError: As in `apply`.
        """
        _require_program(program)
        flags = _explain._flags(patterns, operation, at, run, limit, options)
        with _as_errors(), _calls.parsing_with(_native):
            return _explain.Explanation(
                *self._native.explain(program, name, allow_unregistered_dialects, flags, options)
            )

    def pdl(self) -> str:
        """These patterns as a module of the dialect `pdl`, as text for other MLIRs.

        Their file is read again. Raises as the function `pdl` does, and `TypeError` if the
        patterns are from several files.
        """
        origin = self._origin
        if len(origin.sources) != 1:
            raise TypeError("the patterns are from several files, and pdl is made of one")
        with _as_errors():
            return _native.pdl(
                origin.sources[0],
                origin.include_dirs,
                origin.enable,
                origin.disable,
                origin.allow_unknown_operations,
            )

    def install(self, rewrite: ModuleType) -> Any:
        """Makes these patterns, with their functions, ones of another MLIR's Python bindings.

        Args:
          rewrite: The bindings' module for rewriting, such as `mlir.rewrite`,
            `torch_mlir.rewrite` or `iree.compiler.rewrite`.

        Returns:
          A `FrozenRewritePatternSet` of the bindings, which their drivers apply, such as
          `rewrite.apply_patterns_and_fold_greedily`. Its functions stay in memory.

        A context of the bindings must be current. Exceptions in functions come out of those
        drivers. A constraint still holds if it returns true.

        Raises:
          PdllError: Other MLIRs cannot run the patterns; it says why.
          TypeError: The bindings have no `PDLModule`, they cannot call one of the functions,
            or the patterns are from several files.
        """
        from . import _elsewhere

        return _elsewhere.install(rewrite, self.pdl(), self._origin.functions)


def compile(
    *files: _Path,
    text: Optional[str] = None,
    name: str = "<patterns>",
    functions: Iterable[Function] = (),
    include_dirs: Iterable[_Path] = (),
    enable: Iterable[str] = (),
    disable: Iterable[str] = (),
    allow_unknown_operations: bool = False,
) -> Patterns:
    """Compiles pattern files, checks that they can run, and prepares them.

    Args:
      files: PDLL, rules in `.td` files, or `pdl` in `.mlir` and `.mlirbc` files.
      text: PDLL that is in no file, called `name` in messages.
      functions: What `constraint` and `rewrite` have made of Python functions.
      include_dirs: Where included files are looked for.
      enable: Names of the patterns to use; `*` stands for any characters. All if empty.
      disable: Names of patterns to leave out.
      allow_unknown_operations: Accept operations that the included definitions of their
        dialect do not have.

    Raises:
      PdllError: Something is wrong with the patterns or the functions.
      TypeError: Something is no path, or no function of `constraint` or `rewrite`.
    """
    sources = _sources(files, text, name)
    if not sources:
        raise TypeError("compile() needs a file or a text")
    origin = _Origin(
        sources,
        _paths(include_dirs),
        _functions(functions),
        list(enable),
        list(disable),
        allow_unknown_operations,
    )
    with _as_errors():
        return Patterns(_native.Patterns(origin), origin)


def check(
    *files: _Path,
    text: Optional[str] = None,
    name: str = "<patterns>",
    include_dirs: Iterable[_Path] = (),
) -> list[Diagnostic]:
    """All errors and warnings in pattern files that need no program and no functions.

    The arguments are as in `compile`.
    """
    return _diagnostics(*_native.check(_sources(files, text, name), _paths(include_dirs)))


def pdl(
    file: Optional[_Path] = None,
    *,
    text: Optional[str] = None,
    name: str = "<patterns>",
    include_dirs: Iterable[_Path] = (),
) -> str:
    """The patterns as a module of the dialect `pdl`, as text for other MLIRs.

    Functions of the standard library are expanded. What only pdll can run is an error, and
    so is what MLIR's interpreter of `pdl` is known to fail on.

    Raises:
      PdllError: Something is wrong with the patterns.
    """
    sources = _sources(() if file is None else (file,), text, name)
    if len(sources) != 1:
        raise TypeError("pdl() needs a file or a text")
    with _as_errors():
        return _native.pdl(sources[0], _paths(include_dirs), [], [], False)


def format(text: str, *, name: str = "<patterns>") -> str:
    """The text of a PDLL file, formatted as `pdll-opt fmt` does it.

    Raises:
      PdllError: The text has syntax errors.
    """
    with _as_errors():
        return _native.format(name, text)


def to_bytecode(
    text: str, *, name: str = "<program>", allow_unregistered_dialects: bool = False
) -> bytes:
    """A program as bytecode. It is read, verified, and not changed.

    Raises:
      PdllError: The program is invalid.
    """
    if not isinstance(text, str):
        raise TypeError(f"to_bytecode() needs a `str`, not `{type(text).__name__}`")
    with _as_errors():
        return _native.convert(text, name, allow_unregistered_dialects)


def to_text(
    bytecode: bytes, *, name: str = "<program>", allow_unregistered_dialects: bool = False
) -> str:
    """A program as text. It is read, verified, and not changed.

    Raises:
      PdllError: The program is invalid.
      ValueError: The bytes are no bytecode.
    """
    if not isinstance(bytecode, bytes):
        raise TypeError(f"to_text() needs `bytes`, not `{type(bytecode).__name__}`")
    _require_program(bytecode)
    with _as_errors():
        return _native.convert(bytecode, name, allow_unregistered_dialects)


def _is_module(thing: object) -> bool:
    """Whether something is a `Module` of MLIR's Python bindings."""
    return type(thing).__name__ == "Module" and hasattr(thing, "operation") and hasattr(thing, "body")


def _require_program(program: object, also: str = "") -> None:
    if isinstance(program, bytes):
        if not program.startswith(_BYTECODE):
            raise ValueError("these bytes are no MLIR bytecode; pass text as `str`")
    elif not isinstance(program, str):
        raise TypeError(
            f"a program is a `str` with text or `bytes` with bytecode{also}, "
            f"not `{type(program).__name__}`"
        )


def _sources(files: Iterable[_Path], text: Optional[str], name: str) -> list[_Source]:
    sources: list[_Source] = list(_paths(files))
    if text is not None:
        sources.append((name, text))
    return sources


def _functions(functions: Iterable[Function]) -> list[Function]:
    natives = list(functions)
    if natives:
        from ._functions import Function

        for native in natives:
            if not isinstance(native, Function):
                raise TypeError(f"{native!r} is no `constraint` and no `rewrite`")
    return natives


def _paths(paths: Iterable[_Path]) -> list[str]:
    return [os.fspath(path) for path in paths]
