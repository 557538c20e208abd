"""The reader for hOCR: OCR output as HTML; its lines (ocr_line) are printed columns, its paragraphs blocks."""

from __future__ import annotations

import re

from zhushu.model import Break, MarkKind, Source, Span
from zhushu.read import html
from zhushu.read.markup import Event, Marks, reference
from zhushu.read.reader import Leaf

name = "hocr"
suffixes = (".hocr", ".html", ".htm")
needs = ""

_LINE = re.compile("ocr_(line|header|caption|textfloat)")


def sniff(head: bytes) -> float:
    """The first bytes of a file → how likely it is hOCR."""
    return 1.1 if re.search(rb"ocr-system|ocr_page|ocr_line|ocr-capabilities", head) else 0.0


def title(text: str) -> str:
    """OCR knows of no title."""
    return ""


def read(source: Source, titles: frozenset[str]) -> tuple[Leaf, ...]:
    """A file → its one page: the text of its lines."""
    writer = _Writer(source.text)
    for event in html.events(source.text):
        writer.add(event)
    writer.marks.hide(len(source.text))
    return (Leaf(Span(0, len(source.text)), marks=tuple(writer.marks.found), breaks=tuple(writer.breaks)),)


class _Writer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.marks = Marks()
        self.stack = html.Stack()
        self.line: Event | None = None
        self.columns = self.pages = 0
        self.breaks: list[Break] = []

    def add(self, event: Event) -> None:
        if event.kind == "start":
            for element in self.stack.push(event):
                self._closes(element)
            self._opens(event)
        elif event.kind == "end":
            for element in self.stack.pop(event.tag):
                self._closes(element)
        elif self.line is not None and event.kind == "reference":
            character = reference(self.text[event.start : event.end])
            if character and not character.isspace():
                self.marks.mark(MarkKind.CHARACTER, event.end, text=character)
        elif self.line is not None and event.kind == "text":
            self.marks.blanks(self.text, event.end)
        self.marks.hide(event.end)

    def _opens(self, event: Event) -> None:
        kinds = event.get("class")
        if "ocr_page" in kinds:
            self.pages, self.columns = self.pages + 1, 0
        elif "ocr_par" in kinds:
            self.marks.mark(MarkKind.BLOCK, event.end)
        elif _LINE.search(kinds) and self.line is None:
            self.line = event
            self.columns += 1
            self.marks.mark(MarkKind.LINE, event.end)
            if self.columns == 1:
                self.breaks.append(Break(event.end, "page", str(self.pages or 1), "print"))
            self.breaks.append(Break(event.end, "column", str(self.columns), "print"))

    def _closes(self, element: Event) -> None:
        if element is self.line:
            self.line = None
