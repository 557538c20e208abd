"""Plain text files → WitnessText: every line a passage, every empty line or file a new division."""

from __future__ import annotations

from pathlib import Path

from zhushu.collate.witness import UNKNOWN, WitnessText
from zhushu.model import Finding


def read(files: list[tuple[Path, str]]) -> tuple[WitnessText, tuple[Finding, ...]]:
    """The files of a work with their text → the witness."""
    parts: list[str] = []
    divisions: list[tuple[int, str]] = []
    length = 0
    for _, text in files:
        for block in text.replace("\r\n", "\n").split("\n\n"):
            characters = "".join(block.split())
            if characters:
                divisions.append((length, str(len(divisions) + 1)))
                parts.append(characters)
                length += len(characters)
    return WitnessText("", "".join(parts), UNKNOWN * length, divisions=tuple(divisions)), ()
