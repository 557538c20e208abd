"""The reader for HTML: a page of a site, its main text found, what is around it kept as markup.

Small print is what the page sets smaller: <small>, <sub>, a smaller font size, or a class that says note. Wikisource
sets its note template so, on the desktop without brackets, on mobile in 〈…〉; both are read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from zhushu.findings import finding
from zhushu.model import Finding, MarkKind, Place, Source, Span
from zhushu.read.markup import HAN, Event, Marks, reference
from zhushu.read.reader import Leaf

name = "html"
suffixes = (".html", ".htm", ".xhtml")
needs = ""

_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"]
)
_NOT_TEXT = frozenset(
    [
        "script",
        "style",
        "noscript",
        "template",
        "head",
        "title",
        "nav",
        "header",
        "footer",
        "aside",
        "form",
        "button",
        "select",
        "option",
        "textarea",
        "iframe",
        "svg",
        "math",
        "object",
        "audio",
        "video",
        "figcaption",
        "rp",
    ]
)
_BLOCKS = frozenset(
    [
        "p",
        "div",
        "li",
        "ul",
        "ol",
        "dl",
        "dd",
        "dt",
        "tr",
        "td",
        "th",
        "table",
        "tbody",
        "thead",
        "caption",
        "blockquote",
        "pre",
        "section",
        "article",
        "main",
        "body",
        "center",
        "br",
        "hr",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "address",
        "figure",
    ]
)
_CONTAINERS = frozenset(["body", "main", "article", "section", "div", "td", "table", "center", "blockquote", "pre"])
_CLOSED_BY = {
    "p": _BLOCKS - {"br", "hr"},
    "li": frozenset({"li"}),
    "td": frozenset({"td", "th", "tr"}),
    "tr": frozenset({"tr"}),
    "dd": frozenset({"dd", "dt"}),
    "dt": frozenset({"dd", "dt"}),
    "option": frozenset({"option"}),
}
_SMALL = frozenset(["small", "sub", "rt"])
_SMALL_CLASS = re.compile(
    r"(?<![a-z])(small|annot\w*|note|notes|zhu|jiazhu|zhujie|comment\w*|inline-note|夾注|注)(?![a-z])"
)
_NOT_TEXT_CLASS = re.compile(
    r"(?<![a-z])(mw-editsection|noprint|navbox|catlinks|toc|mw-jump\S*|printfooter|sidebar|breadcrumb\S*|pager?|footer|"
    r"header|menu|nav|licen[cs]e\S*|mw-indicators|ws-noexport|reference|hidden|comment-list|share|copyright)(?![a-z])"
)
_SMALLER = re.compile(
    r"font-size:\s*(?:(?P<per>[0-9.]+)%|(?P<em>0?\.[0-9]+)r?em|(?P<word>smaller|x-small|small|xx-small))"
)
_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
_HEADING = re.compile("h[1-6]")


def sniff(head: bytes) -> float:
    """The first bytes of a file → how likely it is HTML."""
    start = head.lstrip().lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return 1.0
    return 0.6 if re.search(rb"<(html|body|div|p|head)[\s>]", start) and b"<?xml" not in start else 0.0


def title(text: str) -> str:
    """The text of a file → the title that it names, without that of the site."""
    found = _TITLE.search(text)
    words = re.split(" ?[-_|–—·] ?", " ".join(found[1].split())) if found else [""]
    return words[0]


def read(source: Source, titles: frozenset[str]) -> tuple[Leaf, ...]:
    """A file → its one page."""
    found = events(source.text)
    start, end = _main(source.text, found)
    writer = _Writer(source.text, start, end)
    for event in found:
        writer.add(event)
    writer.marks.hide(len(source.text))
    missing: tuple[Finding, ...] = ()
    if not HAN.search("".join(_shown(source.text, writer.marks))):
        missing = (finding("R035", Place(source.path), format="HTML page"),)
    return (
        Leaf(Span(0, len(source.text)), title=title(source.text), marks=tuple(writer.marks.found), findings=missing),
    )


def _shown(text: str, marks: Marks) -> Iterator[str]:
    at = 0
    for mark in marks.found:
        yield text[at : mark.span.start]
        yield mark.text
        at = mark.span.end


class _Parser(HTMLParser):
    """Tells where each construct of a page begins; it ends where the next begins."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[tuple[int, str, str, tuple[tuple[str, str], ...]]] = []
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.feed(text)
        self.close()

    def _put(self, kind: str, tag: str = "", attributes: list[tuple[str, str | None]] | None = None) -> None:
        line, column = self.getpos()
        values = tuple((key, value or "") for key, value in attributes or [])
        self.found.append((self.starts[line - 1] + column, kind, tag, values))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._put("start", tag, attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._put("empty", tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self._put("end", tag)

    def handle_data(self, data: str) -> None:
        self._put("text")

    def handle_entityref(self, name: str) -> None:
        self._put("reference")

    def handle_charref(self, name: str) -> None:
        self._put("reference")

    def handle_comment(self, data: str) -> None:
        self._put("other")

    def handle_decl(self, decl: str) -> None:
        self._put("other")

    def handle_pi(self, data: str) -> None:
        self._put("other")

    def unknown_decl(self, data: str) -> None:
        self._put("other")


def events(text: str) -> list[Event]:
    """The text of a page → its events, which tile it."""
    found = _Parser(text).found
    events: list[Event] = []
    for (start, kind, tag, attributes), after in zip(found, [*found[1:], None], strict=True):
        end = after[0] if after else len(text)
        if kind == "empty":
            events.append(Event("start", start, end, tag, attributes))
            if tag not in _VOID:
                events.append(Event("end", end, end, tag))
        elif kind == "reference":
            events += _split_reference(text, start, end)
        else:
            events.append(Event(kind, start, end, tag, attributes))
    return events


def _split_reference(text: str, start: int, end: int) -> list[Event]:
    """The parser gives a reference with what follows it up to the next construct."""
    match = re.compile(r"&(#[0-9]+|#[xX][0-9a-fA-F]+|\w+);?").match(text, start, end)
    stop = match.end() if match else end
    events = [Event("reference", start, stop)]
    return events + ([Event("text", stop, end)] if stop < end else [])


class Stack:
    """The elements that are open, by the rules of HTML for end tags that are left out."""

    def __init__(self) -> None:
        self.open: list[Event] = []

    def push(self, event: Event) -> list[Event]:
        """An element begins; → those that end by that."""
        ended: list[Event] = []
        while self.open and event.tag in _CLOSED_BY.get(self.open[-1].tag, ()):
            ended.append(self.open.pop())
        if event.tag not in _VOID:
            self.open.append(event)
        return ended

    def pop(self, tag: str) -> list[Event]:
        """An end tag; → the elements that end by it, none if nothing of that name is open."""
        if all(event.tag != tag for event in self.open):
            return []
        ended: list[Event] = []
        while not ended or ended[-1].tag != tag:
            ended.append(self.open.pop())
        return ended


def _is_text(event: Event) -> bool:
    if event.tag in _NOT_TEXT or "display:none" in event.get("style").replace(" ", ""):
        return False
    classes = f"{event.get('class')} {event.get('id')} {event.get('role')}".lower()
    return event.tag in ("body", "html") or not _NOT_TEXT_CLASS.search(classes)


def _main(text: str, events: list[Event]) -> tuple[int, int]:
    """Where the main text is: the innermost element that holds four fifths of the Han outside links and navigation."""
    weights: dict[int, int] = {}
    bounds: dict[int, tuple[int, int]] = {}
    stack = Stack()
    silent = 0
    for event in events:
        ended: list[Event] = []
        if event.kind == "start":
            ended = stack.push(event)
            silent += event.tag not in _VOID and (event.tag == "a" or not _is_text(event))
        elif event.kind == "end":
            ended = stack.pop(event.tag)
        elif event.kind == "text" and not silent:
            count = len(HAN.findall(text, event.start, event.end))
            for element in stack.open:
                weights[element.start] = weights.get(element.start, 0) + count
        for element in ended:
            silent -= element.tag == "a" or not _is_text(element)
            bounds[element.start] = (element.tag in _CONTAINERS, event.end if event.kind == "end" else event.start)
    for element in stack.open:
        bounds[element.start] = (element.tag in _CONTAINERS, len(text))
    enough = 0.8 * max(weights.values(), default=0)
    candidates = [
        (end - start, start, end)
        for start, (container, end) in bounds.items()
        if container and weights.get(start, 0) >= enough
    ]
    _, start, end = min(candidates, default=(0, 0, len(text)))
    return start, end


class _Writer:
    """Events of a page → marks; what stands outside the main text is markup."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start, self.end = start, end
        self.marks = Marks()
        self.stack = Stack()
        self.silent: list[Event] = []
        self.small: list[Event] = []

    def add(self, event: Event) -> None:
        inside = self.start <= event.start < self.end
        if event.kind == "start":
            for element in self.stack.push(event):
                self._closes(element, event.start)
            self._opens(event, inside)
        elif event.kind == "end":
            for element in self.stack.pop(event.tag):
                self._closes(element, event.end)
            if inside and event.tag in _BLOCKS and not self.silent:
                self._block(event.end)
        elif inside and not self.silent and event.kind in ("text", "reference"):
            self._text(event)
        self.marks.hide(event.end)

    def _opens(self, event: Event, inside: bool) -> None:
        if event.tag not in _VOID and not _is_text(event):
            self.silent.append(event)
        if not inside or self.silent:
            return
        if event.tag == "img":
            self._image(event)
        elif _HEADING.fullmatch(event.tag):
            self._block(event.start)
            self.marks.mark(MarkKind.HEADING, event.end)
        elif event.tag in _BLOCKS:
            self._block(event.end)
        elif _is_small(event):
            self.small.append(event)
            if len(self.small) == 1:
                self.marks.mark(MarkKind.SMALL, event.end)

    def _closes(self, element: Event, end: int) -> None:
        if element in self.silent:
            self.silent.remove(element)
        if element in self.small:
            self.small.remove(element)
            if not self.small:
                self.marks.mark(MarkKind.LARGE, end)

    def _block(self, end: int) -> None:
        self.marks.mark(MarkKind.BLOCK, end)

    def _image(self, event: Event) -> None:
        """A picture in place of a character that Unicode lacks."""
        words = event.get("alt") or event.get("title")
        known = words if len(words) == 1 else ""
        if words and len(words) <= 12 and not re.search(r"\.(png|jpe?g|gif|svg)$", words, re.IGNORECASE):
            self.marks.mark(MarkKind.CHARACTER, event.end, text=known, name="" if known else words)

    def _text(self, event: Event) -> None:
        if event.kind == "text":
            self.marks.blanks(self.text, event.end)
            return
        character = reference(self.text[event.start : event.end])
        if character is None:
            self.marks.show(event.end)
        elif character.isspace() and character != "\u3000":
            self.marks.hide(event.end)
        else:
            self.marks.mark(MarkKind.CHARACTER, event.end, text=character)


def _is_small(event: Event) -> bool:
    if event.tag in _SMALL or _SMALL_CLASS.search(event.get("class").lower()):
        return True
    size = _SMALLER.search(event.get("style").lower())
    if size is None:
        return event.tag == "font" and event.get("size").startswith("-")
    return float(size["per"] or 0) < 100 if size["per"] else True
