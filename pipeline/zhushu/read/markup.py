"""Helpers of readers for formats with markup: what is text, what is not, and where, in the order of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from zhushu.errors import ReadingError
from zhushu.findings import finding
from zhushu.model import Mark, MarkKind, Place, Source, Span

HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_WHITE = re.compile(r"[ \t\r\n\f]+")


@dataclass(slots=True)
class Marks:
    """The marks of a stretch of a file as they are met, in order. `at` is where the next one may begin."""

    at: int = 0
    found: list[Mark] = field(default_factory=list)

    def hide(self, end: int) -> None:
        """Everything up to `end` is markup."""
        if end > self.at:
            last = self.found[-1] if self.found else None
            if last and last.kind is MarkKind.MARKUP and last.span.end == self.at:
                self.found[-1] = Mark(Span(last.span.start, end))
            else:
                self.found.append(Mark(Span(self.at, end)))
            self.at = end

    def show(self, end: int) -> None:
        """Everything up to `end` is text."""
        self.at = max(self.at, end)

    def mark(self, kind: MarkKind, end: int, *, text: str = "", name: str = "") -> None:
        """What stands here, up to `end`, has a meaning; it may be empty."""
        self.found.append(Mark(Span(self.at, end), kind, text, name))
        self.at = end

    def blanks(self, text: str, end: int) -> None:
        """Text up to `end` in a format where line ends and tabs are but blanks: between Han they are nothing."""
        for match in _WHITE.finditer(text, self.at, end):
            self.show(match.start())
            beside = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
            if len(match[0]) > 1 or match[0] != " " or all(HAN.fullmatch(character) for character in beside):
                self.hide(match.end())
        self.show(end)


def reference(raw: str) -> str | None:
    """A character reference (&#x248E5;, &amp;) → the character, None if it names none."""
    import html

    text = html.unescape(raw)
    return text if text != raw and len(text) == 1 else None


def lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A stretch of a text → its lines, each with its line end."""
    for match in re.compile(r"[^\n]*\n|[^\n]+").finditer(text, start, end):
        yield match.span()


@dataclass(frozen=True, slots=True)
class Event:
    """A tag, a stretch of text, a character reference, or something else, and where it stands. `tag` has no prefix."""

    kind: str  # start, end, text, reference, other
    start: int
    end: int
    tag: str = ""
    attributes: tuple[tuple[str, str], ...] = ()

    def get(self, key: str) -> str:
        return next((value for name, value in self.attributes if name.rsplit(":", 1)[-1] == key), "")


def xml_events(source: Source) -> list[Event]:
    """An XML file → its events, which tile it; ReadingError where it is not well-formed."""
    try:
        found = _Expat(source.text).found
    except expat.ExpatError as error:
        reason = f"it is no well-formed XML: {expat.ErrorString(error.code)}"
        raise ReadingError(finding("R034", Place(source.path, error.lineno), reason=reason)) from error
    ends = [start for start, *_ in found[1:]] + [len(source.text)]
    events = [Event(kind, start, end, tag, values) for (start, kind, tag, values), end in zip(found, ends, strict=True)]
    return [Event("other", 0, events[0].start), *events] if events and events[0].start else events


class _Expat:
    """Tells where each construct of an XML file begins; it ends where the next begins."""

    def __init__(self, text: str) -> None:
        self.found: list[tuple[int, str, str, tuple[tuple[str, str], ...]]] = []
        self.bytes = text.encode("utf-8", "surrogatepass")
        self.at = self.offset = 0
        self.parser = expat.ParserCreate("utf-8")
        self.parser.ordered_attributes = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = lambda tag: self._put("end", tag)
        self.parser.CharacterDataHandler = self._text
        self.parser.DefaultHandler = lambda data: self._put("other")
        self.parser.Parse(self.bytes, True)

    def _put(self, kind: str, tag: str = "", values: tuple[tuple[str, str], ...] = ()) -> None:
        index = self.parser.CurrentByteIndex
        self.offset += len(self.bytes[self.at : index].decode("utf-8", "surrogatepass"))
        self.at = index
        self.found.append((self.offset, kind, tag.rsplit(":", 1)[-1], values))

    def _start(self, tag: str, attributes: list[str]) -> None:
        self._put("start", tag, tuple(zip(attributes[::2], attributes[1::2], strict=True)))

    def _text(self, data: str) -> None:
        self._put(
            "reference"
            if self.bytes[self.parser.CurrentByteIndex : self.parser.CurrentByteIndex + 1] == b"&"
            else "text"
        )
