"""Whatever a page and a witness hold: nothing overlaps, nothing is out of place, no length changes."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zhushu.collate.characters import is_private, is_unwritable
from zhushu.collate.collation import Collation, collation
from zhushu.collate.witness import BASE, NOTE, UNKNOWN, WitnessText
from zhushu.errors import CollationError
from zhushu.model import Break, Decisions, Kind, Page, PageText, Source, Span
from zhushu.segment import profile, segment_pages
from zhushu.segment.profile import Profile

HAN = [*"云后于发干里与为说", *[chr(c) for c in range(0x4E00, 0x4F00)], "𤣥", "𧃊", "\U00030000"]
HOSTILE = "\ue913\U000f0001\x01\ufffe防□■○\u3000\n 注曰疏曰云"


@pytest.fixture(scope="module")
def shuzhu() -> Profile:
    return profile.load("shuzhu", Path())


def prose(length: int, seed: int) -> str:
    rng = random.Random(seed)
    return "".join(rng.choice(HAN) for _ in range(length))


def witness_of(text: str, seed: int) -> WitnessText:
    rng = random.Random(seed)
    marks = [Break(0, "page", "1a", "W")] + [
        Break(at, "column", str(at // 20 + 1), "W") for at in range(0, len(text), 20)
    ]
    layers = "".join(rng.choice((BASE, NOTE, UNKNOWN)) for _ in range(len(text) // 10 + 1) for _ in range(10))
    return WitnessText("W", text, layers[: len(text)], tuple(sorted(marks)), {3: "KR0001"} if len(text) > 3 else {})


changes = st.lists(st.tuples(st.integers(0, 299), st.text(st.sampled_from(HOSTILE), max_size=3)), max_size=15)


@given(st.integers(0, 20), changes, st.booleans())
@settings(max_examples=60)
def test_readings_and_breaks_are_sane(shuzhu: Profile, seed: int, edits: list[tuple[int, str]], base: bool) -> None:
    book = prose(600, seed)
    copy = list(book[150:450])
    for at, text in edits:
        copy[at] = text
    raw = "仪礼述注\n\n　　" + "".join(copy)
    page = Page(Source("1.txt", "0" * 64, "utf-8", raw), Span(0, len(raw)), "1", "1", header=Span(0, 4))
    segmented, _ = segment_pages([page], shuzhu)
    kind = {"bases": [witness_of(book, seed)]} if base else {"witnesses": [witness_of(book, seed)]}
    try:
        found = collation(segmented, Decisions(), shuzhu, **kind)  # type: ignore[arg-type]
    except CollationError:
        return
    assert_sane(found, segmented)


def assert_sane(found: Collation, segmented: tuple[PageText, ...]) -> None:
    for text, before in zip(found.texts, segmented, strict=True):
        span, raw = text.page.span, text.page.source.text
        assert text.reading_text is not None
        assert len(text.reading_text) == len(span)
        spans = [reading.span for reading in text.readings]
        assert all(one.end <= other.start for one, other in pairwise(spans))
        assert all(span.start <= one.start < one.end <= span.end for one in spans)
        assert all(span.start <= mark.offset < span.end for mark in text.breaks)
        offsets = [mark.offset for mark in text.breaks]
        assert offsets == sorted(offsets)
        tiles = [segment.span for segment in text.segments]
        assert [tiles[0].start, tiles[-1].end] == [span.start, span.end]
        assert all(one.end == other.start for one, other in pairwise(tiles))
        read = {at for one in spans for at in range(one.start, one.end)}
        for segment in text.segments:
            if segment.kind is not Kind.LAYOUT:
                inside = range(segment.span.start, segment.span.end)
                assert {at for at in inside if is_private(raw[at]) or is_unwritable(raw[at])} <= read
        members = [segment for unit in text.units for segment in unit.segments]
        assert set(members) <= set(text.segments)
        assert [unit.id for unit in text.units][:1] == [unit.id for unit in before.units][:1]
        assert len({unit.n for unit in text.units}) == len(text.units)
