"""The reader for TEI: zhushu's own editions and those of others, as far as their layers go.

Of CBETA notes with place="inline" are small print and other notes are of its editors; of zhushu each note is one. Of
TLS and others seg, l, p and ab are paragraphs. g is a character, head a heading, pb and lb are leaves and columns.
"""

from __future__ import annotations

import re

from zhushu.findings import finding
from zhushu.model import Break, MarkKind, Place, Source, Span
from zhushu.read.markup import Event, Marks, reference, xml_events
from zhushu.read.names import ascii_name
from zhushu.read.reader import Leaf

name = "tei"
suffixes = (".xml", ".tei")
needs = ""

_BLOCKS = frozenset(
    [
        "p",
        "ab",
        "l",
        "lg",
        "div",
        "div1",
        "div2",
        "div3",
        "head",
        "list",
        "item",
        "table",
        "row",
        "cell",
        "trailer",
        "byline",
        "juan",
        "seg",
        "sp",
        "closer",
        "opener",
    ]
)
_SILENT = frozenset(
    [
        "teiHeader",
        "facsimile",
        "standOff",
        "back",
        "rdg",
        "orig",
        "sic",
        "abbr",
        "fw",
        "figDesc",
        "mulu",
        "docNumber",
        "certainty",
    ]
)
_LAYERS = frozenset(["注", "箋", "疏", "音義", "諸家", "按", "校"])
_TITLE = re.compile(r"<title\b[^<>]*>([^<]+)")


def sniff(head: bytes) -> float:
    """The first bytes of a file → how likely it is TEI."""
    return 0.9 if re.search(rb"<(\w+:)?(TEI|teiCorpus|TEI\.2)[\s>]", head) else 0.0


def title(text: str) -> str:
    """The text of a file → its title."""
    found = _TITLE.search(text)
    return " ".join(found[1].split()) if found else ""


def read(source: Source, titles: frozenset[str]) -> tuple[Leaf, ...]:
    """A file → its one page."""
    writer = _Writer(source.text)
    for event in xml_events(source):
        writer.add(event)
    writer.marks.hide(len(source.text))
    missing = () if writer.words else (finding("R035", Place(source.path), format="TEI file"),)
    marks, breaks = tuple(writer.marks.found), tuple(writer.breaks)
    return (Leaf(Span(0, len(source.text)), title=title(source.text), marks=marks, breaks=breaks, findings=missing),)


class _Writer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.marks = Marks()
        self.breaks: list[Break] = []
        self.open: list[Event] = []
        self.silent = 0
        self.small = 0
        self.inside = False  # in text
        self.words = False
        self.seen: set[str] = set()

    def add(self, event: Event) -> None:
        if event.kind == "start":
            self._start(event)
        elif event.kind == "end":
            self._end(event)
        elif self.inside and not self.silent and event.kind in ("text", "reference"):
            self._text(event)
        self.marks.hide(event.end)

    def _start(self, event: Event) -> None:
        self.open.append(event)
        self.inside |= event.tag == "text"
        self.silent += self._is_silent(event)
        if not self.inside or self.silent:
            return
        if event.tag == "head":
            self.marks.mark(MarkKind.HEADING, event.end)
        elif event.tag in _BLOCKS:
            self.marks.mark(MarkKind.BLOCK, event.end)
        elif self._is_small(event):
            self.small += 1
            if self.small == 1:
                self.marks.mark(MarkKind.SMALL, event.end)
        elif event.tag == "g":
            self._character(event)
        elif event.tag in ("pb", "lb") and event.get("ed") != "raw":
            self._break(event)
        elif event.tag == "gap":
            self.marks.mark(MarkKind.CHARACTER, event.end, text="□")

    def _end(self, event: Event) -> None:
        started = self.open.pop()
        if self.inside and not self.silent:
            if self._is_small(started):
                self.small -= 1
                if not self.small:
                    self.marks.mark(MarkKind.LARGE, event.end)
            elif event.tag in _BLOCKS:
                self.marks.mark(MarkKind.BLOCK, event.end)
        self.silent -= self._is_silent(started)
        self.inside &= event.tag != "text"

    def _is_silent(self, event: Event) -> bool:
        """What is no text of the work: the header, the apparatus, the notes of its editors."""
        if event.tag == "note":
            return not self._is_small(event)
        return event.tag in _SILENT or (event.tag == "g" and len(self.open) > 1 and self.open[-2].tag == "g")

    def _is_small(self, event: Event) -> bool:
        if event.tag == "note":
            return event.get("place") in ("inline", "interlinear") or event.get("type") in _LAYERS
        small = re.search("small|note|commentary|注", f"{event.get('rend')} {event.get('type')} {event.get('style')}")
        return event.tag in ("seg", "hi", "div", "cit") and event.tag not in _BLOCKS and bool(small)

    def _character(self, event: Event) -> None:
        """<g ref="#CB00001">字</g> is 字; an empty g has only its name."""
        if re.compile("/>|></g>").search(self.text, event.end - 2, event.end + 4) or self.text[event.end - 2] == "/":
            self.marks.mark(MarkKind.CHARACTER, event.end, name=event.get("ref").lstrip("#") or "g")

    def _break(self, event: Event) -> None:
        siglum = ascii_name(event.get("ed") or "print", "-")
        n = event.get("n") or str(len(self.breaks) + 1)
        unit = "page" if event.tag == "pb" else "column"
        key = f"{unit} {siglum} {n}"
        if unit == "page" and key in self.seen:
            n = f"{n}_{len(self.breaks)}"
        self.seen.add(key)
        self.breaks.append(Break(event.end, unit, n, siglum if siglum[0].isalpha() else f"w{siglum}"))

    def _text(self, event: Event) -> None:
        character = reference(self.text[event.start : event.end]) if event.kind == "reference" else None
        if character:
            self.marks.mark(MarkKind.CHARACTER, event.end, text=character)
        else:
            self.marks.blanks(self.text, event.end)
        self.words = True
