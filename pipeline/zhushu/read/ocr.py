"""The reader for OCR output in XML, PAGE-XML and ALTO: lines are printed columns, regions tell text from the rest.

A line in a region whose type says note, or whose letters are much smaller than those of most lines, is small print. The
lines are read in the order that the file gives its regions (ReadingOrder), or else in the order of the file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from statistics import median

from zhushu.findings import finding
from zhushu.model import Break, MarkKind, Place, Source, Span
from zhushu.read.markup import Event, Marks, reference, xml_events
from zhushu.read.names import ascii_name
from zhushu.read.reader import Leaf

name = "ocr"
suffixes = (".xml",)
needs = ""

_NOTE = re.compile("footnote|annotation|marginalia|note|夾注|小字|small|commentary", re.IGNORECASE)
_NOT_TEXT = re.compile("page-number|header|footer|catch-word|signature-mark|版心|running", re.IGNORECASE)
_SMALLER = 0.75  # of the breadth of most lines: a half column of small print
_POINT = re.compile(r"(-?[0-9.]{1,20}),(-?[0-9.]{1,20})")


def sniff(head: bytes) -> float:
    """The first bytes of a file → how likely it is PAGE-XML or ALTO."""
    return 1.0 if re.search(rb"<(\w+:)?(PcGts|alto)[\s>]", head) else 0.0


def title(text: str) -> str:
    """OCR knows of no title."""
    return ""


def read(source: Source, titles: frozenset[str]) -> tuple[Leaf, ...]:
    """A file → its one page: the text of its lines, each a printed column."""
    events = xml_events(source)
    layout = _survey(events)
    writer = _Writer(source.text, layout)
    for event in events:
        writer.add(event)
    writer.marks.hide(len(source.text))
    whole = Span(0, len(source.text))
    if not writer.breaks:
        return (
            Leaf(
                whole,
                marks=tuple(writer.marks.found),
                findings=(finding("R035", Place(source.path), format="OCR file"),),
            ),
        )
    first = Break(writer.breaks[0].offset, "page", layout.page or "1", "print")
    return (Leaf(whole, marks=tuple(writer.marks.found), breaks=(first, *writer.breaks), order=_order(writer, whole)),)


@dataclass(slots=True)
class _Layout:
    """What a first look at the page tells: which lines are small, in which order its regions stand."""

    small: set[str] = field(default_factory=set)
    silent: set[str] = field(default_factory=set)
    whole: set[str] = field(default_factory=set)  # lines that have their text in one piece, besides that of their words
    order: list[str] = field(default_factory=list)
    page: str = ""


def _survey(events: list[Event]) -> _Layout:
    layout = _Layout()
    breadths: dict[str, float] = {}
    line = kind = ""
    words = 0
    for event in events:
        words += event.tag in ("Word", "Glyph") and {"start": 1, "end": -1}.get(event.kind, 0)
        if event.kind != "start":
            continue
        if event.tag == "Unicode" and not words:
            layout.whole.add(line)
        elif event.tag in ("Page", "page"):
            layout.page = ascii_name(
                event.get("PHYSICAL_IMG_NR") or event.get("imageFilename").rsplit(".", 1)[0] or "1"
            )
        elif event.tag in ("RegionRefIndexed", "RegionRef"):
            layout.order.append(event.get("regionRef"))
        elif event.tag in ("TextRegion", "TextBlock", "ComposedBlock"):
            kind = f"{event.get('type')} {event.get('TYPE')} {event.get('custom')} {event.get('TAGREFS')}"
        elif event.tag == "TextLine":
            line = _id(event)
            custom = f"{kind} {event.get('custom')} {event.get('TAGREFS')}"
            if _NOT_TEXT.search(custom):
                layout.silent.add(line)
            elif _NOTE.search(custom):
                layout.small.add(line)
            if event.get("WIDTH") and event.get("HEIGHT"):
                breadths[line] = min(float(event.get("WIDTH")), float(event.get("HEIGHT")))
        elif event.tag == "Coords" and line and line not in breadths and event.get("points"):
            points = [(float(x), float(y)) for x, y in _POINT.findall(event.get("points"))]
            if points:
                xs, ys = zip(*points, strict=True)
                breadths[line] = min(max(xs) - min(xs), max(ys) - min(ys))
    usual = median(breadths.values()) if breadths else 0
    layout.small |= {line for line, breadth in breadths.items() if breadth < _SMALLER * usual}
    return layout


def _id(event: Event) -> str:
    return event.get("id") or event.get("ID") or str(event.start)


class _Writer:
    """Events → marks: the content of each line is text, everything else is markup."""

    def __init__(self, text: str, layout: _Layout) -> None:
        self.text = text
        self.layout = layout
        self.marks = Marks()
        self.breaks: list[Break] = []
        self.regions: list[tuple[str, int]] = []  # each region and where its text begins
        self.line: str | None = None
        self.reads = False  # inside the element that holds the text of a line
        self.known = False  # the line has its text already: a second TextEquiv is another reading of it
        self.started = False
        self.words = 0

    def add(self, event: Event) -> None:
        if event.kind == "start":
            self._start(event)
        elif event.kind == "end":
            self._end(event)
        elif self.reads and event.kind in ("text", "reference"):
            self._text(event)
        self.marks.hide(event.end)

    def _start(self, event: Event) -> None:
        if event.tag in ("TextRegion", "TextBlock"):
            self.regions.append((event.get("id") or event.get("ID"), event.start))
        elif event.tag == "TextLine":
            self.line = _id(event)
            self.known = self.line in self.layout.silent
            self.started = False
        elif event.tag in ("Word", "Glyph"):
            self.words += 1
        elif (
            event.tag == "Unicode"
            and self.line
            and not self.known
            and self.words == (self.line not in self.layout.whole)
        ):
            self.reads = True
            if not self.started:
                self._begin(event.end)
        elif event.tag in ("String", "HYP") and self.line and not self.known:
            self._content(event)

    def _end(self, event: Event) -> None:
        if event.tag in ("Word", "Glyph"):
            self.words -= 1
        elif event.tag == "Unicode" and self.reads:
            self.reads = False
            self.known = not self.words
        elif event.tag == "TextLine":
            if self.started and self.line in self.layout.small:
                self.marks.mark(MarkKind.LARGE, self.marks.at)
            self.line, self.started = None, False

    def _begin(self, end: int) -> None:
        """The text of a line begins: a column of its own."""
        self.started = True
        self.marks.mark(MarkKind.LINE, end)
        self.breaks.append(Break(end, "column", str(len(self.breaks) + 1), "print"))
        if self.line in self.layout.small:
            self.marks.mark(MarkKind.SMALL, end)

    def _content(self, event: Event) -> None:
        """ALTO has the text in an attribute."""
        match = re.compile(r"""\bCONTENT\s*=\s*("[^"]*"|'[^']*')""").search(self.text, event.start, event.end)
        if match is None:
            return
        if not self.started:
            self._begin(match.start(1) + 1)
        self.marks.hide(match.start(1) + 1)
        for piece in re.compile(r"&[^;&\s]+;|[^&]+").finditer(self.text, match.start(1) + 1, match.end(1) - 1):
            self._text(Event("reference" if piece[0][0] == "&" else "text", piece.start(), piece.end()))

    def _text(self, event: Event) -> None:
        character = reference(self.text[event.start : event.end]) if event.kind == "reference" else None
        if character:
            self.marks.mark(MarkKind.CHARACTER, event.end, text=character)
        else:
            self.marks.blanks(self.text, event.end)


def _order(writer: _Writer, whole: Span) -> tuple[Span, ...]:
    """The regions in the order in which they are to be read, where that is not the order of the file."""
    known = [(name, start) for name, start in writer.regions if name in writer.layout.order]
    if [name for name, _ in known] == [name for name in writer.layout.order if name in dict(known)]:
        return ()
    starts = [start for _, start in writer.regions]
    ends = [*starts[1:], whole.end]
    spans = {name: Span(start, end) for (name, start), end in zip(writer.regions, ends, strict=True)}
    ordered = [spans.pop(name) for name in writer.layout.order if name in spans]
    return (Span(0, starts[0]), *ordered, *spans.values())
