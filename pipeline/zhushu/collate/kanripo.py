"""Kanripo/Mandoku text files → WitnessText. `read.mandoku` knows the notation, for raw pages in it too.

A page begins with <pb:WORK_EDITION_JUAN-LEAF>, a column ends with ¶; &KR0001; is a character without a code point.
Notes are indented, or stand in parentheses, where (right/left) are the two halves of a column: some files store the
halves the other way round. The facts behind the rules: docs/collation.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from pathlib import Path

from zhushu.collate.witness import BASE, GAIJI, NOTE, UNKNOWN, WitnessText, natural
from zhushu.findings import finding
from zhushu.model import Break, Finding, Place, Span
from zhushu.read import mandoku

_KEPT = ("open", "close", "half", "entity")  # what stays in the text of a column
_HALVES = re.compile(r"(?<![^()])[^()]*/[^()]*")
_CHARACTER = re.compile(r"&(?P<entity>[\w-]+);|.", re.DOTALL)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class _Column:
    """A printed column with its halves, its indentation and its &entities;. `turn` counts the pages of the file."""

    turn: int
    page: str
    n: int
    text: str

    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip("\u3000"))

    def halves(self) -> list[list[str]]:
        """The stretches of the column that are set in two halves."""
        return [piece.split("/") for piece in _HALVES.findall(self.text)]

    def swapped(self) -> str:
        return _HALVES.sub(lambda match: "/".join(reversed(match[0].split("/"))), self.text)


@dataclass(slots=True)
class _Stream:
    """The characters of the witness as they are put together."""

    text: list[str] = field(default_factory=list)
    layers: list[str] = field(default_factory=list)
    breaks: list[Break] = field(default_factory=list)
    entities: dict[int, str] = field(default_factory=dict)
    divisions: list[tuple[int, str]] = field(default_factory=list)
    holes: list[int] = field(default_factory=list)
    pages: Counter[str] = field(default_factory=Counter)


def read(files: list[tuple[Path, str]]) -> tuple[WitnessText, tuple[Finding, ...]]:
    """The files of a work with their text → the witness, and what is wrong with it."""
    books = [(path, list(_columns(text))) for path, text in files]
    pairs = _neighbours(column for _, columns in books for column in columns)
    stream = _Stream()
    swapped = {path.name for path, columns in books if halves_reversed(columns, pairs)}
    for path, columns in books:
        stream.divisions.append((len(stream.text), _number(path, columns)))
        _append(stream, columns, path.name in swapped)
    witness = WitnessText(
        _edition(files),
        "".join(stream.text),
        "".join(stream.layers),
        tuple(stream.breaks),
        stream.entities,
        tuple(stream.divisions),
        holes=tuple(stream.holes),
        title=mandoku.title(files[0][1]),
    )
    return witness, tuple(_remarks(files, [column for _, columns in books for column in columns], sorted(swapped)))


def _remarks(files: list[tuple[Path, str]], columns: list[_Column], swapped: list[str]) -> Iterator[Finding]:
    """What an editor should know of the transcription."""
    path = files[0][0] if len(files) == 1 else files[0][0].parent
    where = Place(str(path))
    if swapped:
        yield finding("C024", where, path=path, count=len(swapped), files=_listed(swapped))
    if twice := _repeated(columns):
        yield finding("C025", where, path=path, count=len(twice), leaves=_listed(twice))
    if lost := _lost(columns):
        yield finding("C026", where, path=path, count=len(lost), leaves=_listed(lost))
    if count := sum(len(_CONTROL.findall(column.text)) for column in columns):
        yield finding("C027", where, path=path, count=count)


def _edition(files: list[tuple[Path, str]]) -> str:
    found = re.search(r"<pb:[^_<>\s]+_([^_<>\s]+)_", "".join(text[:20000] for _, text in files[:3]))
    return found[1] if found else ""


def _columns(text: str) -> Iterator[_Column]:
    """A file → its columns, in order. A page without text gives one empty column, so that it is not lost."""
    turn, page, n, parts = 0, "", 0, list[str]()
    at, heading = 0, False
    for token in (*mandoku.tokens(text), mandoku.Token("leaf", Span(len(text), len(text)))):
        if not heading:
            parts.append(text[at : token.span.start])
        at = token.span.end
        heading = token.kind == "heading" or (heading and token.kind not in ("newline", "column", "leaf"))
        if token.kind == "leaf":
            rest = "".join(parts)
            if rest.strip() or (page and n == 0):
                yield _Column(turn, page, n + 1, rest)
            turn, page, n, parts = turn + 1, token.value, 0, []
        elif token.kind == "column":
            n += 1
            yield _Column(turn, page, n, "".join(parts))
            parts = []
        elif token.kind in _KEPT and not heading:
            parts.append(text[token.span.start : token.span.end])


def _neighbours(columns: Iterator[_Column]) -> Counter[str]:
    """How often two characters stand side by side where no half or column parts them."""
    pairs: Counter[str] = Counter()
    for column in columns:
        for piece in re.split(r"[()/]", column.text):
            pairs.update(a + b for a, b in pairwise(piece))
    return pairs


def halves_reversed(columns: list[_Column], pairs: Counter[str]) -> bool:
    """Does this file store the left half of a column before the right one?

    In the right order the end of one half and the beginning of the next are words that the book also has elsewhere.
    Each column with two halves of three characters or more votes; few votes, or a close result, mean no.
    (Files of either kind vote about seven to three.)
    """
    forward = backward = 0
    for column in columns:
        for halves in column.halves():
            first, last = halves[0], halves[-1]
            if len(first) >= 3 <= len(last):
                here, there = pairs[first[-1] + last[0]], pairs[last[-1] + first[0]]
                forward += here > there
                backward += there > here
    return backward >= 10 and backward > 1.5 * forward


def _append(stream: _Stream, columns: list[_Column], swap: bool) -> None:
    layers = _Layers(columns)
    inside = False
    turn = 0
    lost = _lost_before(columns)
    for column in columns:
        if column.turn != turn:
            turn = column.turn
            if turn in lost:
                stream.holes.append(len(stream.text))
            stream.breaks.append(Break(len(stream.text), "page", _unique(column.page, stream.pages), ""))
        if column.text.strip():
            stream.breaks.append(Break(len(stream.text), "column", str(column.n), ""))
        for token in _CHARACTER.finditer(column.swapped() if swap else column.text):
            character = GAIJI if token["entity"] else token[0]
            if character in "()":
                inside = character == "("
            elif not (character.isspace() or character == "/" or _CONTROL.match(character)):
                if token["entity"]:
                    stream.entities[len(stream.text)] = token["entity"]
                _put(stream, character, layers.of(column, inside))


def _put(stream: _Stream, character: str, layer: str) -> None:
    stream.text.append(character)
    stream.layers.append(layer)


def _unique(page: str, seen: Counter[str]) -> str:
    """A page id → its leaf, numbered where the file has the same id again."""
    leaf = mandoku.leaf_id(page).leaf
    seen[leaf] += 1
    return leaf if seen[leaf] == 1 else f"{leaf}_{seen[leaf]}"


class _Layers:
    """What the layout of one file says of a character: notes in parentheses, or indented, or nothing."""

    def __init__(self, columns: list[_Column]) -> None:
        full = [column for column in columns if column.text.strip()]
        text = "".join(column.text for column in full)
        bracketed = sum(len(piece) for piece in re.findall(r"\(([^)]*)", text))
        indents = Counter(column.indent() for column in full)
        self.brackets = bracketed >= 0.05 * max(1, len(text))
        self.indents = not self.brackets and min(indents[0], indents[1] + indents[2]) >= 0.05 * max(1, len(full))

    def of(self, column: _Column, inside: bool) -> str:
        if self.brackets:
            return NOTE if inside else BASE
        if self.indents:
            return BASE if column.indent() == 0 else NOTE
        return UNKNOWN


def _number(path: Path, columns: list[_Column]) -> str:
    """The number of a file: of its juan in the page ids, else in its name."""
    for column in columns:
        juan = mandoku.leaf_id(column.page).juan
        if juan.isdecimal():
            return str(int(juan))
    digits = re.findall(r"\d+", path.stem)
    return str(int(digits[-1])) if digits else path.stem


def _pages(columns: list[_Column]) -> list[list[_Column]]:
    """Columns → those of each page; turns begin again in each file."""
    return [list(of_page) for _, of_page in groupby(columns, key=lambda column: (column.page, column.turn))]


def _leaf(page: list[_Column]) -> str:
    return mandoku.leaf_id(page[0].page).leaf


def _repeated(columns: list[_Column]) -> list[str]:
    """The leaves whose number comes twice."""
    return sorted(leaf for leaf, count in Counter(map(_leaf, _pages(columns))).items() if leaf and count > 1)


def _lost(columns: list[_Column]) -> list[str]:
    """Where the numbers of leaves jump, and leaves without text."""
    pages = _pages(columns)
    jumps = [f"{a}–{b}" for a, b in pairwise(map(_leaf, pages)) if _jump(a, b)]
    empty = [_leaf(page) for page in pages if not any(column.text.strip() for column in page)]
    return sorted(jumps + [leaf for leaf in empty if leaf], key=natural)


def _lost_before(columns: list[_Column]) -> set[int]:
    """The turns of a file before which text is lost: a leaf without text, or numbers that jump."""
    pages = _pages(columns)
    turns = [page[0].turn for page in pages if not any(column.text.strip() for column in page)]
    turns += [after[0].turn for before, after in pairwise(pages) if _jump(_leaf(before), _leaf(after))]
    return set(turns)


def _jump(before: str, after: str) -> bool:
    return mandoku.lost(mandoku.leaf_id(before), mandoku.leaf_id(after)) != 0


def _listed(names: list[str], most: int = 8) -> str:
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} …"
