"""What a reader is: one module per input format, with these names.

A reader says what it reads (`name`, `suffixes`), which optional package it needs (`needs`, "" for none), how likely
the first bytes of a file are in its format (`sniff`), which title a file names (`title`, "" for none), and where in the
decoded file the raw pages are (`read`).
Offsets are those of the file as received; what is markup of the format is told by marks, and nothing is taken out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from zhushu.model import Break, Finding, Mark, Source, Span

LEAF = "leaf"  # the name of a mark at which a printed leaf ends, besides its column


@dataclass(frozen=True, slots=True)
class Header:
    """The header line of a page, and what it says."""

    span: Span
    title: str
    number: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Leaf:
    """One raw page as a reader finds it in a file.

    `n` and `juan` are its number and juan where the file tells them, `title` that of the work. `order` has its
    stretches in the order of reading, where that is not the order of the file. `findings` are what is strange in it.
    """

    span: Span
    header: Header | None = None
    n: str | None = None
    juan: str | None = None
    title: str = ""
    marks: tuple[Mark, ...] = ()
    breaks: tuple[Break, ...] = ()
    order: tuple[Span, ...] = ()
    findings: tuple[Finding, ...] = ()


class Reader(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def suffixes(self) -> tuple[str, ...]: ...

    @property
    def needs(self) -> str: ...

    def sniff(self, head: bytes) -> float: ...

    def title(self, text: str) -> str: ...

    def read(self, source: Source, titles: frozenset[str]) -> tuple[Leaf, ...]: ...
