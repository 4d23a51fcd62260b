"""Python functions that patterns call by name."""

from __future__ import annotations

import inspect
import typing
from dataclasses import dataclass
from typing import Any, Callable, Sequence

from ._native import Attr, Op, Type, Value

_KINDS: dict[Any, str] = {Attr: "Attr", Op: "Op", Type: "Type", Value: "Value"}
_LISTS: dict[Any, str] = {Type: "TypeRange", Value: "ValueRange"}
_EXPECTED = "`Attr`, `Op`, `Type`, `Value`, `list[Type]` or `list[Value]`"


@dataclass(frozen=True)
class Function:
    """A native constraint or rewrite. It can still be called as the function that it was."""

    name: str
    is_rewrite: bool
    #: The kinds of its arguments and results, as pattern files call them.
    arguments: tuple[str, ...]
    results: tuple[str, ...]
    function: Callable[..., Any]

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)


def constraint(function: Callable[..., Any]) -> Function:
    """Makes a function a native constraint of the same name.

    Its parameters and results must have annotations: `Attr`, `Op`, `Type`, `Value`,
    `list[Type]` or `list[Value]`. A constraint without results returns a `bool`: true if it
    holds. (MLIR's own bindings are different: there, a constraint that returns `None`
    holds.) One with results, such as `-> Attr | None` or `-> tuple[Attr, Type] | None`,
    holds if it returns them, and does not if it returns `None`.

    Patterns call it again and again, perhaps from several threads, so that it must depend on
    its arguments alone. The arguments are valid during the call.

    Raises `TypeError` if an annotation is missing, or is none of these.
    """
    return _describe(function, is_rewrite=False)


def rewrite(function: Callable[..., Any]) -> Function:
    """Makes a function a native rewrite of the same name.

    As `constraint`, but without results it returns `None`.
    """
    return _describe(function, is_rewrite=True)


def _describe(function: Callable[..., Any], is_rewrite: bool) -> Function:
    name = function.__name__
    hints = typing.get_type_hints(function)
    parameters = inspect.signature(function).parameters.values()
    for parameter in parameters:
        if parameter.kind not in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            raise TypeError(f"`{name}`: patterns cannot pass `{parameter}`")
        if parameter.name not in hints:
            raise TypeError(
                f"`{name}`: the parameter `{parameter.name}` needs an annotation: {_EXPECTED}"
            )
    arguments = tuple(_kind(name, hints[parameter.name]) for parameter in parameters)
    if "return" not in hints:
        wanted = "`None`" if is_rewrite else "`bool`"
        raise TypeError(f"`{name}` needs an annotation of what it returns: {wanted} or results")
    return Function(name, is_rewrite, arguments, _results(name, hints["return"], is_rewrite), function)


def _results(name: str, hint: Any, is_rewrite: bool) -> tuple[str, ...]:
    if is_rewrite and hint is type(None):
        return ()
    if not is_rewrite:
        if hint is bool:
            return ()
        hint = _without_none(name, hint)
    if typing.get_origin(hint) is tuple:
        return tuple(_kind(name, part) for part in typing.get_args(hint))
    return (_kind(name, hint),)


def _without_none(name: str, hint: Any) -> Any:
    """What a constraint with results returns if it holds."""
    parts = typing.get_args(hint)
    rest = [part for part in parts if part is not type(None)]
    if len(parts) == 2 and len(rest) == 1:
        return rest[0]
    raise TypeError(
        f"the constraint `{name}` must return `bool`, or results or `None`, as in `-> Attr | None`"
    )


def _kind(name: str, hint: Any) -> str:
    kinds, key = _KINDS, hint
    parts = typing.get_args(hint)
    if typing.get_origin(hint) in (list, typing.get_origin(Sequence[Any])) and len(parts) == 1:
        kinds, key = _LISTS, parts[0]
    if key not in kinds:
        shown = hint if typing.get_origin(hint) else getattr(hint, "__name__", hint)
        raise TypeError(f"`{name}`: `{shown}` is no kind; write {_EXPECTED}")
    return kinds[key]
