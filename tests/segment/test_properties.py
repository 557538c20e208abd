"""Laws of segmenting, on pages made of markers, signs, space, rare characters and garbage."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from segment.scoring import page

from zhushu.model import Kind, Page, Segment, Source, Span
from zhushu.segment import segment_pages
from zhushu.segment.engine import segment
from zhushu.segment.habits import BASE_LAYERS, NOTE_LAYERS
from zhushu.segment.profile import Profile
from zhushu.segment.rules import rules
from zhushu.segment.units import units, walk

# What pages are made of: words that mean something to the profile, space, rare characters, and anything at all.
_PIECES = [
    *("注曰", "註曰", "疏曰", "䟽曰", "防曰", "○", "○疏曰", "杨氏曰", "朱先生曰", "坡谓", "吕氏曰", "先生曰", "今按"),
    *("传曰", "\uea5b曰", "记", "郑目录云", "钦定四库全书", "仪礼述注卷一", "士冠礼第一", "注云", "故云", "还音旋"),
    *("义服衰六升冠九升无受", "\n", "\n\n", "　　", " 　　", "　", " ", "\r\n", "\t", "\u2028", "\x85", "\x1c"),
    *("主人", "𤣥", "𫝊", "\ue913", "\uf001", "\U000f0000", "\U00030000", "\x01", "\ufffe", "防", "□", "豈"),
]
_TEXTS = st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=3)), max_size=40).map("".join)
_GARBAGE = st.text(st.characters(exclude_categories=()), max_size=200)
_SECTIONS = st.sampled_from([None, "ji"])


def _joined(page: Page, segments: tuple[Segment, ...]) -> str:
    return "".join(page.source.text[one.span.start : one.span.end] for one in segments)


@st.composite
def _pages(draw: st.DrawFn) -> Page:
    """A stretch of a text, with or without a header."""
    before, text, after = draw(_TEXTS), draw(st.one_of(_TEXTS, _GARBAGE)), draw(_TEXTS)
    start, end = len(before), len(before) + len(text)
    header = None
    if text and draw(st.booleans()):
        first, last = sorted((draw(st.integers(start, end)), draw(st.integers(start, end))))
        header = Span(first, last) if first < last else None
    source = Source("1.txt", "0" * 64, "utf-8", before + text + after)
    return Page(source, Span(start, end), "1", "1", header=header)


@settings(max_examples=400)
@given(_pages(), _SECTIONS)
def test_segments_tile_the_page(shuzhu: Profile, one: Page, section: str | None) -> None:
    segments = segment(one, shuzhu, section)
    at = one.span.start
    for found in segments:
        assert found.span.start == at < found.span.end
        at = found.span.end
    assert at == one.span.end
    assert _joined(one, segments) == one.source.text[one.span.start : one.span.end]


@given(_pages(), _SECTIONS)
def test_every_segment_says_what_it_is_and_why(shuzhu: Profile, one: Page, section: str | None) -> None:
    persons = {person.id for person in shuzhu.persons} | {"unknown"}
    works = {work.id for work in shuzhu.works}
    raw = one.source.text
    for found in segment(one, shuzhu, section):
        if found.kind is Kind.LAYOUT:
            assert raw[found.span.start : found.span.end].isspace()
            continue
        assert found.rule
        if found.kind is Kind.BASE:
            assert found.layer in BASE_LAYERS
            assert found.voice is None
        if found.kind is Kind.NOTE:
            assert found.layer in NOTE_LAYERS
            assert found.voice in persons
        assert found.work is None or found.work in works
        at = found.span.start
        for part in (found.sign, found.marker):
            if part:
                assert part.start == at < part.end <= found.span.end
                at = part.end
        if found.sign:
            assert raw[found.sign.start : found.sign.end] in shuzhu.circle.signs


@given(_pages(), _SECTIONS)
def test_segmenting_is_pure(shuzhu: Profile, one: Page, section: str | None) -> None:
    assert segment(one, shuzhu, section) == segment(one, shuzhu, section)


@given(_pages(), _TEXTS)
def test_only_the_page_itself_counts(shuzhu: Profile, one: Page, other: str) -> None:
    """What stands in the file before and after a page changes nothing but offsets."""
    text = one.source.text[one.span.start : one.span.end]
    moved = replace(
        one,
        source=replace(one.source, text=other + text),
        span=Span(len(other), len(other) + len(text)),
        header=_shifted(one.header, len(other) - one.span.start),
    )
    here, there = segment(one, shuzhu), segment(moved, shuzhu)
    assert [(s.kind, s.layer, s.voice, s.rule, len(s.span)) for s in here] == [
        (s.kind, s.layer, s.voice, s.rule, len(s.span)) for s in there
    ]


def _shifted(span: Span | None, by: int) -> Span | None:
    return Span(span.start + by, span.end + by) if span else None


@given(_pages(), _SECTIONS)
def test_units_hold_every_base_and_note_once_and_in_order(shuzhu: Profile, one: Page, section: str | None) -> None:
    segments = segment(one, shuzhu, section)
    found = units(one, segments, shuzhu, section)
    inside = [member for unit in found for member in unit.segments]
    assert [m for m in inside if m.kind is not Kind.LAYOUT] == [s for s in segments if s.kind in (Kind.BASE, Kind.NOTE)]
    assert [unit.id for unit in found] == [f"p1.{k + 1}" for k in range(len(found))]
    for unit in found:
        kinds = [member.kind for member in unit.segments if member.kind is not Kind.LAYOUT]
        assert kinds.count(Kind.BASE) <= 1
        assert Kind.BASE not in kinds[1:]
        assert unit.segments[-1].kind is not Kind.LAYOUT
        assert (unit.part is None) or Kind.BASE not in kinds
    walked: list[Segment] = []
    for item in walk(segment_pages([one], shuzhu)[0][0]):
        walked += [item] if isinstance(item, Segment) else item.segments
    assert walked == list(segment(one, shuzhu))


@given(_pages())
def test_the_section_changes_no_name(shuzhu: Profile, one: Page) -> None:
    """Law 5: that a page stands in 記 is told by another page, so it may change layers of base text, but no id."""
    outside, inside = (units(one, segment(one, shuzhu, s), shuzhu, s) for s in (None, "ji"))
    assert [(u.id, u.part, [m.span for m in u.segments]) for u in outside] == [
        (u.id, u.part, [m.span for m in u.segments]) for u in inside
    ]


@given(st.lists(_TEXTS, min_size=1, max_size=4), st.data())
def test_pages_that_come_and_go_change_no_name(shuzhu: Profile, raw: list[str], data: st.DataObject) -> None:
    pages = [page(text, str(n)) for n, text in enumerate(raw, 1)]
    kept = [one for one in pages if data.draw(st.booleans())]
    all_units = {text.page.n: [unit.id for unit in text.units] for text in segment_pages(pages, shuzhu)[0]}
    for text in segment_pages(kept, shuzhu)[0]:
        assert [unit.id for unit in text.units] == all_units[text.page.n]


_BLOCKS = st.lists(
    st.lists(st.sampled_from([p for p in _PIECES if not p.isspace()]), min_size=1, max_size=5).map("".join),
    min_size=1,
    max_size=12,
)


@given(_BLOCKS)
def test_four_shapes_of_a_page_are_one_page(shuzhu: Profile, found: list[str]) -> None:
    shapes = ["\n　　".join(found), "\n\n".join(found), " 　　".join(found), "　　".join(found)]
    read = []
    for text in shapes:
        one = page(f"仪礼述注\n\n{text}")
        read.append(
            [
                (s.kind, s.layer, s.voice, s.rule, one.source.text[s.span.start : s.span.end])
                for s in segment(one, shuzhu)
                if s.kind is not Kind.LAYOUT
            ]
        )
    assert read[0] == read[1] == read[2] == read[3]


@given(st.text(st.one_of(st.sampled_from("注註疏䟽𫝊\uea5b防𤣥\ue913"), st.characters(exclude_categories=()))))
def test_folding_keeps_length_and_can_be_repeated(shuzhu: Profile, text: str) -> None:
    compiled = rules(shuzhu)
    folded = compiled.fold(text)
    assert len(folded) == len(text)
    assert compiled.fold(folded) == folded
