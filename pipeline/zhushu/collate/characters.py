"""Page text + the editor's decisions → page text with readings, no witness needed.

Every private-use, control and lacuna character of the page gets its reading, whether we know what it stands for
or not; accepted emendations become corrections; characters that the profile suspects are marked.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from zhushu.findings import finding
from zhushu.model import (
    Certainty,
    CharacterDecision,
    Decisions,
    Emendation,
    Evidence,
    Finding,
    Kind,
    PageText,
    Place,
    Reading,
    ReadingKind,
    Span,
    Verdict,
)
from zhushu.segment.drawn import drawn

LACUNAE = "□■▆〓\ufffd"  # blank, ink block, CBETA's block, geta mark, what a decoder leaves
# Unassigned or reserved for programs: no text may hold them, XML does not.
_NONCHARACTERS = range(0xFDD0, 0xFDF0)


def is_private(character: str) -> bool:
    return unicodedata.category(character) == "Co"


def is_unwritable(character: str) -> bool:
    """Control characters, surrogates and noncharacters: code points that are no characters."""
    code = ord(character)
    if code in _NONCHARACTERS or code & 0xFFFE == 0xFFFE:
        return True
    return unicodedata.category(character) in ("Cc", "Cs") and not character.isspace()


def name(character: str) -> str:
    return f"U+{ord(character):04X}"


def place(page_text: PageText, offset: int) -> Place:
    """An offset of the page's source → the place that a finding names."""
    source = page_text.page.source
    return Place(source.path, source.text.count("\n", 0, offset) + 1, offset)


@dataclass(frozen=True, slots=True)
class _Knowledge:
    """What is known of single characters, whatever page they stand on."""

    characters: dict[str, CharacterDecision]
    suspects: frozenset[str]
    lacunae: frozenset[str]


def resolve(
    page_text: PageText,
    decisions: Decisions,
    suspects: Iterable[str] = (),
    lacunae: Iterable[str] = LACUNAE,
    confirmed: frozenset[int] = frozenset(),
) -> tuple[PageText, tuple[Finding, ...]]:
    """Page text + decisions → page text with readings of its characters, and what stays unknown.

    Readings that the page text has already, from a witness, stand unless the editor has decided the place.
    At the places that are `confirmed` a witness reads what the page reads: these are not suspected.
    """
    accepted = {entry.code: entry for entry in decisions.characters if entry.verdict is Verdict.ACCEPTED}
    known = _Knowledge(accepted, frozenset(suspects), frozenset(lacunae))
    entries = [entry for entry in decisions.emendations if entry.page == page_text.page.n]
    emended = [_emended(entry, known.lacunae) for entry in entries if entry.verdict is Verdict.ACCEPTED]
    of_characters = (reading for reading in _of_characters(page_text, known) if not _allayed(reading, confirmed))
    found = merged(page_text.readings, of_characters)
    rejected = {entry.offset for entry in entries if entry.verdict is Verdict.REJECTED}
    kept = [_overruled(reading) if reading.span.start in rejected else reading for reading in found]
    readings = tuple(merged(emended, [reading for reading in kept if reading]))
    return replace(page_text, readings=readings), tuple(_unresolved(page_text, readings))


def _allayed(reading: Reading, confirmed: frozenset[int]) -> bool:
    return reading.kind is ReadingKind.SUSPECT and reading.span.start in confirmed


def merged(first: Iterable[Reading], second: Iterable[Reading]) -> list[Reading]:
    """Two lists of readings → one in the order of the page; where they overlap the first has its way."""
    strong = list(first)
    taken = {offset for reading in strong for offset in range(reading.span.start, reading.span.end)}
    weak = [r for r in second if taken.isdisjoint(range(r.span.start, r.span.end))]
    return sorted(strong + weak, key=lambda reading: reading.span)


def _overruled(reading: Reading) -> Reading | None:
    """The editor has rejected what was said here: doubts and proposals go; what the page lacks stays lacking."""
    if reading.kind is ReadingKind.LACUNA:
        return replace(reading, text="", witness=None, evidence=Evidence.PROFILE)
    return reading if reading.kind is ReadingKind.GAIJI else None


def _of_characters(page_text: PageText, known: _Knowledge) -> Iterator[Reading]:
    text = page_text.page.shown()
    signs = {offset for stretch in drawn(text) for offset in range(*stretch) if text[offset] in known.lacunae}
    for span in _text_spans(page_text):
        for offset in range(span.start, span.end):
            if offset in signs:
                continue
            reading = _of_character(text[offset], Span(offset, offset + 1), known)
            if reading:
                yield reading


def _text_spans(page_text: PageText) -> Iterator[Span]:
    """The parts of the page that hold text: its white space is described elsewhere, code point by code point."""
    if not page_text.segments:
        yield page_text.page.span
    for segment in page_text.segments:
        if segment.kind is not Kind.LAYOUT:
            yield from segment.spans


def _of_character(character: str, span: Span, known: _Knowledge) -> Reading | None:
    if decision := known.characters.get(character):
        return _decided(decision, span)
    if character in known.lacunae:
        return Reading(span, ReadingKind.LACUNA, source="sign for a missing character")
    if character in known.suspects:
        source = f"{character} often stands for a lost character in this kind of page"
        return Reading(span, ReadingKind.SUSPECT, source=source, certainty=Certainty.LOW)
    if is_private(character) or is_unwritable(character):
        source = "private-use code point" if is_private(character) else "code point that is no character"
        return Reading(span, ReadingKind.GAIJI, source=source, certainty=Certainty.LOW)
    return None


def _decided(decision: CharacterDecision, span: Span) -> Reading:
    return Reading(
        span,
        ReadingKind.GAIJI,
        text=decision.text,
        witness=decision.witness,
        ids=decision.ids,
        entity=decision.entity,
        source=decision.evidence,
        evidence=Evidence.WITNESS if decision.witness else Evidence.PROFILE,
    )


def _emended(entry: Emendation, lacunae: frozenset[str]) -> Reading:
    return Reading(
        Span(entry.offset, entry.offset + len(entry.sic)),
        ReadingKind.LACUNA if set(entry.sic) <= lacunae else ReadingKind.DAMAGE,
        text=entry.text,
        witness=entry.witness,
        source=entry.evidence,
        evidence=Evidence.WITNESS if entry.witness else Evidence.INFERRED,
    )


def _unresolved(page_text: PageText, readings: Iterable[Reading]) -> Iterator[Finding]:
    """Gaiji of which nothing is known → one finding for each code point, at its first place."""
    text = page_text.page.source.text
    places: dict[str, list[int]] = {}
    for reading in readings:
        if reading.kind is ReadingKind.GAIJI and not (reading.text or reading.ids or reading.entity):
            places.setdefault(text[reading.span.start], []).append(reading.span.start)
    for character, offsets in places.items():
        code = "C001" if is_private(character) else "C002"
        yield finding(code, place(page_text, offsets[0]), character=name(character), count=len(offsets))
