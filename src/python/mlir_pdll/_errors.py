"""The exception for errors of patterns and programs."""

from __future__ import annotations

from . import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Optional, Sequence

    from ._diagnostics import Diagnostic


class PdllError(ValueError):
    """Patterns, or a program, are wrong, or a run of patterns failed.

    The text is what `pdll-opt` prints. `diagnostics` has the errors as data.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("\n".join(str(one) for one in diagnostics) or "it failed without an error")
        self.diagnostics = tuple(diagnostics)


def _diagnostics(texts: Sequence[str], records: Sequence[str]) -> list[Diagnostic]:
    from ._diagnostics import Diagnostic

    return [Diagnostic._read(text, record) for text, record in zip(texts, records)]


class _as_errors:
    """Raises what a native half raises as a `PdllError`."""

    def __init__(self, failure: type[Exception] = _native.Failure) -> None:
        self.failure = failure

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        raised: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if isinstance(raised, self.failure):
            raise PdllError(_diagnostics(*raised.args)) from None
