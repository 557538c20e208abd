"""The reader for word-processor files (.docx): small print or styles are layers.

The text of a .docx file is that of its parts word/document.xml and word/styles.xml, one after the other, as
`source.decode` gives them; offsets count in it. A run is small print where it is set clearly smaller than most of the
text, as a subscript or superscript, or in a style whose name says note.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from zhushu.findings import finding
from zhushu.model import MarkKind, Place, Source, Span
from zhushu.read.markup import Event, Marks, reference, xml_events
from zhushu.read.reader import Leaf

name = "docx"
suffixes = (".docx",)
needs = ""

_SMALLER = 0.9
_NOTE = re.compile("note|annotation|comment|注|註|疏|夾", re.IGNORECASE)
_HEADING = re.compile("heading|title|標題|标题", re.IGNORECASE)


def sniff(head: bytes) -> float:
    """The first bytes of a file → how likely it is a word-processor file."""
    return 1.0 if head.startswith(b"PK\x03\x04") else 0.0


def title(text: str) -> str:
    """The document does not say its title where we read."""
    return ""


def read(source: Source, titles: frozenset[str]) -> tuple[Leaf, ...]:
    """A file → its one page."""
    border = source.text.find("<?xml", 1)
    border = border if border >= 0 else len(source.text)
    events = xml_events(replace(source, text=source.text[:border]))
    styles = _styles(xml_events(replace(source, text=source.text[border:]))) if border < len(source.text) else {}
    writer = _Writer(source.text, styles, _usual(events, styles, source.text))
    for event in events:
        writer.add(event)
    writer.marks.hide(len(source.text))
    missing = () if writer.words else (finding("R035", Place(source.path), format="word-processor file"),)
    return (Leaf(Span(0, len(source.text)), marks=tuple(writer.marks.found), findings=missing),)


@dataclass(slots=True)
class _Style:
    """A style: its name, the size of its letters in half points where it says so, the one it is based on."""

    name: str = ""
    size: int | None = None
    base: str = ""
    raised: bool = False


def _styles(events: list[Event]) -> dict[str, _Style]:
    """styles.xml → the styles by their id; "" is what holds where no style says otherwise."""
    styles: dict[str, _Style] = {"": _Style()}
    current = styles[""]
    for event in events:
        if event.kind != "start":
            continue
        if event.tag == "style":
            current = styles.setdefault(event.get("styleId"), _Style())
        elif event.tag == "name":
            current.name = event.get("val")
        elif event.tag == "basedOn":
            current.base = event.get("val")
        elif event.tag == "sz":
            current.size = _number(event.get("val"))
        elif event.tag == "vertAlign":
            current.raised = event.get("val") in ("subscript", "superscript")
    return styles


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() else None


def _size(style: str, styles: dict[str, _Style]) -> int | None:
    seen = set()
    while style in styles and style not in seen:
        seen.add(style)
        if styles[style].size is not None:
            return styles[style].size
        style = styles[style].base
    return styles[""].size if "" in styles else None


@dataclass(slots=True)
class _Run:
    """How the text here is set: by the paragraph, by the run."""

    paragraph: str = ""
    style: str = ""
    size: int | None = None
    raised: bool = False

    def set_size(self, styles: dict[str, _Style]) -> int:
        own = self.size or (_size(self.style, styles) if self.style else None)
        return own or _size(self.paragraph, styles) or 24


def _follow(event: Event, run: _Run, inside: set[str]) -> None:
    """A tag → what it says of the text to come."""
    if event.kind == "end":
        inside.discard(event.tag)
        return
    inside.add(event.tag)
    if event.tag == "p":
        run.paragraph, run.style, run.size, run.raised = "", "", None, False
    elif event.tag == "pStyle":
        run.paragraph = event.get("val")
    elif event.tag == "r":
        run.style, run.size, run.raised = "", None, False
    elif "r" in inside and event.tag == "rStyle":
        run.style = event.get("val")
    elif "r" in inside and event.tag == "sz":
        run.size = _number(event.get("val"))
    elif "r" in inside and event.tag == "vertAlign":
        run.raised = event.get("val") in ("subscript", "superscript")


def _usual(events: list[Event], styles: dict[str, _Style], text: str) -> int:
    """The size in which most of the text is set."""
    sizes: Counter[int] = Counter()
    run, inside = _Run(), set[str]()
    for event in events:
        if event.kind in ("start", "end"):
            _follow(event, run, inside)
        elif event.kind == "text" and "t" in inside:
            sizes[run.set_size(styles)] += event.end - event.start
    return max(sizes, key=lambda size: (sizes[size], size), default=24)


class _Writer:
    def __init__(self, text: str, styles: dict[str, _Style], usual: int) -> None:
        self.text = text
        self.styles = styles
        self.usual = usual
        self.marks = Marks()
        self.run = _Run()
        self.inside: set[str] = set()
        self.small = self.words = False
        self.style = ""

    def add(self, event: Event) -> None:
        if event.kind in ("start", "end"):
            self._tag(event)
        elif "t" in self.inside and "del" not in self.inside and event.kind in ("text", "reference"):
            self._text(event)
        self.marks.hide(event.end)

    def _tag(self, event: Event) -> None:
        _follow(event, self.run, self.inside)
        if event.tag == "p" and event.kind == "end":
            self._small(False)
            self.marks.mark(MarkKind.BLOCK, event.end)
        elif event.tag in ("br", "cr") and event.kind == "start":
            self.marks.mark(MarkKind.BLOCK, event.end)

    def _text(self, event: Event) -> None:
        self.words = True
        paragraph = self._name(self.run.paragraph)
        style = self._name(self.run.style) or paragraph
        if style != self.style:
            self.style = style
            self.marks.mark(MarkKind.STYLE, self.marks.at, name=style)
        if _HEADING.search(paragraph):
            self.marks.mark(MarkKind.HEADING, self.marks.at)
        smaller = self.run.set_size(self.styles) < _SMALLER * self.usual
        self._small(smaller or self.run.raised or bool(_NOTE.search(style)))
        character = reference(self.text[event.start : event.end]) if event.kind == "reference" else None
        if character:
            self.marks.mark(MarkKind.CHARACTER, event.end, text=character)
        else:
            self.marks.show(event.end)

    def _name(self, style: str) -> str:
        return self.styles[style].name or style if style in self.styles else style

    def _small(self, small: bool) -> None:
        if small is not self.small:
            self.small = small
            self.marks.mark(MarkKind.SMALL if small else MarkKind.LARGE, self.marks.at)
