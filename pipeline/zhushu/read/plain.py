"""The reader for plain text: one file is one page, with or without a page header.

The known shapes of a page, all of one text:

    A  one line a paragraph, notes (or everything) indented by U+3000 U+3000
    B  a blank line between paragraphs, no indent
    C  one line, paragraphs divided by a space, U+3000 and U+3000
    D  one line, paragraphs divided by U+3000 and U+3000

In each, the first line may be a page header of the site (仪礼述注, or 仪礼述注 - 第 22 页/共 71 页) with a blank line
after it. The reader tells header from body and no more: what is white space in the body is for the segmenter to read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from zhushu import characters
from zhushu.model import Source, Span
from zhushu.read.reader import Header, Leaf

name = "plain"
suffixes = (".txt",)
needs = ""

_FIRST_LINE = re.compile(r"\s*?(?P<line>[^\s][^\r\n]*?)\s*(?:[\r\n]|$)")
_NUMBERED = re.compile(
    r"(?P<title>.{0,60}?)[\s\-–—－|｜·]*"
    r"第\s*(?P<number>[0-9０-９]{1,9})\s*[页頁](?:\s*[/／,，]?\s*共\s*(?P<total>[0-9０-９]{1,9})\s*[页頁])?"
)
_LONGEST_TITLE = 30


def sniff(head: bytes) -> float:
    """The first bytes of a file → how likely it is plain text: any file is, until another reader knows it better."""
    return 0.1


def title(text: str) -> str:
    """Plain text names no title of its own; its header may (`titles`)."""
    return ""


def read(source: Source, titles: frozenset[str]) -> tuple[Leaf, ...]:
    """A file → its one page. A first line that is one of `titles`, in any script, is a header even without a number."""
    return (Leaf(Span(0, len(source.text)), header(source.text, titles)),)


def header(text: str, titles: frozenset[str]) -> Header | None:
    """The text of a page → the header line that opens it, if one does."""
    first = _FIRST_LINE.match(text)
    if not first:
        return None
    span = Span(*first.span("line"))
    numbered = _NUMBERED.fullmatch(first["line"])
    if numbered:
        total = numbered["total"]
        return Header(span, numbered["title"], int(numbered["number"]), int(total) if total else None)
    known = any(characters.alike(first["line"], title) for title in titles)
    return Header(span, first["line"]) if known else None


def titles(texts: Iterable[str]) -> tuple[str, ...]:
    """The texts of a work's pages → the titles that their headers carry, the commonest first.

    A title is what stands beside a page number, or a short first line that most of the pages share.
    """
    texts = list(texts)
    numbered = Counter(found.title for text in texts if (found := header(text, frozenset())) and found.title)
    first = Counter(line for text in texts if (line := _short_first_line(text)))
    shared = [line for line, count in first.most_common() if count > 1 and 2 * count > len(texts)]
    return tuple(dict.fromkeys([title for title, _ in numbered.most_common()] + shared))


def lone_title(text: str) -> str | None:
    """The text of a work's only page → a short first line that a blank line sets off from a body without blank lines.

    In a body of shape B, all in blank lines, the first line may be text as well as any other, unless a title of the
    page repeats it: 仪礼述注卷二.
    """
    line = _short_first_line(text)
    if not line:
        return None
    if f"{line}卷" in text:
        return line
    first, *rest = text[text.index(line) :].splitlines()
    body = [part.strip() for part in rest[1:]]
    set_off = len(body) > 0 and not rest[0].strip() and "" not in body[:-1]
    return line if set_off and "\u3000" in text[len(first) :] else None


def _short_first_line(text: str) -> str | None:
    found = _FIRST_LINE.match(text)
    if not found or len(found["line"]) > _LONGEST_TITLE or _NUMBERED.fullmatch(found["line"]):
        return None
    return found["line"]
