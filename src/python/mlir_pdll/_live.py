"""Modules that are objects of MLIR's Python bindings."""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import io
import os
import sys
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Optional, Protocol

from . import _calls, _native
from ._errors import _as_errors

#: The MLIR that `_in_place` is compiled for, which has LLVM's assertions.
_VERSION = (22, 1, 8)
_ASSERTIONS = "_ZN4llvm23EnableABIBreakingChecksE"

#: The library of the bindings that has MLIR, by the name that `_in_place` asks for.
_LIBRARY = "libMLIRPythonCAPI.so"


class Module(Protocol):
    """A module of MLIR's Python bindings."""

    @property
    def operation(self) -> Any: ...
    @property
    def body(self) -> Any: ...
    @property
    def context(self) -> Any: ...


@dataclass(frozen=True)
class InPlace:
    """Whether `Patterns.apply` rewrites modules of some bindings in place. True if it does."""

    works: bool
    #: Why, as a sentence.
    reason: str

    def __bool__(self) -> bool:
        return self.works

    def __str__(self) -> str:
        return self.reason


def in_place(host: Any) -> InPlace:
    """Whether `Patterns.apply` rewrites a module in place, or through bytecode, and why.

    In place, nothing is copied and read again, and the bindings' objects for operations
    that the patterns leave alone stay valid. That needs the MLIR of the bindings to be the
    build that this package has a part for.

    Args:
      host: A `Module` of MLIR's Python bindings, or a package of them that is imported, such
        as `mlir` or `mlir.ir`.
    """
    why_not = _why_not(host)
    if why_not is not None:
        return InPlace(False, f"through bytecode: {why_not}")
    version = ".".join(map(str, _VERSION))
    return InPlace(True, f"in place: the bindings have MLIR {version} with assertions")


class LivePatterns:
    """Patterns for modules of other bindings."""

    def __init__(self, native: _native.Patterns, origin: Any) -> None:
        self._native = native
        self._origin = origin
        # Patterns belong to a context. These keep the one of the last module alive.
        self._last: Optional[tuple[Any, Any]] = None

    def apply(self, module: Any, options: dict[str, object]) -> None:
        """Rewrites a module. `Patterns.apply` has the contract."""
        if in_place(module):
            self.apply_in_place(module, options)
        else:
            self.apply_through_bytecode(module, options)

    def apply_in_place(self, module: Any, options: dict[str, object]) -> None:
        """Rewrites the operations of the module themselves."""
        from . import _in_place

        context = module.context
        last = self._last
        with _as_errors(_in_place.Failure), _calls.parsing_with(_in_place):
            if last is None or last[0] is not context:
                last = (context, _in_place.Patterns(self._origin, module))
                self._last = last
            last[1].apply(module, options)

    def apply_through_bytecode(self, module: Any, options: dict[str, object]) -> None:
        """Rewrites the module in this package's MLIR, and puts the result into it."""
        bytecode = io.BytesIO()
        # The newest version that MLIR 22 reads.
        module.operation.write_bytecode(bytecode, desired_version=6)
        with _as_errors(), _calls.parsing_with(_native):
            # Whether operations may be unknown is for the context of the module to say.
            result = self._native.apply(bytecode.getvalue(), "<module>", True, options)
        _replace(module, type(module).parse(result, module.context))


def _why_not(host: Any) -> Optional[str]:
    """Why modules are not rewritten in place."""
    libs = _libraries(host)
    if libs is None:
        name = host.__name__ if isinstance(host, ModuleType) else type(host).__module__
        return f"`{name}` is of no Python bindings of MLIR that are imported"
    package = libs.__name__.rpartition(".")[0]
    library = os.path.realpath(os.path.join(libs.__path__[0], _LIBRARY))
    if not os.path.exists(library):
        return f"`{package}` has no `{_LIBRARY}`, the library that shows MLIR's functions"
    if importlib.util.find_spec("._in_place", __package__) is None:
        return "this `mlir_pdll` has no part for other MLIRs; `make in-place` builds it"
    # The dynamic linker knows one library of this name, and takes it once.
    if _USED and _USED != [library]:
        return f"`{_USED[0]}` is used already"
    return None if _USED else _why_not_library(library)


def _libraries(host: Any) -> Optional[ModuleType]:
    """The package of bindings that has their libraries."""
    name = host.__name__ if isinstance(host, ModuleType) else type(host).__module__
    name = name.partition("._mlir_libs")[0]
    while name:
        found = sys.modules.get(f"{name}._mlir_libs")
        if found is not None:
            return found
        name = name.rpartition(".")[0]
    return None


_USED: list[str] = []


def _why_not_library(library: str) -> Optional[str]:
    """Why `_in_place` cannot use a library. It does if there is no reason."""
    loaded = _loaded()
    if library not in loaded:
        return f"`{library}` is not loaded"
    if len(loaded) > 1:
        return f"`{_LIBRARY}` is loaded more than once: {', '.join(sorted(loaded))}"
    symbols = ctypes.CDLL(library, mode=os.RTLD_NOLOAD)
    parts = [ctypes.c_uint() for _ in _VERSION]
    try:
        symbols.LLVMGetVersion(*(ctypes.byref(part) for part in parts))
    except AttributeError:
        return f"`{library}` does not show LLVM's functions"
    version = tuple(part.value for part in parts)
    if version != _VERSION:
        found, needed = (".".join(map(str, one)) for one in (version, _VERSION))
        return f"the bindings have MLIR {found}, and not {needed}"
    if not hasattr(symbols, _ASSERTIONS):
        return "the MLIR of the bindings is built without LLVM's assertions"
    try:
        importlib.import_module("._in_place", __package__)
    except ImportError as error:
        return f"`{library}` lacks something: {error}"
    _USED.append(library)
    return None


def _loaded() -> set[str]:
    """The libraries of that name in this process."""
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        paths = {line.split(maxsplit=5)[-1].rstrip("\n") for line in maps}
    return {path for path in paths if os.path.basename(path) == _LIBRARY}


def _replace(module: Any, other: Any) -> None:
    """Gives a module the operations and attributes of another one."""
    # Where they are moved to, they are destroyed together, whichever uses which.
    old, new = list(module.body.operations), list(other.body.operations)
    for operation in old:
        other.body.append(operation)
    for operation in new:
        module.body.append(operation)
    attributes, wanted = module.operation.attributes, _attributes(other)
    for name in _attributes(module).keys() - wanted.keys():
        del attributes[name]
    for name, attribute in wanted.items():
        attributes[name] = attribute


def _attributes(module: Any) -> dict[str, Any]:
    # Older bindings iterate over pairs, newer ones over names.
    attributes = module.operation.attributes
    named = (attributes[index] for index in range(len(attributes)))
    return {one.name: one.attr for one in named}
