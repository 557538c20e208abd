"""The reader for Markdown: headings, quotations, emphasis. The profile reads 〔疏〕, 【注】, 〈…〉 as in plain text.

markdown-it tells the blocks with their lines; signs inside a line are found here, since it does not say where they are.
"""

from __future__ import annotations

import re

from zhushu.model import MarkKind, Source, Span
from zhushu.read.markup import Marks, lines, reference
from zhushu.read.reader import Leaf

name = "markdown"
suffixes = (".md", ".markdown")
needs = ""

_FRONT_MATTER = re.compile(r"---\n.*?\n(?:---|\.\.\.)(?:\n|$)", re.DOTALL)
_FIELD = re.compile(r"^title:(.*)$", re.MULTILINE)
_FIRST = re.compile(r"^#[^\S\n]+(\S.*)$", re.MULTILINE)
_PREFIX = re.compile(r"[ \t]*(?:>[ \t]?)*(?:#{1,6}[ \t]+|[-*+][ \t]+|[0-9]+[.)][ \t]+)?")
_INLINE = re.compile(
    r"(?P<escape>\\(?=[!-/:-@\[-`{-~]))|(?P<comment><!--.*?-->)|(?P<small></?(?:small|sub|sup)[^<>\n]*>)|(?P<tag></?[A-Za-z][^<>\n]*>)"
    r"|(?P<note>\[\^[^\[\]\n]*\]:?)|(?P<image>!\[[^\[\]\n]*\]\([^()\n]*\))|(?P<link>\]\([^()\n]*\)|\[(?=[^\[\]\n]*\]\())"
    r"|(?P<reference>&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z]+);)|(?P<strong>\*{1,3}|~~|`+|(?<![0-9A-Za-z])__?(?=\S)|(?<=\S)__?(?![0-9A-Za-z]))",
    re.DOTALL,
)


def sniff(head: bytes) -> float:
    """The first bytes of a file → how likely it is Markdown: its name says more."""
    return 0.15 if re.search(rb"^(#{1,6} |> |---\n)", head, re.MULTILINE) else 0.05


def title(text: str) -> str:
    """The text of a file → its title, in the front matter or the first heading."""
    matter = _FRONT_MATTER.match(text)
    field = _FIELD.search(matter[0]) if matter else None
    if field:
        return field[1].strip().strip("\"'").strip()
    first = _FIRST.search(text)
    return first[1].rstrip().rstrip("#").rstrip() if first else ""


def read(source: Source, titles: frozenset[str]) -> tuple[Leaf, ...]:
    """A file → its one page."""
    writer = _Writer(source.text)
    writer.write()
    return (Leaf(Span(0, len(source.text)), title=title(source.text), marks=tuple(writer.marks.found)),)


class _Writer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.marks = Marks()
        self.small = 0

    def write(self) -> None:
        from markdown_it import MarkdownIt

        matter = _FRONT_MATTER.match(self.text)
        start = matter.end() if matter else 0
        self.marks.hide(start)
        starts = [start, *(match.end() for match in re.compile("\n").finditer(self.text, start))]
        quotes: list[tuple[int, int]] = []
        for token in MarkdownIt("commonmark").parse(self.text[start:]):
            if token.map is None or token.type not in (
                "inline",
                "hr",
                "fence",
                "code_block",
                "html_block",
                "blockquote_open",
            ):
                continue
            first, last = token.map
            if token.type == "blockquote_open":
                quotes.append((first, last))
                continue
            self._footnotes(starts[first])
            heading = (
                token.type == "inline" and token.level == 1 and bool(re.match(r" {0,3}#", self.text[starts[first] :]))
            )
            self.marks.mark(MarkKind.STYLE, starts[first], name="quote" if _within(first, quotes) else "")
            for number in range(first, last):
                self._line(starts[number], starts[number + 1] if number + 1 < len(starts) else len(self.text), heading)
            self.marks.mark(MarkKind.BLOCK, self.marks.at)
        self._footnotes(len(self.text))

    def _footnotes(self, end: int) -> None:
        """What the parser passes over: footnotes are text, definitions of links are not."""
        for start, stop in list(lines(self.text, self.marks.at, end)):
            if self.text.startswith("[^", start):
                self.marks.mark(MarkKind.STYLE, start, name="footnote")
                self._line(start, stop, False)
                self.marks.mark(MarkKind.BLOCK, self.marks.at)
            else:
                self.marks.hide(stop)

    def _line(self, start: int, end: int, heading: bool) -> None:
        prefix = _PREFIX.match(self.text, start, end)
        stop = prefix.end() if prefix else start
        if heading:
            self.marks.mark(MarkKind.HEADING, stop)
        self.marks.hide(stop)
        for match in _INLINE.finditer(self.text, stop, end):
            if match.start() < self.marks.at:
                continue
            self.marks.blanks(self.text, match.start())
            self._sign(match)
        self.marks.blanks(self.text, end)

    def _sign(self, match: re.Match[str]) -> None:
        if match["small"]:
            opens = not match[0].startswith("</")
            self.small += 1 if opens else -1
            self.marks.mark(MarkKind.SMALL if opens else MarkKind.LARGE, match.end())
        elif match["reference"] and (character := reference(match[0])):
            self.marks.mark(MarkKind.CHARACTER, match.end(), text=character)
        elif match["tag"] and match[0].lower().startswith("<br"):
            self.marks.mark(MarkKind.BLOCK, match.end())
        elif match["reference"]:
            self.marks.show(match.end())
        else:
            self.marks.hide(match.end())


def _within(line: int, quotes: list[tuple[int, int]]) -> bool:
    return any(first <= line < last for first, last in quotes)
