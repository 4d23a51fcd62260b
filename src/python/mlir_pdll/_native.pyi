"""The native half. What users see of it is documented in the other files."""

from typing import Any, Optional, TypeVar, Union, final, overload

_Program = TypeVar("_Program", str, bytes)

class Failure(Exception): ...

@final
class Patterns:
    def __new__(cls, origin: Any) -> Patterns: ...
    def apply(
        self,
        program: _Program,
        name: str,
        allow_unregistered_dialects: bool,
        settings: dict[str, object],
    ) -> _Program: ...
    def explain(
        self,
        program: Union[str, bytes],
        name: str,
        allow_unregistered_dialects: bool,
        flags: list[str],
        settings: dict[str, object],
    ) -> tuple[str, str, str]: ...

def run(arguments: list[str]) -> int: ...
@overload
def convert(program: str, name: str, allow_unregistered_dialects: bool) -> bytes: ...
@overload
def convert(program: bytes, name: str, allow_unregistered_dialects: bool) -> str: ...
def check(
    files: list[Union[str, tuple[str, str]]], include_dirs: list[str]
) -> tuple[list[str], list[str]]: ...
def pdl(
    file: Union[str, tuple[str, str]],
    include_dirs: list[str],
    enable: list[str],
    disable: list[str],
    allow_unknown_operations: bool,
) -> str: ...
def format(name: str, text: str) -> str: ...
def parse_attr(text: str) -> Attr: ...
def parse_type(text: str) -> Type: ...

@final
class Attr:
    """An attribute, during a call."""

    @property
    def type(self) -> Optional[Type]:
        """The type; None if the attribute has none."""
    @property
    def value(self) -> Any:
        """What the attribute says: a number, a string, a `Type`, or a list of such."""

@final
class Type:
    """A type, during a call."""

    def __call__(self, number: Union[int, float]) -> Attr:
        """An attribute of this type: an integer or a float."""

@final
class Op:
    """An operation, during a call."""

    @property
    def name(self) -> str:
        """The name with its dialect."""
    @property
    def operands(self) -> list[Value]: ...
    @property
    def results(self) -> list[Value]: ...
    @property
    def attributes(self) -> dict[str, Attr]:
        """The attributes by their names."""

@final
class Value:
    """A value, during a call."""

    @property
    def type(self) -> Type: ...
    @property
    def owner(self) -> Optional[Op]:
        """The operation that defines the value; None for an argument of a block."""
    @property
    def users(self) -> list[Op]:
        """The operations that use the value, once for each use."""
