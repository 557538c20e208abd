"""The reader for plain text: one file is one page, with or without a page header, or a whole book.

A file in which the title lines of several juan stand (儀禮述註卷二) is a book: each juan is a page of its own. Raw OCR
has blanks between all characters, which are no text here, or the columns of a page from left to right, which are read
from right to left where the words show it.

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
from collections.abc import Iterable, Iterator
from itertools import pairwise
from statistics import median

from zhushu import characters
from zhushu.findings import finding
from zhushu.model import Finding, Mark, MarkKind, Place, Source, Span
from zhushu.read.markup import HAN
from zhushu.read.reader import Header, Leaf
from zhushu.read.source import line as line_number

name = "plain"
suffixes = (".txt",)
needs = ""

_FIRST_LINE = re.compile(r"\s*(?P<line>[^\s][^\r\n]*)")
_NUMBERED = re.compile(
    r"(?P<title>.{0,60}?)[\s\-–—－|｜·]*"
    r"第\s*(?P<number>[0-9０-９]{1,9})\s*[页頁](?:\s*(?:[/／,，]\s*)?共\s*(?P<total>[0-9０-９]{1,9})\s*[页頁])?"
)
_LONGEST_TITLE = 30
_BLANK = re.compile(r"(?<=[^\s\x00-\x7f])[ \u3000](?=[^\s\x00-\x7f])")
_DIGITS = "零一二三四五六七八九"
_UNITS = {"十": 10, "百": 100}
_TENS = {"廿": 20, "卅": 30}
_JUAN = re.compile(
    r"(?:(?<=[\n\r\u3000])|(?<![\s\S]))[ \t\u3000]{0,40}(?:[欽钦]定四[庫库]全[書书]\s+)?"
    r"(?P<title>[^\s，。、；：]{0,12}?)卷[之第]?(?P<n>[零一二三四五六七八九十百廿卅]{1,6})(?=\s|\Z)"
)


def sniff(head: bytes) -> float:
    """The first bytes of a file → how likely it is plain text: any file is, until another reader knows it better."""
    return 0.1


def title(text: str) -> str:
    """Plain text names no title of its own; its header may (`titles`)."""
    return ""


def read(source: Source, titles: frozenset[str]) -> tuple[Leaf, ...]:
    """A file → its pages: one, or the juan of a book.

    A first line that is one of `titles`, in any script, is a header even without a number.
    """
    text = source.text
    found = header(text, titles)
    marks, order, remarks = _ocr(source)
    if marks:
        return (Leaf(Span(0, len(text)), found, marks=marks, order=order, findings=remarks),)
    juan = list(_juan(text, found.span.end if found else 0))
    if len(juan) < 2:
        return (_page(source, found, titles),)
    starts = [start for start, _ in juan]
    front = [] if not text[: starts[0]].strip() or _is_front(text, starts[0], found) else [(0, "0")]
    if not front:
        starts[0] = 0
    bounds = [*(0 for _ in front), *starts, len(text)]
    numbers = [number for _, number in (*front, *juan)]
    return tuple(
        Leaf(Span(start, end), found if start == 0 else None, n=number, juan=number)
        for (start, end), number in zip(pairwise(bounds), numbers, strict=True)
    )


def _page(source: Source, found: Header | None, titles: frozenset[str]) -> Leaf:
    """A file that is one page. Its juan is the one that its title lines name, where they open the page or end it."""
    text, start = source.text, found.span.end if found else 0
    lines = [match for match in _JUAN.finditer(text, start) if _is_title(match["title"], titles) and number(match["n"])]
    numbers = {number(line["n"]) for line in lines}
    whole = Span(0, len(text))
    if len(numbers) != 1:
        return Leaf(whole, found)
    first, last, n = lines[0], lines[-1], number(lines[0]["n"])
    opens, ends = not text[start : first.start()].strip(), not text[last.end() :].strip()
    juan = str(n) if opens or ends else None
    if opens or (ends and first is last):
        return Leaf(whole, found, juan=juan)
    at = first.start("n") - 1
    remark = finding("R056", Place(source.path, line_number(text, at), at), named=n)
    return Leaf(whole, found, juan=juan, findings=(remark,))


def _is_title(title: str, titles: frozenset[str]) -> bool:
    return not title or any(characters.alike(title, known) for known in titles)


def _ocr(source: Source) -> tuple[tuple[Mark, ...], tuple[Span, ...], tuple[Finding, ...]]:
    """The marks of raw OCR: blanks between all characters, columns in the wrong order; none of any other text."""
    text, place = source.text, Place(source.path)
    marks: list[Mark] = []
    remarks: list[Finding] = []
    blanks = [match.span() for match in _BLANK.finditer(text)]
    if len(blanks) > 20 and len(blanks) > 0.6 * len(HAN.findall(text)):
        marks += (Mark(Span(*span)) for span in blanks)
        remarks.append(finding("R039", place, count=len(blanks)))
    order = _columns_reversed(text)
    if order:
        marks += (Mark(Span(span.end - 1, span.end), MarkKind.LINE) for span in order if text[span.end - 1] == "\n")
        remarks.append(finding("R038", place, count=len(order)))
    return tuple(sorted(marks, key=lambda mark: mark.span)), order, tuple(remarks)


def _columns_reversed(text: str) -> tuple[Span, ...]:
    """The lines of a page in the order of reading, where they are columns that stand the other way round.

    Columns have much the same length. In the right order the end of one and the beginning of the next make words that
    the page also has inside its columns.
    """
    spans = [Span(*match.span()) for match in re.finditer(r"[^\n]*\n|[^\n]+", text)]
    columns = ["".join(text[span.start : span.end].split()) for span in spans]
    full = [column for column in columns if column]
    usual = median(map(len, full)) if full else 0
    if len(full) < 12 or not 8 <= usual <= 40 or sum(abs(len(one) - usual) <= 3 for one in full) < 0.7 * len(full):
        return ()
    pairs = Counter(a + b for column in full for a, b in pairwise(column))
    forward = backward = 0
    for one, other in pairwise(full):
        here, there = pairs[one[-1] + other[0]], pairs[other[-1] + one[0]]
        forward += here > there
        backward += there > here
    return tuple(reversed(spans)) if backward >= 6 and backward > 2 * forward else ()


def _is_front(text: str, start: int, found: Header | None) -> bool:
    """Whether nothing but a header stands before the first juan."""
    return found is not None and not text[found.span.end : start].strip()


def _juan(text: str, start: int) -> Iterator[tuple[int, str]]:
    """Where the juan of a book begin, with their numbers: at title lines of one wording, each number the first time.

    The end title of a juan repeats its number. A line 欽定四庫全書 before a title belongs to it.
    """
    matches = list(_JUAN.finditer(text, start))
    wordings = Counter(match["title"] for match in matches)
    usual = max(wordings, key=lambda title: wordings[title], default="")
    seen: set[int] = set()
    for match in matches:
        n = number(match["n"])
        if n is not None and n not in seen and characters.alike(match["title"], usual):
            seen.add(n)
            yield match.start(), str(n)


def number(numeral: str) -> int | None:
    """二十三, 一百零五, 廿一 → the number."""
    total = digit = 0
    for character in numeral:
        if character in _UNITS:
            total += (digit or 1) * _UNITS[character]
            digit = 0
        elif character in _TENS:
            total += _TENS[character]
        else:
            digit = _DIGITS.index(character)
    return total + digit or None


def header(text: str, titles: frozenset[str]) -> Header | None:
    """The text of a page → the header line that opens it, if one does."""
    first = _FIRST_LINE.match(text)
    if not first:
        return None
    line = first["line"].rstrip()
    span = Span(first.start("line"), first.start("line") + len(line))
    numbered = _NUMBERED.fullmatch(line)
    if numbered:
        total = numbered["total"]
        return Header(span, numbered["title"], int(numbered["number"]), int(total) if total else None)
    known = any(characters.alike(line, title) for title in titles)
    return Header(span, line) if known else None


def titles(texts: Iterable[str]) -> tuple[str, ...]:
    """The texts of a work's pages → the titles that their headers carry, the commonest first.

    A title is what stands beside a page number, or a short first line that most of the pages share.
    """
    texts = list(texts)
    numbered = Counter(found.title for text in texts if (found := header(text, frozenset())) and found.title)
    first = Counter(line for text in texts if (line := short_first_line(text)))
    shared = [line for line, count in first.most_common() if count > 1 and 2 * count > len(texts)]
    return tuple(dict.fromkeys([title for title, _ in numbered.most_common()] + shared))


def lone_title(text: str) -> str | None:
    """The text of a work's only page → a short first line that a blank line sets off from a body without blank lines.

    In a body of shape B, all in blank lines, the first line may be text as well as any other, unless a title of the
    page repeats it: 仪礼述注卷二.
    """
    line = short_first_line(text)
    if not line:
        return None
    if f"{line}卷" in text:
        return line
    first, *rest = text[text.index(line) :].splitlines()
    body = [part.strip() for part in rest[1:]]
    set_off = len(body) > 0 and not rest[0].strip() and "" not in body[:-1]
    return line if set_off and "\u3000" in text[len(first) :] else None


def short_first_line(text: str) -> str | None:
    """A text → its first line, if it may be a title."""
    found = _FIRST_LINE.match(text)
    line = found["line"].rstrip() if found else ""
    if not line or len(line) > _LONGEST_TITLE or _NUMBERED.fullmatch(line):
        return None
    return line
