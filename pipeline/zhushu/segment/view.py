"""Page → View: its text without markup, in blocks, each with what the layout of the page says of it.

In a page without markup a block is what stands between line breaks, blank lines or runs of full-width spaces, and the
layout says nothing. In printed columns the blocks are put together again: a column that is not full ends one, and so
does a change between base text and notes. Small print, or indentation, tells notes from base text where the profile
says that it does.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise

from zhushu.model import Mark, MarkKind, Page, Span
from zhushu.read.reader import LEAF
from zhushu.segment.habits import ELLIPSIS, Layout

_SPACE = re.compile(r"\s+")
_LINE_BREAK = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
GAIJI = "\ufffc"  # a character that only has a name
_USED = 0.05  # the share of a page that must be set in a way for it to be a habit
_AT_THE_FOOT = 0.25  # of a full column: what stands so much lower than the next column is a line of its own
_FIRST = 3  # columns of a page among which is the title of the juan, which may stand at its end again
_SHORT = 3  # characters that a column must lack to end a block: the last of a full one is sometimes left free


class Set(StrEnum):
    """How a block is set."""

    UNKNOWN = ""
    BASE = "base"
    NOTE = "note"
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of the text of a view. `small`: in small print; `on`: the block goes on after small print in it."""

    start: int
    end: int
    set: Set = Set.UNKNOWN
    small: bool = False
    on: bool = False
    indent: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """The text of a page. `spans` has where each of its characters stands in the source; None: one after another.

    `notes` is how the page sets its notes: "small", "indent" or "" (see Layout). `before` is there where the text is
    not in the order of the file: for the start of each character, the end of the one before it in the file.
    """

    text: str
    blocks: tuple[Block, ...]
    origin: int
    spans: tuple[tuple[int, int], ...] | None = None
    notes: str = ""
    before: dict[int, int] | None = None
    starts: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "starts", tuple(block.start for block in self.blocks))

    def span(self, start: int, end: int) -> Span:
        """A stretch of the text → where it stands in the source, with all markup inside it."""
        if self.spans is None:
            return Span(self.origin + start, self.origin + end)
        places = self.spans[start:end]
        return Span(min(place[0] for place in places), max(place[1] for place in places))

    def pieces(self, start: int, end: int) -> tuple[Span, ...]:
        """The same, in the order of reading, where it is not one stretch of the source."""
        if self.spans is None or self.before is None:
            return ()
        own = [place for place in self.spans[start:end] if place[0] < place[1]]
        ends = {place[1] for place in own}
        found: list[Span] = []
        for first, last in own:
            since = self.before.get(first, first)
            begins = since if since in ends else first
            if found and found[-1].end == begins:
                found[-1] = Span(found[-1].start, last)
            else:
                found.append(Span(begins, last))
        return tuple(found) if len(found) > 1 else ()

    def after(self, at: int) -> Iterator[Block]:
        """The blocks that begin at an offset or after it."""
        yield from self.blocks[bisect_right(self.starts, at - 1) :]


def view(page: Page, layout: Layout, is_title: Callable[[str, int], bool] = lambda text, indent: False) -> View:
    """A page and what its profile knows of layout, and of title lines with their indentation → its view."""
    marks = marks_of(page, layout)
    header = page.header or Span(page.span.start, page.span.start)
    if not marks:
        raw = page.source.text[page.span.start : page.span.end]
        around = ((0, header.start - page.span.start), (header.end - page.span.start, len(raw)))
        found = (Block(*block) for stretch in around for block in blocks(raw, *stretch))
        return View(raw, tuple(found), page.span.start)
    return _Builder(page, marks, layout, is_title).view()


def marks_of(page: Page, layout: Layout) -> tuple[Mark, ...]:
    """The marks of a page with those that its profile reads off its signs: （…） as small print."""
    if not layout.brackets:
        return page.marks
    kinds = {pair[0]: MarkKind.SMALL for pair in layout.brackets} | {p[1]: MarkKind.LARGE for p in layout.brackets}
    taken = {offset for start, end in _taken(page) for offset in range(start, end)}
    text = page.source.text
    found = re.finditer(f"[{re.escape(''.join(kinds))}]", text[page.span.start : page.span.end])
    signs = (
        Mark(Span(at, at + 1), kinds[match[0]])
        for match in found
        if (at := page.span.start + match.start()) not in taken
    )
    return tuple(sorted((*page.marks, *signs), key=lambda mark: (mark.span, mark.kind)))


