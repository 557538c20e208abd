"""Names inside a TEI file: slots, identifiers, character ranges, all from a page's own text alone (DESIGN, law 5)."""

from __future__ import annotations

import re
from bisect import bisect_left

from zhushu.model import Edition, Kind, Page, Segment, Source, Span
from zhushu.read.names import is_reserved

# A base layer that is a matter of the section it stands in (記, 序) keeps the slot of 經, so that
# an identifier does not change when a page before it arrives and tells us the section.
_SLOTS = {
    "經": "jing",
    "記": "jing",
    "序": "jing",
    "傳": "zhuan",
    "注": "zhu",
    "箋": "jian",
    "疏": "shu",
    "音義": "yinyi",
    "按": "an",
    "校": "jiao",
}
_EDITION = "edition."
_DIGITS = "零一二三四五六七八九"


def slots(segments: tuple[Segment, ...]) -> dict[Segment, str]:
    """The base and notes of a unit → the slot of each (jing, zhu1, shu1, yangfu1), unique in the unit.

    A further base segment of one unit counts on (jing, jing2); 諸家 go by the person.
    """
    counts: dict[str, int] = {}
    names: dict[Segment, str] = {}
    for segment in segments:
        if segment.kind not in (Kind.BASE, Kind.NOTE):
            continue
        stem = _SLOTS.get(segment.layer) or _stem(segment.voice or "unknown")
        counts[stem] = counts.get(stem, 0) + 1
        first_base = segment.kind is Kind.BASE and counts[stem] == 1
        names[segment] = stem if first_base else f"{stem}{counts[stem]}"
    return names


def _stem(voice: str) -> str:
    """A person → small letters, digits and _, which a slot is made of: Zhu-Xi → zhu_xi."""
    return re.sub("[^a-z0-9_]", "_", voice.lower())


def edition_name(edition: Edition) -> str:
    """The edition's identifier in its file; edition.raw where something in the file has its own id for a name."""
    taken = {person.id for person in edition.persons} | {work.id for work in edition.works}
    taken |= {witness.siglum for witness in edition.info.witnesses}
    name = edition.info.id
    return f"{_EDITION}{name}" if name in taken or is_reserved(name) else name


def edition_id(name: str) -> str:
    """The identifier of an edition in its file → the edition's id."""
    return name.removeprefix(_EDITION)


def juan_in_words(n: str) -> str:
    """"15" → "卷十五"; a juan that is not numbered 1 to 999 keeps its name."""
    if not n.isdecimal() or not 0 < int(n) < 1000:
        return f"卷{n}"
    hundreds, rest = divmod(int(n), 100)
    tens, ones = divmod(rest, 10)
    words = f"{_DIGITS[hundreds]}百" if hundreds else ""
    if tens:
        words += ("" if tens == 1 and not hundreds else _DIGITS[tens]) + "十"
    elif hundreds and ones:
        words += "零"
    return f"卷{words}{_DIGITS[ones] if ones else ''}"


class Ranges:
    """Offsets in a source → RFC 5147 character positions, for which a CRLF is one character (section 4.1)."""

    def __init__(self, source: Source) -> None:
        self._pairs = []
        at = source.text.find("\r\n")
        while at >= 0:
            self._pairs.append(at + 1)
            at = source.text.find("\r\n", at + 2)

    def position(self, offset: int) -> int:
        return offset - bisect_left(self._pairs, offset)

    def range(self, span: Span) -> str:
        return f"{self.position(span.start)},{self.position(span.end)}"


def prefix(page: Page) -> str:
    """The page's identifier, which is the prefix of its character ranges: p22."""
    return f"p{page.n}"
