"""Errors and warnings as data."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Optional


@dataclass(frozen=True)
class Place:
    """A part of a file. Lines and byte columns count from 1; the end is after the last byte."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @staticmethod
    def _read(data: Optional[dict[str, Any]]) -> Optional[Place]:
        if data is None:
            return None
        return Place(
            data["file"], data["line"], data["column"], data["endLine"], data["endColumn"]
        )


@dataclass(frozen=True)
class Note:
    """A further message, with a place of its own if it has one."""

    message: str
    place: Optional[Place]


@dataclass(frozen=True)
class Edit:
    """A fix: the text to write at a place, which is empty where there is something to insert."""

    message: str
    place: Place
    replacement: str


@dataclass(frozen=True)
class Diagnostic:
    """An error, a warning or a remark. `str()` of it is what `pdll-opt` prints."""

    #: "error", "warning" or "remark".
    severity: str
    #: What `-W` calls it, if it has a name.
    name: Optional[str]
    message: str
    place: Optional[Place]
    notes: tuple[Note, ...]
    #: How to go on, in words.
    help: Optional[str]
    #: The same as an edit, where that is certain.
    edit: Optional[Edit]
    #: The message with its place, the source line and notes.
    text: str = field(repr=False)

    def __str__(self) -> str:
        return self.text

    @staticmethod
    def _read(text: str, record: str) -> Diagnostic:
        data = json.loads(record)
        notes = (Note(note["message"], Place._read(note["place"])) for note in data["notes"])
        edit = data["suggestion"]
        if edit is not None:
            place = Place._read(edit["place"])
            assert place is not None
            edit = Edit(edit["message"], place, edit["replacement"])
        return Diagnostic(
            data["severity"],
            data["name"],
            data["message"],
            Place._read(data["place"]),
            tuple(notes),
            data["help"],
            edit,
            text.rstrip("\n"),
        )
