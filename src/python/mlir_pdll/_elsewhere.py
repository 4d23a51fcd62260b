"""Patterns and their functions in the Python bindings of another MLIR."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any, Callable, Optional, Union, cast

from . import _calls, _native
from ._functions import Function

# What those bindings pass to functions.
_KINDS = ("Attr", "Op", "Type", "Value")


def install(rewrite: ModuleType, pdl: str, functions: list[Function]) -> Any:
    """A frozen set of the bindings. `Patterns.install` has the contract."""
    if not hasattr(rewrite, "PDLModule"):
        raise TypeError(f"{rewrite!r} has no `PDLModule`; pass a module such as `mlir.rewrite`")
    ir = importlib.import_module(f"{rewrite.__name__.rpartition('.')[0]}.ir")
    for function in functions:
        _require_callable(function)
    # The bindings neither keep this module, which they use until the patterns are frozen,
    # nor the functions, which they call as long as those are used.
    module = ir.Module.parse(pdl)
    patterns = rewrite.PDLModule(module)
    for function in functions:
        callback = _callback(function, ir)
        _KEPT.append(callback)
        if function.is_rewrite:
            patterns.register_rewrite_function(function.name, callback)
        else:
            patterns.register_constraint_function(function.name, callback)
    return patterns.freeze()


def _parse(kind: Any, text: str, what: str) -> Any:
    # MLIR reports what is wrong with an empty text at a place before it.
    if not text:
        raise ValueError(f"`` is no {what}")
    try:
        return kind.parse(text)
    except Exception as error:
        raise ValueError(f"`{text}` is no {what}") from error


def _require_callable(function: Function) -> None:
    for kind in (*function.arguments, *function.results):
        if kind not in _KINDS:
            raise TypeError(
                f"`{function.name}` cannot be called by other bindings of MLIR, which pass no "
                f"ranges, and it has a `{kind}`"
            )


def _callback(function: Function, ir: ModuleType) -> Callable[[Any, Any, list[Any]], bool]:
    """What the bindings call. It returns false for success, as they expect it."""

    def call(_: Any, results: Any, values: list[Any]) -> bool:
        lifetime = _Lifetime(ir)
        try:
            with _calls.parsing_with(lifetime):
                returned = function(*(view(value, lifetime) for value in values))
            found = _results(function, returned)
            for result in found or ():
                results.append(result)
            return found is None
        finally:
            lifetime.lasts = False

    return call


def _results(function: Function, returned: object) -> Optional[list[Any]]:
    """The results, for the bindings. None if a constraint does not hold."""
    count = len(function.results)
    if not function.is_rewrite and count == 0:
        if not isinstance(returned, bool):
            raise TypeError(
                f"the constraint `{function.name}` must return True or False, and returned "
                f"{_described(returned)}"
            )
        return [] if returned else None
    if not function.is_rewrite and returned is None:
        return None
    found: tuple[object, ...] = (returned,) if count == 1 else ()
    if count != 1 and isinstance(returned, tuple):
        found = returned
    if len(found) != count or (count == 0 and returned is not None):
        wanted = "None" if count == 0 else f"a tuple of {count} results"
        raise TypeError(f"`{function.name}` must return {wanted}, and returned {_described(returned)}")
    for number, (kind, result) in enumerate(zip(function.results, found), start=1):
        if not isinstance(result, _VIEWS[kind]) or not result._lifetime.lasts:
            article = "an" if kind in ("Attr", "Op") else "a"
            raise TypeError(
                f"`{function.name}`: result {number} must be {article} `{kind}` of this call"
            )
    return [result._it for result in found]  # type: ignore[attr-defined]


def _described(thing: object) -> str:
    return "None" if thing is None else f"a `{type(thing).__name__}`"


class _Lifetime:
    """A call, and the bindings that make it."""

    def __init__(self, ir: ModuleType) -> None:
        self.ir = ir
        self.lasts = True

    def parse_attr(self, text: str) -> _native.Attr:
        return cast(_native.Attr, Attr(_parse(self.ir.Attribute, text, "attribute"), self))

    def parse_type(self, text: str) -> _native.Type:
        return cast(_native.Type, Type(_parse(self.ir.Type, text, "type"), self))


class _View:
    """An object of the bindings, with what `mlir_pdll` says about it."""

    def __init__(self, it: Any, lifetime: _Lifetime) -> None:
        self._object = it
        self._lifetime = lifetime

    @property
    def _it(self) -> Any:
        if not self._lifetime.lasts:
            raise RuntimeError(
                f"this `{type(self).__name__}` was valid only during the call that got it; keep "
                "`str()` of it, or its parts"
            )
        return self._object

    def __str__(self) -> str:
        return str(self._it)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and bool(self._it == other._it)

    def __hash__(self) -> int:
        return hash(self._it)


class Attr(_View):
    """As `mlir_pdll.Attr`."""

    @property
    def type(self) -> Optional[Type]:
        # Attributes without a type have the type `none` there.
        found = self._it.type
        return None if str(found) == "none" else Type(found, self._lifetime)

    @property
    def value(self) -> Any:
        return self._content(self._it)

    def _content(self, attribute: Any) -> Any:
        ir = self._lifetime.ir
        if isinstance(attribute, ir.IntegerAttr):
            return self._integer(attribute)
        if isinstance(attribute, (ir.BoolAttr, ir.FloatAttr, ir.StringAttr, ir.FlatSymbolRefAttr)):
            return attribute.value
        if isinstance(attribute, ir.TypeAttr):
            return Type(attribute.value, self._lifetime)
        if isinstance(attribute, ir.ArrayAttr):
            return [self._content(element) for element in attribute]
        raise TypeError(f"Python has no object for `{attribute}`; use str()")

    def _integer(self, attribute: Any) -> Union[bool, int]:
        width = _width(attribute.type, self._lifetime.ir) or 64
        if width > 64:
            raise OverflowError(
                f"`value` reads integers of up to 64 bits, and this one has {width}; use str()"
            )
        number = int(attribute.value)
        return bool(number) if width == 1 and attribute.type.is_signless else number


class Type(_View):
    """As `mlir_pdll.Type`."""

    def __call__(self, number: Union[int, float]) -> Attr:
        ir, type_ = self._lifetime.ir, self._it
        is_int = isinstance(number, int)
        width = 64 if isinstance(type_, ir.IndexType) else _width(type_, ir)
        if width is not None and 1 <= width <= 64 and is_int:
            return Attr(self._integer(int(number), width), self._lifetime)
        if width is None and isinstance(number, (int, float)):
            location = ir.Location.unknown(type_.context)
            try:
                return Attr(ir.FloatAttr.get(type_, float(number), location), self._lifetime)
            except (ValueError, ir.MLIRError):
                pass
        raise TypeError(
            f"there is no attribute of the type `{type_}` with the value {number!r}; "
            "parse_attr() makes any attribute"
        )

    def _integer(self, number: int, width: int) -> Any:
        ir, type_ = self._lifetime.ir, self._it
        least, most = -(1 << (width - 1)), (1 << width) - 1
        if isinstance(type_, ir.IndexType) or type_.is_signed:
            most >>= 1
        elif type_.is_unsigned:
            least = 0
        if not least <= number <= most:
            raise OverflowError(f"{number} does not fit into `{type_}`")
        return ir.Attribute.parse(f"{number} : {type_}", type_.context)


class Op(_View):
    """As `mlir_pdll.Op`."""

    @property
    def name(self) -> str:
        return str(self._it.operation.name)

    @property
    def operands(self) -> list[Value]:
        return [Value(value, self._lifetime) for value in self._it.operation.operands]

    @property
    def results(self) -> list[Value]:
        return [Value(value, self._lifetime) for value in self._it.operation.results]

    @property
    def attributes(self) -> dict[str, Attr]:
        # Older bindings iterate over pairs, newer ones over names.
        attributes = self._it.operation.attributes
        named = (attributes[index] for index in range(len(attributes)))
        return {one.name: Attr(one.attr, self._lifetime) for one in named}

    def __repr__(self) -> str:
        return f"<Op {self.name}>"


class Value(_View):
    """As `mlir_pdll.Value`."""

    @property
    def type(self) -> Type:
        return Type(self._it.type, self._lifetime)

    @property
    def owner(self) -> Optional[Op]:
        is_argument = isinstance(self._it, self._lifetime.ir.BlockArgument)
        return None if is_argument else Op(self._it.owner, self._lifetime)

    @property
    def users(self) -> list[Op]:
        return [Op(use.owner, self._lifetime) for use in self._it.uses]


# Nobody knows when the bindings have called a function for the last time.
_KEPT: list[Callable[..., Any]] = []

_VIEWS: dict[str, type[_View]] = {"Attr": Attr, "Op": Op, "Type": Type, "Value": Value}


def view(it: Any, lifetime: _Lifetime) -> _View:
    """The view of an argument."""
    ir = lifetime.ir
    if isinstance(it, ir.Attribute):
        return Attr(it, lifetime)
    if isinstance(it, ir.Type):
        return Type(it, lifetime)
    if isinstance(it, ir.Value):
        return Value(it, lifetime)
    return Op(it, lifetime)


def _width(type_: Any, ir: ModuleType) -> Optional[int]:
    """The bits of a type of integers."""
    return type_.width if isinstance(type_, ir.IntegerType) else None
