"""Readings without a witness: private-use characters, lacunae, suspects, the editor's decisions."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zhushu.collate.characters import resolve
from zhushu.collate.fit import check
from zhushu.errors import CollationError
from zhushu.model import (
    CharacterDecision,
    Decisions,
    Emendation,
    Evidence,
    Kind,
    Page,
    PageText,
    Reading,
    ReadingKind,
    Segment,
    Source,
    Span,
    Verdict,
)

NONE = Decisions()
ACCEPTED, REJECTED, PROPOSED = Verdict.ACCEPTED, Verdict.REJECTED, Verdict.PROPOSED


def page_text(text: str, layout: Span | None = None) -> PageText:
    page = Page(Source("22.txt", "0" * 64, "utf-8", text), Span(0, len(text)), "22", "7")
    segments = (Segment(layout, Kind.LAYOUT), Segment(Span(layout.end, len(text)), Kind.BASE)) if layout else ()
    return PageText(page, segments, ())


def readings(text: str, decisions: Decisions = NONE, suspects: str = "") -> list[tuple[int, str, str]]:
    resolved, _ = resolve(page_text(text), decisions, suspects)
    return [(r.span.start, r.kind.value, r.text) for r in resolved.readings]


def test_every_special_character_gets_its_reading() -> None:
    text = "𤣥端\ue913醢□也\x01防"
    expected = [(2, "gaiji", ""), (4, "lacuna", ""), (6, "gaiji", ""), (7, "suspect", "")]
    assert readings(text, suspects="防") == expected


def test_a_decided_character_is_read_on_every_place() -> None:
    decisions = Decisions(characters=(CharacterDecision("\ue913", "𧃊", verdict=ACCEPTED),))
    assert readings("\ue913豆\ue913", decisions) == [(0, "gaiji", "𧃊"), (2, "gaiji", "𧃊")]


def test_a_proposed_character_is_not_applied() -> None:
    decisions = Decisions(characters=(CharacterDecision("\ue913", "𧃊"),))
    assert readings("\ue913豆", decisions) == [(0, "gaiji", "")]


def test_an_unresolved_private_character_is_a_finding_at_its_place() -> None:
    _, findings = resolve(page_text("𤣥\n\ue14b也\ue14b"), Decisions())
    assert [(f.code, f.place.line, f.place.offset) for f in findings] == [("C001", 2, 2)]
    assert "U+E14B" in findings[0].message


def test_a_gaiji_known_by_its_components_is_no_finding() -> None:
    decision = CharacterDecision("\ue14b", ids="⿰月巽", entity="KR0871", verdict=ACCEPTED)
    resolved, findings = resolve(page_text("\ue14b"), Decisions((decision,)))
    assert not findings
    assert (resolved.readings[0].text, resolved.readings[0].ids) == ("", "⿰月巽")


def test_white_space_has_no_reading() -> None:
    resolved, _ = resolve(page_text("\x0c\u3000經\x0c", layout=Span(0, 2)), Decisions())
    assert resolved.readings == ()


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [(ACCEPTED, [(1, "damage", "㫖")]), (REJECTED, []), (PROPOSED, [(1, "suspect", "")])],
)
def test_the_editor_decides_a_suspect(verdict: Verdict, expected: list[tuple[int, str, str]]) -> None:
    decisions = Decisions(emendations=(Emendation("22", 1, "防", "㫖", verdict),))
    assert readings("𤣥防", decisions, suspects="防") == expected


def test_an_accepted_lacuna_is_supplied() -> None:
    decisions = Decisions(emendations=(Emendation("22", 1, "□", "醢", ACCEPTED, witness="SBCK"),))
    resolved, _ = resolve(page_text("脯□𤣥"), decisions)
    (reading,) = resolved.readings
    assert (reading.kind, reading.text, reading.evidence) == (ReadingKind.LACUNA, "醢", Evidence.WITNESS)


def test_a_rejected_witness_reading_goes_and_the_lacuna_stays() -> None:
    known = PageText(
        page_text("防□\ue913").page,
        (),
        (),
        (Reading(Span(0, 1), ReadingKind.DAMAGE, "㫖"), Reading(Span(1, 2), ReadingKind.LACUNA, "醢", witness="SBCK")),
    )
    entries = (Emendation("22", 0, "防", "㫖", REJECTED), Emendation("22", 1, "□", "醢", REJECTED))
    resolved, _ = resolve(known, Decisions(emendations=entries))
    assert [(r.span.start, r.kind.value, r.text) for r in resolved.readings] == [(1, "lacuna", ""), (2, "gaiji", "")]


@pytest.mark.parametrize(
    ("entries", "codes"),
    [
        ([Emendation("22", 0, "防", "㫖"), Emendation("22", 0, "防", "㑹")], ["C012"]),
        ([Emendation("22", 0, "防𤣥", "㫖𤣥"), Emendation("22", 1, "𤣥", "玄")], ["C012"]),
        ([Emendation("22", 99, "防", "㫖")], ["C013"]),
        ([Emendation("22", -1, "防", "㫖")], ["C013"]),
        ([Emendation("22", 0, "", "㫖")], ["C013"]),
        ([Emendation("22", 1, "防", "㫖")], ["C014"]),
        ([Emendation("22", 0, "防", "㫖也")], ["C015"]),
        ([Emendation("22", 99, "防", "㫖"), Emendation("22", 1, "防", "㫖")], ["C013", "C014"]),
        ([Emendation("22", 0, "防", "㫖"), Emendation("22", 0, "防", "㑹", REJECTED)], []),
        ([Emendation("23", 99, "防", "㫖")], []),
        ([Emendation("23", 99, "防", "㫖", ACCEPTED)], ["C018"]),
    ],
)
def test_decisions_that_do_not_fit_are_refused_whole(entries: list[Emendation], codes: list[str]) -> None:
    if not codes:
        check([page_text("防𤣥")], Decisions(emendations=tuple(entries)))
        return
    with pytest.raises(CollationError) as refused:
        check([page_text("防𤣥")], Decisions(emendations=tuple(entries)))
    assert [f.code for f in refused.value.findings] == codes


def test_a_character_decided_twice_is_refused() -> None:
    twice = (CharacterDecision("\ue913", "𧃊"), CharacterDecision("\ue913", "恵"))
    with pytest.raises(CollationError):
        check([], Decisions(characters=twice))


ALPHABET = st.sampled_from("經注曰○□防\u3000\n𤣥𧃊\ue913\U000f0001\x01\ufffe")


@given(st.text(ALPHABET), st.text(ALPHABET, min_size=1, max_size=3), st.integers(0, 30), st.sampled_from(Verdict))
def test_readings_are_sorted_and_do_not_overlap(text: str, sic: str, offset: int, verdict: Verdict) -> None:
    entry = Emendation("22", offset, sic, sic, verdict)
    resolved, _ = resolve(page_text(text), Decisions(emendations=(entry,)), suspects="防")
    spans = [reading.span for reading in resolved.readings]
    assert all(a.end <= b.start for a, b in pairwise(spans))
    private = {i for i, c in enumerate(text) if c in "\ue913\U000f0001\x01\ufffe"}
    assert private <= {i for span in spans for i in range(span.start, span.end)}