def _taken(page: Page) -> Iterator[tuple[int, int]]:
    """Where a sign sets nothing: in the markup of a page, and in what that markup has set in small print."""
    opened: int | None = None
    for mark in page.marks:
        yield mark.span.start, mark.span.end
        if mark.kind is MarkKind.SMALL:
            opened = mark.span.end
        elif mark.kind is MarkKind.LARGE and opened is not None:
            yield opened, mark.span.start
            opened = None


def blocks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A stretch of a text → what stands between its line breaks and runs of two or more full-width spaces."""
    for match in _SPACE.finditer(text, start, end):
        inside = start < match.start() and match.end() < end
        if inside and "\u3000\u3000" not in match.group() and not _LINE_BREAK.search(match.group()):
            continue
        if start < match.start():
            yield start, match.start()
        start = match.end()
    if start < end:
        yield start, end


# A character, where it stands in the source, and the number of the small print it is in, 0 for none.
_Character = tuple[str, int, int, int]


@dataclass(slots=True)
class _Line:
    """A line of a page: its characters, how it is indented, and whether a paragraph ends with it."""

    indent: int = 0
    heading: bool = False
    style: str = ""
    ends: bool = True
    leaf: bool = False  # whether a leaf ends with it
    characters: list[_Character] = field(default_factory=list)
    halves: list[int] = field(default_factory=list)  # where in `characters` the second half of small print begins
    width: int = 0  # in full characters; small print stands in two halves


class _Builder:
    """Puts the lines of a page together into blocks."""

    def __init__(
        self, page: Page, marks: tuple[Mark, ...], layout: Layout, is_title: Callable[[str, int], bool]
    ) -> None:
        self.page = page
        self.layout = layout
        self.is_title = is_title
        self.columns = any(mark.kind is MarkKind.LINE for mark in marks)
        self.lines = [_with_plain(line, layout.plain) for line in _lines(page, marks, self.columns)]
        self.capacity = _capacity(self.lines)
        self.first = {_words(line) for line in self.lines[:_FIRST]}
        self.notes = _convention(self.lines, self.columns) if layout.notes == "auto" else layout.notes
        self.out: list[str] = []
        self.spans: list[tuple[int, int]] = []
        self.blocks: list[Block] = []
        self.small = 0  # the number of the small print that the last block is in

    def view(self) -> View:
        before = None
        for line in self.lines:
            self._line(line, before is not None and self._goes_on(before, line))
            before = line
        spans = tuple(self.spans)
        return View(
            "".join(self.out), tuple(self.blocks), self.page.span.start, spans, self.notes, _before(self.page, spans)
        )

    def _line(self, line: _Line, joined: bool) -> None:
        over_the_border = joined
        for small, characters in _runs(line):
            block = Block(len(self.out), 0, self._set(line, small), bool(small), indent=line.indent)
            if joined and self._same(block, small, over_the_border):
                block = self.blocks.pop()
            else:
                on = joined and self.blocks[-1].small and not small and self._set_before_small() is block.set
                block = replace(block, start=self._separated(), on=on)
            for character, start, end, _ in characters:
                self.out.append(character)
                self.spans.append((start, end))
            self.blocks.append(replace(block, end=len(self.out)))
            self.small = small
            joined, over_the_border = True, False

    def _set(self, line: _Line, small: int) -> Set:
        if small:
            return Set.NOTE
        if line.heading:
            return Set.HEADING
        if line.style in self.layout.styles:
            return Set(self.layout.styles[line.style])
        if self.notes == "small":
            return Set.BASE
        if self.notes == "indent" and self.columns:
            return Set.NOTE if self._is_note(line) else Set.BASE
        return Set.UNKNOWN

    def _same(self, block: Block, small: int, over_the_border: bool) -> bool:
        """Whether a run goes on with the block before it; small print that a column breaks goes on behind it."""
        last = self.blocks[-1]
        if (last.set, last.small) != (block.set, block.small):
            return False
        return not small or small == self.small or over_the_border

    def _set_before_small(self) -> Set | None:
        return next((block.set for block in reversed(self.blocks) if not block.small), None)

    def _separated(self) -> int:
        if self.out:
            end = self.spans[-1][1]
            self.out.append("\n")
            self.spans.append((end, end))
        return len(self.out)

    def _goes_on(self, before: _Line, line: _Line) -> bool:
        """Whether a line goes on with the text of the one before it."""
        if before.ends or before.heading or line.heading or before.style != line.style:
            return False
        if before.indent - line.indent > self.capacity * _AT_THE_FOOT:
            return False  # the name of an author at the foot of its column, which is no full one
        if self._between_titles(before, line):
            return False
        if line.characters[0][3]:
            return True  # small print belongs to what stands before it
        if self.notes == "indent":
            if self._is_note(before) is not self._is_note(line):
                return False
        elif line.indent > before.indent or (self.layout.indented and line.indent != before.indent):
            return False
        return before.width > self.capacity - _SHORT

    def _between_titles(self, before: _Line, line: _Line) -> bool:
        """Whether one of two columns is a title that stands lower, or the second the end title of the page."""
        if line.indent == before.indent:
            return _words(line) in self.first and self.is_title(_words(line), line.indent)
        lower = max(before, line, key=lambda one: one.indent)
        return self.is_title(_words(lower), lower.indent)

    def _is_note(self, line: _Line) -> bool:
        return line.indent >= self.layout.indent


def _words(line: _Line) -> str:
    return "".join(character[0] for character in line.characters)


def _lines(page: Page, marks: tuple[Mark, ...], columns: bool) -> list[_Line]:
    """A page and its marks → its lines, without empty ones."""
    found = [_Line()]
    small = runs = 0
    for at, mark in _in_order(page, marks):
        for character, offset in _text(page, at, mark.span.start, columns):
            if character:
                found[-1].characters.append((character, offset, offset + 1, small))
            else:
                found.append(_Line(style=found[-1].style))
        line = found[-1]
        match mark.kind:
            case MarkKind.LINE | MarkKind.BLOCK:
                line.ends = mark.kind is MarkKind.BLOCK
                line.leaf = mark.name == LEAF
                found.append(_Line(mark.indent, style=line.style))
            case MarkKind.SMALL:
                runs += 1
                small = runs
            case MarkKind.LARGE:
                small = 0
            case MarkKind.HALF:
                line.halves.append(len(line.characters))
            case MarkKind.HEADING:
                line.heading = True
            case MarkKind.STYLE:
                line.style = mark.name
            case MarkKind.CHARACTER:
                line.characters.append(((mark.text or GAIJI)[:1], mark.span.start, mark.span.end, small))
    return _without_empty([_measured(line) for line in found])


def _in_order(page: Page, marks: tuple[Mark, ...]) -> Iterator[tuple[int, Mark]]:
    """The marks of a page in the order of reading, each with where the text before it begins; last, an empty one."""
    stretches = page.order or (page.span,)
    for number, stretch in enumerate(stretches):
        first = bisect_left(marks, stretch.start, key=lambda mark: mark.span.start)
        at = max([stretch.start, *(mark.span.end for mark in marks[first - 1 : first])])
        for mark in marks[first:]:
            if mark.span.start >= stretch.end:
                break
            yield at, mark
            at = mark.span.end
        last = number == len(stretches) - 1
        yield at, Mark(Span(stretch.end, stretch.end), MarkKind.BLOCK if last else MarkKind.MARKUP)


def _before(page: Page, spans: tuple[tuple[int, int], ...]) -> dict[int, int] | None:
    if not page.order:
        return None
    ordered = sorted(place for place in spans if place[0] < place[1])
    return {after[0]: before[1] for before, after in pairwise(ordered)}


def _without_empty(lines: list[_Line]) -> list[_Line]:
    """An empty line ends the paragraph before it, unless it is only the unused end of a leaf."""
    kept: list[_Line] = []
    for line in lines:
        if line.characters:
            kept.append(line)
        elif kept and not line.leaf:
            kept[-1].ends = True
    return kept


def _text(page: Page, start: int, end: int, columns: bool) -> Iterator[tuple[str, int]]:
    """The characters between two marks, with their offsets; "" where white space ends a block."""
    text, header = page.source.text, page.header
    if header is not None and start <= header.start < end:
        yield from _text_around(text, start, header.start, columns)
        yield "", header.start
        start = header.end
    yield from _text_around(text, start, end, columns)


def _text_around(text: str, start: int, end: int, columns: bool) -> Iterator[tuple[str, int]]:
    for match in re.compile(r"\s+|\S+").finditer(text, start, end):
        white = match[0].isspace()
        if white and not columns and ("\u3000\u3000" in match[0] or _LINE_BREAK.search(match[0])):
            yield "", match.start()
        else:
            yield from ((text[at], at) for at in range(match.start(), match.end()))


def _measured(line: _Line) -> _Line:
    """A line → the same without white space at its ends, and with its width."""
    first = next((k for k, character in enumerate(line.characters) if not character[0].isspace()), None)
    if first is None:
        line.characters = []
        return line
    last = max(k for k, character in enumerate(line.characters) if not character[0].isspace())
    line.characters = line.characters[first : last + 1]
    line.halves = [half - first for half in line.halves]
    line.indent += first
    line.width = line.indent + sum(_width(line, start, end) for start, end in _prints(line.characters))
    return line


def _prints(characters: list[_Character]) -> Iterator[tuple[int, int]]:
    """Where in a line its stretches of one print begin and end."""
    start = 0
    for k in range(1, len(characters) + 1):
        if k == len(characters) or characters[k][3] != characters[start][3]:
            yield start, k
            start = k


def _width(line: _Line, start: int, end: int) -> int:
    if not line.characters[start][3]:
        return end - start
    borders = [start, *(half for half in line.halves if start < half < end), end]
    if len(borders) == 2:
        return (end - start + 1) // 2
    return max(after - before for before, after in pairwise(borders))


def _convention(lines: list[_Line], columns: bool) -> str:
    """How the notes of a page are set: in small print, by indentation, or not told by the layout."""
    small = sum(character[3] > 0 for line in lines for character in line.characters)
    if small >= _USED * sum(len(line.characters) for line in lines):
        return "small"
    indented = sum(line.indent > 0 for line in lines)
    return "indent" if columns and min(indented, len(lines) - indented) >= _USED * len(lines) else ""


def _capacity(lines: list[_Line]) -> int:
    """How much a full column holds: the commonest width of the wider half of the lines."""
    widths = sorted(line.width for line in lines)
    wider = Counter(widths[len(widths) // 2 :])
    return max(wider, key=lambda width: (wider[width], width), default=0)


def _runs(line: _Line) -> Iterator[tuple[int, list[_Character]]]:
    """A line → its stretches of one print."""
    for start, end in _prints(line.characters):
        yield line.characters[start][3], line.characters[start:end]


def _with_plain(line: _Line, plain: tuple[str, ...]) -> _Line:
    """A line in which small print that the profile calls plain is set like what is around it."""
    for start, end in list(_prints(line.characters)) if plain else ():
        words = "".join(character[0] for character in line.characters[start:end])
        if line.characters[start][3] and any(_is_plain(words, pattern) for pattern in plain):
            line.characters[start:end] = [(*character[:3], 0) for character in line.characters[start:end]]
    return line


def _is_plain(words: str, pattern: str) -> bool:
    """臣召南 is plain by 臣…: a name of one to four characters may stand in the place of …."""
    start, name, end = pattern.partition(ELLIPSIS)
    if not name:
        return words == pattern
    return words.startswith(start) and words.endswith(end) and len(start + end) < len(words) <= len(pattern) + 3
