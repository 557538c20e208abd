"""The printed breaks that a reader found → the same with numbers and sigla that an edition can hold.

A number is cited (leaf:column) and a siglum is an identifier; what a file calls its leaves is whatever somebody typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from zhushu.findings import finding
from zhushu.model import Break, Finding, Place, Source
from zhushu.read.names import UNWRITABLE, is_reserved, writable
from zhushu.read.reader import Leaf
from zhushu.read.source import line

PRINT = "print"  # the siglum of an edition that the file does not name
_UNCITABLE = re.compile(rf"[{UNWRITABLE}\s'\"/\\:]")
_LISTED = 8


def citable(source: Source, leaf: Leaf) -> Leaf:
    """A leaf as its reader found it → the same with breaks that can be cited, and what was changed for it."""
    breaks = tuple(replace(mark, n=_number(mark.n), siglum=_siglum(mark.siglum)) for mark in leaf.breaks)
    if breaks == leaf.breaks:
        return leaf
    return replace(leaf, breaks=breaks, findings=(*leaf.findings, *_changed(source, leaf.breaks)))


def _number(n: str) -> str:
    """The number of a leaf, each character of it that no reference can hold spelt: 1:2 → 1u003a2."""
    return _UNCITABLE.sub(lambda match: f"u{ord(match[0]):04x}", n) or "_"


def _siglum(siglum: str) -> str:
    return f"{siglum}-witness" if is_reserved(siglum) and siglum != PRINT else siglum


def _changed(source: Source, breaks: tuple[Break, ...]) -> Iterator[Finding]:
    numbers = [mark for mark in breaks if mark.n != _number(mark.n)]
    if numbers:
        spelt = ", ".join(f"{writable(mark.n)} → {_number(mark.n)}" for mark in islice(numbers, _LISTED))
        leaves = spelt + (" …" if len(numbers) > _LISTED else "")
        yield finding("R064", _place(source, numbers[0]), count=len(numbers), leaves=leaves)
    first = {mark.siglum: mark for mark in reversed(breaks) if mark.siglum != _siglum(mark.siglum)}
    for siglum, mark in sorted(first.items()):
        yield finding("R065", _place(source, mark), value=siglum, siglum=_siglum(siglum))


def _place(source: Source, mark: Break) -> Place:
    """Where the sign of a break ends; the break itself is at the text after it, which may be a line further on."""
    at = len(source.text[: mark.offset].rstrip())
    return Place(source.path, line(source.text, max(0, at - 1)), at)
