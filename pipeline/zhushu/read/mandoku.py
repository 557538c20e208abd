"""The reader for Kanripo's Mandoku files: <pb:WORK_EDITION_JUAN-LEAF>, ¶ at the end of a column, (small print).

A page of ours is a juan. Its printed leaves and columns become breaks; indentation, parentheses, the / between the
halves of a column and &KR0001; become marks. The indentation of a column belongs to the mark that ends the column
before it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from zhushu.findings import finding
from zhushu.model import Break, Finding, Mark, MarkKind, Place, Source, Span
from zhushu.read.names import ascii_name
from zhushu.read.reader import LEAF, Leaf
from zhushu.read.source import line

name = "mandoku"
suffixes = (".txt",)
needs = ""

_TOKEN = re.compile(
    r"""(?P<leaf><pb:(?P<id>[^<>\s]*)>¶?(?:\r?\n)?)
    | (?P<other><md:(?P<beside>[^<>\s]*)>¶?\u3000*)
    | (?P<tag><[a-z][^<>\n]*>)
    | (?P<column>¶(?:\r?\n)?)
    | (?P<header>^(?:\#.*|:[A-Z]+:.*)(?:\n|\Z))
    | (?P<heading>^\*+[ ])
    | (?P<newline>\r?\n)
    | (?P<entity>&(?P<character>[\w-]+);)
    | (?P<open>\() | (?P<close>\)) | (?P<half>/)""",
    re.MULTILINE | re.VERBOSE,
)
_INDENT = re.compile("[\u3000 \t]*")
_TITLE = re.compile(r"^#\+TITLE:\s*(\S.*?)\s*$", re.MULTILINE)
_ID = re.compile(r"(?:[^_]+_(?P<edition>[^_]+)_)?(?P<leaf>.+)")
_LEAF = re.compile(r"(?P<juan>.*?)-?(?P<leaf>\d{1,9})(?P<side>[a-d])")
_LISTED = 8


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of markup: what it is (leaf, tag, column, header, heading, newline, entity, open, close, half)."""

    kind: str
    span: Span
    value: str = ""  # the id of a leaf, the name of an entity


@dataclass(frozen=True, slots=True)
class LeafId:
    """What KR1d0026_SBCK_005-23b says: SBCK, 005-23b, 005; `ordinal` counts the sides of the leaves, if it is known."""

    edition: str
    leaf: str
    juan: str
    ordinal: int | None


def sniff(head: bytes) -> float:
    """The first bytes of a file → how likely it is a Mandoku file."""
    if b"mandoku-view" in head or b"<pb:" in head:
        return 1.0
    return 0.9 if "¶".encode() in head else 0.0


def tokens(text: str) -> Iterator[Token]:
    """The text of a file → its markup, in order. A / outside parentheses is text."""
    small = False
    at = 0
    while match := _TOKEN.search(text, at):
        kind = next(key for key in _KINDS if match[key] is not None)
        at = match.end(kind)
        if kind in ("open", "close"):
            small = kind == "open"
        if kind != "half" or small:
            yield Token(kind, Span(match.start(), at), match["id"] or match["beside"] or match["character"] or "")


_KINDS = ("leaf", "other", "tag", "column", "header", "heading", "newline", "entity", "open", "close", "half")


def leaf_id(value: str) -> LeafId:
    """The id of a <pb:…> → what it says."""
    match = _ID.fullmatch(value)
    leaf = match["leaf"] if match else value
    found = _LEAF.fullmatch(leaf)
    ordinal = 2 * int(found["leaf"]) + "abcd".index(found["side"]) % 2 if found else None
    return LeafId((match["edition"] or "") if match else "", leaf, found["juan"] if found else "", ordinal)


def lost(before: LeafId, after: LeafId) -> int:
    """Two leaves that follow each other → how many sides the numbering passes over between them, -1 if it goes back."""
    if before.ordinal is None or after.ordinal is None or before.juan != after.juan:
        return 0
    step = after.ordinal - before.ordinal
    return 0 if step in (0, 1) else max(-1, step - 1)


def title(text: str) -> str:
    """The text of a file → the title of the work that it names."""
    found = _TITLE.search(text)
    return found[1] if found else ""


def read(source: Source, titles: frozenset[str]) -> tuple[Leaf, ...]:
    """A file → its juan. A new one begins where the ids of the leaves say so."""
    found = list(tokens(source.text))
    work = title(source.text)
    starts = [0, *_borders(found), len(source.text)]
    halves = list(_halves(found))
    swapped = halves if halves_reversed(source.text, found, halves) else []
    return tuple(
        _leaf(source, Span(start, end), [token for token in found if start <= token.span.start < end], work, swapped)
        for start, end in pairwise(starts)
    )


def _halves(found: Iterable[Token]) -> Iterator[tuple[Span, ...]]:
    """The stretches of small print that are set in two or more parts: (right/left)."""
    parts: list[Span] = []
    start: int | None = None
    for token in found:
        if token.kind == "open":
            parts, start = [], token.span.end
        elif token.kind == "half" and start is not None:
            parts.append(Span(start, token.span.start))
            start = token.span.end
        elif token.kind == "close" and start is not None:
            if parts and start < token.span.start:
                yield (*parts, Span(start, token.span.start))
            start = None
        elif token.kind == "newline" or (token.kind in ("column", "leaf") and len(token.span) > 1):
            start = None


def halves_reversed(text: str, found: Iterable[Token], halves: Iterable[tuple[Span, ...]]) -> bool:
    """Does this file have the left half of a column before the right one?

    In the right order the end of one half and the beginning of the next are words that the book also has elsewhere.
    Each column with two halves of three characters or more votes; few votes, or a close result, mean no.
    """
    pairs: Counter[str] = Counter()
    at = 0
    for token in found:
        pairs.update(map("".join, pairwise(text[at : token.span.start])))
        at = token.span.end
    forward = backward = 0
    for parts in halves:
        first, last = parts[0], parts[-1]
        second = _second_half(parts)
        if len(first) >= 3 <= len(last):
            here = pairs[text[parts[second - 1].end - 1] + text[parts[second].start]]
            there = pairs[text[last.end - 1] + text[first.start]]
            forward += here > there
            backward += there > here
    return backward >= 10 and backward > 1.5 * forward


def _second_half(parts: tuple[Span, ...]) -> int:
    """The parts of a column of small print → the number of the first one of its second half.

    There may be more than two, where the space before another voice is written as a / too: both halves are as long.
    """
    lengths = [len(part) for part in parts]
    return min(range(1, len(parts)), key=lambda k: abs(sum(lengths[:k]) - sum(lengths[k:])))


def _order(span: Span, swapped: Iterable[tuple[Span, ...]]) -> tuple[Span, ...]:
    """The stretches of a juan in the order of reading, where its halves are the other way round."""
    order: list[Span] = []
    at = span.start
    for halves in swapped:
        if span.start <= halves[0].start < span.end:
            second = _second_half(halves)
            # the / after a part goes with it
            parts = [Span(part.start, part.end + (part is not halves[-1])) for part in halves]
            order += [Span(at, halves[0].start), *parts[second:], *parts[:second]]
            at = halves[-1].end
    return (*order, Span(at, span.end)) if order else ()


def _borders(found: Iterable[Token]) -> Iterator[int]:
    juan = None
    for token in found:
        if token.kind == "leaf":
            here = leaf_id(token.value).juan
            if juan is not None and here != juan:
                yield token.span.start
            juan = here


def _leaf(source: Source, span: Span, found: list[Token], work: str, swapped: list[tuple[Span, ...]]) -> Leaf:
    editions = (leaf_id(token.value).edition for token in found if token.kind == "leaf")
    writer = _Writer(source, span, next(map(_siglum, filter(None, editions)), "print"))
    for token in found:
        writer.add(token)
    juan = writer.juan or _juan_of_name(source.path)
    return Leaf(
        span,
        n=juan,
        juan=juan,
        title=work,
        marks=tuple(writer.marks),
        breaks=tuple(writer.breaks),
        order=_order(span, swapped),
        findings=(*writer.remarks(source.path), *([finding("R037", Place(source.path))] if swapped else ())),
    )


def _juan_of_name(path: str) -> str | None:
    digits = re.findall(r"\d+", path.rsplit("/", 1)[-1])
    return str(int(digits[-1])) if digits else None


def _siglum(edition: str) -> str:
    siglum = ascii_name(edition, "-")
    return siglum if siglum[0].isalpha() else f"w{siglum}"


def _by_line(text: str) -> bool:
    """Whether the columns of a file are its lines: it has no ¶, or these follow the columns of another edition."""
    ends = text.count("¶")
    return not ends or text.count("¶\n") + text.count("¶\r\n") < 0.95 * ends


class _Writer:
    """Tokens of one juan → its marks and breaks."""

    def __init__(self, source: Source, span: Span, siglum: str) -> None:
        self.source = source
        self.text = source.text
        self.span = span
        self.marks: list[Mark] = []
        self.breaks: list[Break] = []
        self.juan: str | None = None
        self.siglum = siglum
        self.by_line = _by_line(source.text)
        self.column = 0
        self.before: LeafId | None = None
        self.seen: Counter[str] = Counter()
        self.empty: list[str] = []
        self.jumps: list[str] = []
        self.opened: int | None = None
        self.unbalanced: list[int] = []

    def add(self, token: Token) -> None:
        getattr(self, f"_{token.kind}")(token)

    def _leaf(self, token: Token) -> None:
        here = leaf_id(token.value)
        self.siglum = _siglum(here.edition) if here.edition else self.siglum
        self.juan = self.juan or (str(int(here.juan)) if here.juan.isdecimal() else None)
        at = self._line(token.span, self._line_ended(), LEAF)
        self._about_leaf(here, at)
        self.breaks.append(Break(at, "page", self._numbered(here.leaf), self.siglum))
        self.column = 0
        self._column_begins(at)
        self.before = here

    def _numbered(self, leaf: str, edition: str = "") -> str:
        """The number of a leaf; the second of one number gets _2."""
        key = f"{edition} {leaf}".strip()
        self.seen[key] += 1
        return leaf if self.seen[key] == 1 else f"{leaf}_{self.seen[key]}"

    def _about_leaf(self, here: LeafId, at: int) -> None:
        if self.before is None:
            return
        missing = lost(self.before, here)
        if missing:
            self.jumps.append(f"{self.before.leaf}–{here.leaf}")
        if missing > 0:
            self.breaks.append(Break(at, "lost", str(missing), self.siglum))
        if self.breaks and not any(mark.unit == "column" for mark in self._since_leaf()):
            self.empty.append(self.before.leaf)

    def _since_leaf(self) -> Iterator[Break]:
        for mark in reversed(self.breaks):
            if mark.unit == "page":
                return
            yield mark

    def _line_ended(self) -> bool:
        """Whether the column before a leaf was ended by its own ¶; else the text runs on into the leaf."""
        return bool(self.marks) and self.marks[-1].kind is MarkKind.LINE

    def _line(self, span: Span, quiet: bool = False, name: str = "") -> int:
        """A line ends in `span`; the indentation after it belongs to the mark. → where its text begins."""
        indent = _INDENT.match(self.text, span.end, self.span.end)
        assert indent is not None
        width = len(indent[0])
        if quiet and self.marks and self.marks[-1].span.end == span.start:
            before = self.marks.pop()
            span = Span(before.span.start, span.end)
            moved = [replace(mark, offset=indent.end()) for mark in self.breaks if mark.offset == before.span.end]
            self.breaks = [mark for mark in self.breaks if mark.offset != before.span.end] + moved
        self.marks.append(Mark(Span(span.start, indent.end()), MarkKind.LINE, name=name, indent=width))
        return indent.end()

    def _column(self, token: Token) -> None:
        if self.by_line and len(token.span) == 1:
            self.marks.append(Mark(token.span))
        else:
            self._column_begins(self._line(token.span))

    def _other(self, token: Token) -> None:
        """Here a leaf of another edition begins: after a column of this one that has no other end, or inside one."""
        here = leaf_id(token.value)
        ends = self._ends_column(token)
        at = self._line(Span(token.span.start, self._without_indent(token.span))) if ends else token.span.end
        if not ends:
            self.marks.append(Mark(token.span))
        self.breaks.append(Break(at, "page", self._numbered(here.leaf, here.edition), _siglum(here.edition)))
        if ends:
            self._column_begins(at)

    def _ends_column(self, token: Token) -> bool:
        """Whether a column ends with the ¶ of a leaf of another edition, and the next one begins in the same line."""
        start, end = token.span.start, token.span.end
        begun = self.text[self.text.rfind("\n", 0, start) + 1 : start].strip()
        goes_on = self.text[end : end + 1] not in ("", "\r", "\n")
        return bool(begun) and goes_on and self.opened is None and "¶" in self.text[start:end]

    def _without_indent(self, span: Span) -> int:
        return span.start + len(self.text[span.start : span.end].rstrip("\u3000"))

    def _column_begins(self, at: int) -> None:
        """Counts the columns of a leaf, and names those that hold text."""
        self.column += 1
        nothing = ("<pb:", "#+", "\n", "\r") if self.by_line else ("<pb:", "#+", "¶")
        if at < self.span.end and not self.text.startswith(nothing, at):
            self.breaks.append(Break(at, "column", str(self.column), self.siglum))

    def _newline(self, token: Token) -> None:
        if self.by_line:
            self._column_begins(self._line(token.span))
        else:
            self.marks.append(Mark(token.span))

    def _tag(self, token: Token) -> None:
        self.marks.append(Mark(token.span))

    _header = _tag

    def _heading(self, token: Token) -> None:
        self.marks.append(Mark(token.span, MarkKind.HEADING))

    def _entity(self, token: Token) -> None:
        self.marks.append(Mark(token.span, MarkKind.CHARACTER, name=token.value))

    def _open(self, token: Token) -> None:
        if self.opened is not None:
            self.unbalanced.append(token.span.start)
        self.opened = token.span.start
        self.marks.append(Mark(token.span, MarkKind.SMALL))

    def _close(self, token: Token) -> None:
        if self.opened is None:
            self.unbalanced.append(token.span.start)
        self.opened = None
        self.marks.append(Mark(token.span, MarkKind.LARGE))

    def _half(self, token: Token) -> None:
        self.marks.append(Mark(token.span, MarkKind.HALF))

    def remarks(self, path: str) -> Iterator[Finding]:
        """What an editor should know of the transcription."""
        where = Place(path)
        if twice := [leaf for leaf, count in self.seen.items() if count > 1]:
            yield finding("R030", where, count=len(twice), leaves=_listed(twice))
        if self.jumps or self.empty:
            places = [*self.jumps, *self.empty]
            yield finding("R031", where, count=len(places), leaves=_listed(places))
        for at in (*self.unbalanced, *([self.opened] if self.opened is not None else [])):
            yield finding("R032", Place(path, line(self.text, at), at))


def _listed(names: list[str]) -> str:
    return ", ".join(names[:_LISTED]) + (" …" if len(names) > _LISTED else "")
