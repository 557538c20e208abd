"""Small editions made by hand or by Hypothesis, for the tests of everything that starts from an Edition."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import pairwise

from hypothesis import strategies as st

from zhushu.model import (
    Certainty,
    Edition,
    EditionInfo,
    Evidence,
    Kind,
    Page,
    PageText,
    Person,
    Reading,
    ReadingKind,
    Segment,
    Source,
    Span,
    Unit,
    Work,
)

# what makes characters go wrong: private use, planes 2 and 3 and 16, variants, gaps, markup, white space, controls
ALPHABET = "經注疏曰賔靣防\ue913\uf65d\U000f0001𤣥𧃊\U00030edd□○<>&\"'\u3000 \n\r\t\x01\x85\ud801\ufffe\ufeff一a"
PERSONS = (Person("zhengxuan", {"zh-Hant": "鄭玄"}), Person("jiagongyan", {"zh-Hant": "賈公彥"}))
WORKS = (Work("yili-zhu", "儀禮注", "zhengxuan"),)


def info(**fields: object) -> EditionInfo:
    defaults: dict[str, object] = {
        "id": "test",
        "titles": {"zh-Hant": "試 & <書>"},
        "language": "lzh-Hans",
        "profile": "shuzhu",
        "date": "2026-11-30",
        "version": "1",
        "urn": "urn:cts:lzhLit:test.test.lzh1",
    }
    return EditionInfo(**(defaults | fields))  # type: ignore[arg-type]


def source(text: str, path: str = "page.txt") -> Source:
    content = text.encode("utf-8", "surrogatepass")
    return Source(path, hashlib.sha256(content).hexdigest(), "utf-8", text)


def page_text(page: Page, segments: list[Segment], readings: tuple[Reading, ...] = ()) -> PageText:
    """Segments grouped into units: each base segment opens one, notes follow with the white space before them."""
    units: list[list[Segment]] = []
    space: list[Segment] = []
    within = False
    for segment in segments:
        if segment.kind is Kind.LAYOUT:
            space.append(segment)
            continue
        if segment.kind is Kind.BASE or (segment.kind is Kind.NOTE and not within):
            units.append([segment])
        elif segment.kind is Kind.NOTE:
            units[-1] += [*space, segment]
        within = segment.kind in (Kind.BASE, Kind.NOTE)
        space = []
    return PageText(
        page,
        tuple(segments),
        tuple(
            Unit(
                f"p{page.n}.{k}",
                f"{page.n}_{k}",
                page.n,
                tuple(unit),
                part=None if unit[0].kind is Kind.BASE else "F",
            )
            for k, unit in enumerate(units, 1)
        ),
        readings,
    )


def edition(*pages: PageText, **fields: object) -> Edition:
    return Edition(info(**fields), PERSONS, WORKS, {"ji": "記"}, pages)


@st.composite
def page_texts(draw: st.DrawFn, n: str = "1", number: int | None = 1) -> PageText:
    """Any text cut anywhere into segments of any kind, with readings anywhere inside them."""
    text = draw(st.text(ALPHABET, min_size=1, max_size=60).filter(lambda t: not t.startswith("\ufeff")))
    page = Page(source(text, f"{n}.txt"), Span(0, len(text)), n, "5", number)
    cuts = sorted({0, len(text), *draw(st.lists(st.integers(0, len(text)), max_size=8))})
    segments, readings = [], []
    for start, end in pairwise(cuts):
        segments.append(_segment(draw, text, Span(start, end)))
        if draw(st.booleans()) and segments[-1].kind in (Kind.BASE, Kind.NOTE):
            readings.append(_reading(draw, text, start, end))
    made = page_text(page, segments, tuple(readings))
    main = draw(st.integers(0, len(made.units)))  # so many units, then a 記
    return replace(made, units=(*made.units[:main], *(replace(unit, section="ji") for unit in made.units[main:])))


def _segment(draw: st.DrawFn, text: str, span: Span) -> Segment:
    if text[span.start : span.end].isspace():
        return Segment(span, Kind.LAYOUT)
    kind = draw(st.sampled_from([Kind.BASE, Kind.NOTE, Kind.NOTE, Kind.TABLE, Kind.HEAD]))
    if kind in (Kind.TABLE, Kind.HEAD):
        return Segment(span, kind, "chapter" if kind is Kind.HEAD else "")
    layer = draw(st.sampled_from(["經", "傳"] if kind is Kind.BASE else ["注", "疏", "諸家"]))
    sign = Span(span.start, span.start + 1) if draw(st.booleans()) else None
    after = sign.end if sign else span.start
    marker = Span(after, after + 1) if draw(st.booleans()) and after < span.end else None
    voice = draw(st.sampled_from(["zhengxuan", None])) if kind is Kind.NOTE else None
    work = "yili-zhu" if voice else None
    return Segment(span, kind, layer, voice, work, sign, marker, Evidence.MARKED, Certainty.MEDIUM, "test")


def _reading(draw: st.DrawFn, text: str, start: int, end: int) -> Reading:
    at = draw(st.integers(start, end - 1))
    kind = draw(st.sampled_from([ReadingKind.DAMAGE, ReadingKind.SUSPECT, ReadingKind.LACUNA, ReadingKind.GAIJI]))
    long = kind is ReadingKind.DAMAGE and draw(st.booleans())
    span = Span(at, min(at + 2, end) if long else at + 1)
    shown = draw(st.sampled_from(["", "㫖", "𤣥", "<&"])) if kind is not ReadingKind.SUSPECT else ""
    return Reading(span, kind, shown or ("㫖" if kind is ReadingKind.DAMAGE else ""))
