"""The reader for MediaWiki wikitext as exported from Wikisource: {{*|small print}}, {{SKchar|…}}, -{ }-, == title ==.

mwparserfromhell parses it; what it returns says nothing of places, but its nodes spell the file out exactly, so the
places are counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from zhushu.errors import ReadingError
from zhushu.findings import finding
from zhushu.model import Finding, MarkKind, Place, Source, Span
from zhushu.read.markup import HAN, Marks, reference
from zhushu.read.reader import Leaf

name = "wikitext"
suffixes = (".wiki", ".wikitext", ".mediawiki", ".txt")
needs = "mwparserfromhell"

_SIGNS = re.compile(
    rb"\{\{\s*(\*|header|Header|SKchar|YL|Textquality|PD-old)|\[\[(Category|\xe5\x88\x86\xe9\xa1\x9e):|^==+[^=\n]+==+\s*$",
    re.M,
)
_HEADER = re.compile(r"\{\{\s*[Hh]eader\d?\s*\|(?P<fields>.*?)\}\}", re.DOTALL)
_TITLE = re.compile(r"\|\s*title\s*=\s*([^|\n}]+)")
_VARIANT = re.compile(r"-\{(?:[^{}|]*\|)?|\}-")
_SMALL = frozenset(["*", "小", "small", "註", "注", "夾註", "夾注", "smaller", "small1", "jz", "ann", "annotation"])
_NAMED = frozenset(["skchar", "skchar2", "!", "缺字", "gaiji", "kxt", "僻字", "缺"])
_HIDDEN = re.compile(
    r"header.*|footer.*|pd.*|textquality.*|更多|nop|clear.*|toc.*|-|anchor|另.*|三禮|.*nav.*|authority.*|no ?toc|"
    r"page.*|book.*|categor.*|defaultsort.*|stub.*|status.*|default.*|license.*|cc-.*|導航.*|版本.*",
    re.IGNORECASE,
)
_TAGS_NOT_TEXT = frozenset(
    ["noinclude", "section", "pagequality", "pages", "gallery", "math", "score", "templatestyles", "nowiki-"]
)
_TAGS_SMALL = frozenset(["small", "ref", "sub"])
_FILES = re.compile(r"\s*(file|image|category|圖像|文件|檔案|分類|分类)\s*:", re.IGNORECASE)


def sniff(head: bytes) -> float:
    """The first bytes of a file → how likely it is wikitext."""
    found = len(_SIGNS.findall(head))
    return min(0.95, 0.5 + 0.2 * found) if found and b"<html" not in head[:200].lower() else 0.0


def title(text: str) -> str:
    """The text of a page → the title that its header template gives."""
    header = _HEADER.search(text)
    found = _TITLE.search(f"|{header['fields']}") if header else None
    return re.sub(r"[\[\]{}'-]", "", found[1]).strip() if found else ""


def read(source: Source, titles: frozenset[str]) -> tuple[Leaf, ...]:
    """A file → its one page; ReadingError where the parser is not installed."""
    try:
        import mwparserfromhell
    except ImportError as error:
        raise ReadingError(finding("R033", Place(source.path), package=needs)) from error
    writer = _Writer(source.text, "<pagequality" in source.text)
    writer.code(mwparserfromhell.parse(source.text))
    writer.marks.hide(len(source.text))
    remarks = tuple(_remarks(source, writer))
    whole = Span(0, len(source.text))
    return (Leaf(whole, title=title(source.text), marks=tuple(writer.marks.found), findings=remarks),)


def _remarks(source: Source, writer: _Writer) -> list[Finding]:
    place = Place(source.path)
    found = [finding("R036", place, template=name, count=count) for name, count in sorted(writer.unknown.items())]
    return found if HAN.search(source.text) else [*found, finding("R035", place, format="wikitext")]


class _Writer:
    """Nodes in the order of the file → marks. Each method ends where its node ends in the file."""

    def __init__(self, text: str, columns: bool) -> None:
        self.text = text
        self.columns = columns  # a page of the Page: namespace: one column a line
        self.marks = Marks()
        self.unknown: dict[str, int] = {}
        self.small = 0
        self.silent = False

    def code(self, code: Any) -> None:
        for node in code.nodes:
            self.node(node)

    def node(self, node: Any) -> None:
        end = self.marks.at + len(str(node))
        kind = type(node).__name__.lower()
        method: Callable[[Any, int], None] = getattr(self, f"_{kind}", self._other)
        if self.silent:
            self.marks.hide(end)
        else:
            method(node, end)
        self.marks.hide(end)

    def _other(self, node: Any, end: int) -> None:
        """Comments, arguments: no text."""
        self.marks.hide(end)

    def _text(self, node: Any, end: int) -> None:
        start = self.marks.at
        for match in re.compile(r"-\{|\}-|\n|'{2,5}").finditer(self.text, start, end):
            if match.start() < self.marks.at:
                continue
            self.marks.show(match.start())
            if match[0] == "\n" and self.columns:
                self.marks.mark(MarkKind.LINE, match.end())
            elif match[0] == "\n":
                self.marks.show(match.end())
            elif match[0] == "-{":
                self._variants(match.start(), end)
            else:
                self.marks.hide(match.end())
        self.marks.show(end)

    def _variants(self, start: int, end: int) -> None:
        """-{字}- is 字; of -{zh-hans:发;zh-hant:發}- the traditional form is read."""
        close = self.text.find("}-", start, end)
        inner = self.text[start + 2 : close if close >= 0 else end]
        traditional = re.search(r"zh-(?:hant|tw|hk)\s*:\s*([^;]*)", inner)
        flag = re.match(r"[A-Za-z,;-]*\|", inner)
        if traditional:
            self.marks.hide(start + 2 + traditional.start(1))
            self.marks.show(start + 2 + traditional.end(1))
            self.marks.hide((close if close >= 0 else end - 2) + 2)
        else:
            self.marks.hide(start + 2 + (flag.end() if flag else 0))

    def _heading(self, node: Any, end: int) -> None:
        self.marks.mark(MarkKind.BLOCK, self.marks.at)
        self.marks.mark(MarkKind.HEADING, self.marks.at + node.level)
        self.code(node.title)
        self.marks.mark(MarkKind.BLOCK, end)

    def _template(self, node: Any, end: int) -> None:
        called = str(node.name).strip()
        key = called.lower().replace("_", " ")
        if key in _NAMED:
            words = str(node.params[0].value).strip() if node.params else ""
            known = words if len(words) == 1 else ""
            self.marks.mark(MarkKind.CHARACTER, end, text=known, name="" if known else (words or called))
        elif _HIDDEN.fullmatch(key):
            self.marks.hide(end)
        else:
            if key not in _SMALL and key not in _KNOWN:
                self.unknown[called] = self.unknown.get(called, 0) + 1
            self._parameter(node, end, key in _SMALL)

    def _parameter(self, node: Any, end: int, small: bool) -> None:
        """The first parameter without a name is the text of a template."""
        at = self.marks.at + 2 + len(str(node.name))
        for parameter in node.params:
            at += 1 + (len(str(parameter.name)) + 1 if parameter.showkey else 0)
            if not parameter.showkey or str(parameter.name).strip() == "1":
                self._opens(small, at)
                self.code(parameter.value)
                self._closes(small, end)
                return
            at += len(str(parameter.value))

    def _opens(self, small: bool, end: int) -> None:
        if small and not self.small:
            self.marks.mark(MarkKind.SMALL, end)
        self.small += small
        self.marks.hide(end)

    def _closes(self, small: bool, end: int) -> None:
        self.small -= small
        if small and not self.small:
            self.marks.mark(MarkKind.LARGE, end)

    def _tag(self, node: Any, end: int) -> None:
        tag = str(node.tag).strip().lower()
        if node.wiki_markup and tag in ("li", "dd", "dt", "hr"):
            self.marks.hide(end)
        elif tag == "br":
            self.marks.mark(MarkKind.BLOCK, end)
        elif tag in _TAGS_NOT_TEXT or node.contents is None:
            silent, self.silent = self.silent, True
            self.marks.hide(end)
            self.silent = silent
        else:
            start = self.text.index(str(node.contents), self.marks.at, end) if str(node.contents) else end
            small = tag in _TAGS_SMALL
            self._opens(small, start)
            self.code(node.contents)
            self._closes(small, end)

    def _wikilink(self, node: Any, end: int) -> None:
        if _FILES.match(str(node.title)):
            self.marks.hide(end)
        elif node.text is not None:
            self.marks.hide(self.marks.at + 3 + len(str(node.title)))
            self.code(node.text)
        else:
            self.marks.hide(self.marks.at + 2)
            self.code(node.title)

    def _externallink(self, node: Any, end: int) -> None:
        if node.title is not None:
            self.marks.hide(end - 1 - len(str(node.title)))
            self.code(node.title)

    def _htmlentity(self, node: Any, end: int) -> None:
        character = reference(self.text[self.marks.at : end])
        if character is None or (character.isspace() and character != "\u3000"):
            self.marks.hide(end)
        else:
            self.marks.mark(MarkKind.CHARACTER, end, text=character)


_KNOWN = frozenset(
    [
        "yl",
        "專",
        "专",
        "書",
        "书",
        "proper",
        "noun",
        "propernoun",
        "地",
        "人",
        "國",
        "c",
        "center",
        "居中",
        "right",
        "left",
        "larger",
        "big",
        "u",
        "b",
        "quote",
        "註釋",
        "lang",
        "ruby",
        "gap",
        "font",
    ]
)
