"""Plain text files → WitnessText: every line a passage; a new file or an empty line begins a new division."""

from __future__ import annotations

from pathlib import Path

from zhushu.collate.witness import UNKNOWN, WitnessText
from zhushu.model import Finding


def read(files: list[tuple[Path, str]]) -> tuple[WitnessText, tuple[Finding, ...]]:
    """The files of a work with their text → the witness."""
    text = ""
    divisions: list[tuple[int, str]] = []
    passages: list[int] = []
    for _, content in files:
        opens = True
        for line in content.splitlines():
            characters = "".join(line.split())
            if not characters:
                opens = True
                continue
            if opens:
                divisions.append((len(text), str(len(divisions) + 1)))
                opens = False
            passages.append(len(text))
            text += characters
    found = WitnessText("", text, UNKNOWN * len(text), divisions=tuple(divisions), passages=tuple(passages))
    return found, ()
