"""Comparisons → what witnesses say of single characters: proposals for decisions/, variants, what they confirm.

Where the page and the witness have the same character in another script or form there is nothing to say. A
character of the page that stands for several others, and hardly ever for itself, is damage; a private-use
character is what the witness reads in its places; all else is a variant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from zhushu.collate import layout
from zhushu.collate.characters import LACUNAE, is_private, is_unwritable, name, place
from zhushu.collate.comparison import Comparison
from zhushu.collate.folding import same
from zhushu.collate.restore import is_simplified_of
from zhushu.collate.witness import BASE, GAIJI, NOTE, UNKNOWN
from zhushu.findings import finding
from zhushu.model import (
    CharacterDecision,
    Decisions,
    Emendation,
    Evidence,
    Finding,
    Place,
    Reading,
    ReadingKind,
    Span,
)

SHOWN = 20  # kinds of forms that a finding names
AGREED = 0.9  # of the places of a private-use character must read alike, else they contradict each other


class Difference(Enum):
    """What one place of the page is to one place of the witness."""

    SAME = auto()  # the same character, whatever its script or form
    GAIJI = auto()  # the page has a code point that stands for a character
    LACUNA = auto()  # the page lacks what the witness has
    DAMAGE = auto()
    VARIANT = auto()
    SILENT = auto()  # the witness itself has no character here


@dataclass(frozen=True, slots=True)
class Said:
    """What all witnesses say. `variants` and `confirmed` are by page; offsets are of the page's source."""

    proposals: Decisions
    variants: dict[str, tuple[Reading, ...]]
    confirmed: dict[str, frozenset[int]]
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class _Collected:
    characters: dict[str, CharacterDecision] = field(default_factory=dict)
    emendations: dict[tuple[str, int], Emendation] = field(default_factory=dict)
    variants: dict[tuple[str, int], Reading] = field(default_factory=dict)
    confirmed: set[tuple[str, int]] = field(default_factory=set)


def said(witnesses: Sequence[Sequence[Comparison]], suspects: Iterable[str], lacunae: str = LACUNAE) -> Said:
    """For each witness, in the order of their authority, its comparison with every page → what they say."""
    everything = [comparison for comparisons in witnesses for comparison in comparisons]
    damaged = frozenset(suspects) | masks(everything, lacunae)
    collected = _Collected()
    findings: list[Finding] = []
    for comparisons in witnesses:
        votes = _votes(comparisons)
        for code, counts in votes.items():
            collected.characters.setdefault(code, _decision(code, counts, comparisons[0].witness.siglum))
        findings += _contradictions(comparisons, votes)
        findings += _forms(comparisons)
        for comparison in comparisons:
            _collect(collected, comparison, damaged, lacunae)
    proposals = Decisions(tuple(collected.characters.values()), tuple(collected.emendations.values()))
    return Said(proposals, _by_page(collected.variants), _places(collected.confirmed), tuple(findings))


def difference(raw: str, other: str, damaged: frozenset[str], lacunae: str) -> Difference:
    """A character of the page, one of the witness → what they are to each other."""
    if _no_character(raw):
        return Difference.GAIJI
    if GAIJI in (raw, other) or other in lacunae or _no_character(other):
        return Difference.SILENT
    if raw in lacunae:
        return Difference.LACUNA
    if same(raw, other):
        return Difference.SAME
    return Difference.DAMAGE if raw in damaged else Difference.VARIANT


def _no_character(code: str) -> bool:
    return is_private(code) or is_unwritable(code)


def masks(comparisons: Iterable[Comparison], lacunae: str = LACUNAE) -> frozenset[str]:
    """The characters of the pages that stand for two or more others, and more often for these than for themselves."""
    others: dict[str, Counter[str]] = {}
    itself: Counter[str] = Counter()
    for comparison in comparisons:
        for _, raw, other in comparison.pairs():
            match difference(raw, other, frozenset(), lacunae):
                case Difference.SAME:
                    itself[raw] += 1
                case Difference.VARIANT:
                    others.setdefault(raw, Counter())[other] += 1
    return frozenset(raw for raw, counts in others.items() if len(counts) > 1 and counts.total() > max(2, itself[raw]))


def _collect(collected: _Collected, one: Comparison, damaged: frozenset[str], lacunae: str) -> None:
    """The places of a page, seen by a witness; what a witness before it has said stands."""
    page, strange = one.text.page.n, _strange(one)
    for offset, raw, other in one.pairs():
        key = page, offset
        if offset in strange and not same(raw, other):
            continue
        match difference(raw, other, damaged, lacunae):
            case Difference.SAME:
                collected.confirmed.add(key)
            case Difference.LACUNA:
                collected.emendations.setdefault(key, _emendation(one, offset, raw, other))
            case Difference.DAMAGE if key not in collected.confirmed:
                collected.emendations.setdefault(key, _emendation(one, offset, raw, other))
            case Difference.VARIANT:
                collected.variants.setdefault(key, _variant(one, offset, other))
            case _:
                pass


