"""Why patterns match, or do not."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Literal, Optional, Union

    State = Union[Literal["input", "final"], int]
    Place = Union[str, int, tuple[int, int]]


class Explanation:
    """Says why patterns match the operations of a program, or do not.

    Notebooks show the page; `print` shows the text.
    """

    #: Framed source with labels, as `pdll-opt explain` prints it.
    text: str
    #: A page that shows each pattern beside the program, and how a run changes that. It is
    #: one file.
    html: str
    #: What `pdll-opt explain --format=json` prints.
    data: dict[str, Any]

    def __init__(self, text: str, page: str, record: str) -> None:
        import json

        self.text = text
        self.html = page
        self.data = json.loads(record)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        patterns = self.data["patterns"]
        found = (f"{one['name']}: {one['matches']} of {one['candidates']}" for one in patterns)
        return f"<Explanation: {', '.join(found) or 'nothing could match'}>"

    def _repr_html_(self) -> str:
        from html import escape

        # The page has styles and names of its own, which a frame keeps from the notebook.
        page = escape(self.html, quote=True)
        return (
            f'<iframe srcdoc="{page}" title="Explanation of patterns" loading="lazy" '
            'style="width: 100%; height: 32em; border: 1px solid #8884"></iframe>'
        )


def _flags(
    patterns: Iterable[str],
    operation: Optional[Place],
    at: State,
    run: bool,
    limit: Optional[int],
    options: dict[str, object],
) -> list[str]:
    """The flags of `pdll-opt explain` that ask the same."""
    if isinstance(patterns, str):
        patterns = [patterns]
    flags = [f"--pattern={pattern}" for pattern in patterns]
    flags += _operation_flags(operation)
    if at in ("input", "final"):
        flags.append(f"--at={at}")
    elif _is_number(at):
        flags.append(f"--at=step:{at}")
    else:
        raise ValueError(f"`at` is 'input', 'final', or a number of rewrites, not {at!r}")
    if not run:
        flags.append("--no-run")
    if limit is None:
        flags.append("--all")
    elif _is_number(limit):
        flags.append(f"--limit={limit}")
    else:
        raise ValueError(f"`limit` is a number or None, not {limit!r}")
    for name, value in options.items():
        text = str(value).lower() if isinstance(value, bool) else value
        flags.append(f"--{name.replace('_', '-')}={text}")
    return flags


def _operation_flags(operation: Optional[Place]) -> list[str]:
    if operation is None:
        return []
    if isinstance(operation, str) or _is_number(operation):
        return [f"--op={operation}"]
    if isinstance(operation, tuple) and len(operation) == 2 and all(map(_is_number, operation)):
        line, column = operation
        return [f"--op=-:{line}:{column}"]
    raise ValueError(f"`operation` is a name, a line, or a line and a column, not {operation!r}")


def _is_number(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and given >= 0