def _strange(one: Comparison) -> set[int]:
    """Where the page has a marker, or one side a note and the other base text: there only equal characters count."""
    layers, found = one.witness.layers, set[int]()
    for segment in one.text.segments:
        for span in (segment.sign, segment.marker):
            found.update(range(span.start, span.end) if span else ())
        ours = layout.LAYER.get(segment.kind, UNKNOWN)
        inside = [at for at in range(segment.span.start, segment.span.end) if at in one.against]
        found.update(at for at in inside if {ours, layers[one.against[at]]} == {BASE, NOTE})
    return found


def _emendation(one: Comparison, offset: int, raw: str, other: str) -> Emendation:
    evidence = f"{one.witness.where(one.against[offset])} 作「{other}」"
    return Emendation(one.text.page.n, offset, raw, other, witness=one.witness.siglum, evidence=evidence)


def _variant(one: Comparison, offset: int, other: str) -> Reading:
    return Reading(
        Span(offset, offset + 1),
        ReadingKind.VARIANT,
        other=other,
        witness=one.witness.siglum,
        source=one.witness.where(one.against[offset]),
        evidence=Evidence.WITNESS,
    )


# ---------------------------------------------------------------- private-use characters

Votes = dict[str, Counter[str]]  # code point of the page → what the witness has in its places


def _votes(comparisons: Iterable[Comparison]) -> Votes:
    """The private-use and control characters of all pages → a vote of their places, entities by name."""
    votes: Votes = {}
    for one in comparisons:
        for offset, raw, other in one.pairs():
            if _no_character(raw) and not _no_character(other):
                entity = one.witness.entities.get(one.against[offset])
                votes.setdefault(raw, Counter())[f"&{entity};" if entity else other] += 1
    return votes


def _decision(code: str, counts: Counter[str], siglum: str) -> CharacterDecision:
    winner, count = min(counts.items(), key=lambda item: (-item[1], item[0]))
    entity = winner[1:-1] if len(winner) > 1 else None
    places = f"{count} of {counts.total()} places" if counts.total() > 1 else "the one place"
    others = ", ".join(f"{other} {n}" for other, n in counts.most_common() if other != winner)
    return CharacterDecision(
        code,
        "" if entity else winner,
        entity=entity,
        witness=siglum,
        evidence=f"{siglum} has {winner} in {places}" + (f" (others: {others})" if others else ""),
    )


def _contradictions(comparisons: Sequence[Comparison], votes: Votes) -> Iterator[Finding]:
    for code, counts in votes.items():
        if max(counts.values()) < AGREED * counts.total():
            one, offset = next((one, at) for one in comparisons for at, raw, _ in one.pairs() if raw == code)
            shown = ", ".join(f"{other} {n}" for other, n in counts.most_common())
            yield finding(
                "C034", place(one.text, offset), character=name(code), witness=one.witness.siglum, readings=shown
            )


# ---------------------------------------------------------------- forms of a character


def _forms(comparisons: Sequence[Comparison]) -> Iterator[Finding]:
    """The characters that page and witness write in another form, beside simplified and traditional script."""
    forms: Counter[str] = Counter()
    for one in comparisons:
        for _, raw, other in one.pairs():
            if raw != other and not is_simplified_of(raw, other) and same(raw, other):
                forms[f"{raw}/{other}"] += 1
    if forms:
        siglum = comparisons[0].witness.siglum
        shown = ", ".join(f"{pair} {count}" for pair, count in forms.most_common(SHOWN))
        more = " …" if len(forms) > SHOWN else ""
        yield finding("C033", Place(""), witness=siglum, count=forms.total(), kinds=len(forms), forms=f"{shown}{more}")


# ---------------------------------------------------------------- by page


def _by_page(readings: dict[tuple[str, int], Reading]) -> dict[str, tuple[Reading, ...]]:
    pages: dict[str, list[Reading]] = {}
    for (page, _), reading in sorted(readings.items()):
        pages.setdefault(page, []).append(reading)
    return {page: tuple(of_page) for page, of_page in pages.items()}


def _places(places: set[tuple[str, int]]) -> dict[str, frozenset[int]]:
    pages: dict[str, set[int]] = {}
    for page, offset in places:
        pages.setdefault(page, set()).add(offset)
    return {page: frozenset(offsets) for page, offsets in pages.items()}
