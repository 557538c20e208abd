"""Edition → what its editor should know about the text: how much there is of what, and where it is doubtful."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from zhushu.encode.names import slots
from zhushu.model import Certainty, Edition, Kind, PageText, Reading, ReadingKind, Segment

CONTEXT = 15  # characters on both sides of a doubtful place
_NEAR = 8 * CONTEXT  # where they are looked for: white space between blocks is short
# Worst first: what is missing, what may be wrong, where a layer may begin elsewhere, what was corrected.
KINDS = ("lacuna", "suspect", "border", "damage")
_CERTAINTIES = (Certainty.LOW, Certainty.MEDIUM, Certainty.HIGH)


@dataclass(frozen=True, slots=True)
class LayerCount:
    """Characters without white space."""

    layer: str
    voice: str
    segments: int
    characters: int


@dataclass(frozen=True, slots=True)
class BorderCount:
    evidence: str
    certainty: str
    borders: int


@dataclass(frozen=True, slots=True)
class PageCount:
    n: str
    juan: str
    file: str
    sha256: str
    encoding: str
    units: int
    characters: int


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a raw file, with what stands around it, and the passage of the edition it belongs to."""

    file: str
    line: int
    offset: int
    passage: str  # xml:id
    before: str
    text: str
    after: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """`kind` is border, or the kind of a reading. `reading` is what the edition has in place of `spot.text`."""

    kind: str
    certainty: str
    evidence: str
    reason: str
    spot: Spot
    reading: str = ""
    other: str = ""  # what the witness has, where the edition does not follow it
    witness: str = ""


@dataclass(frozen=True, slots=True)
class Gaiji:
    """A code point that stands for a character, wherever it occurs; `text` is "" where none is known."""

    code: str
    text: str
    ids: str
    entity: str
    places: int
    evidence: str
    source: str
    first: Spot


@dataclass(frozen=True, slots=True)
class Variant:
    """The page has `text` and the witness `other`, `places` times."""

    text: str
    other: str
    witness: str
    places: int
    first: Spot


@dataclass(frozen=True, slots=True)
class Conversion:
    """The page has `text`; the reading text `reading`, where it might have `other` too, `places` times."""

    text: str
    reading: str
    other: str
    certainty: str
    places: int
    first: Spot


@dataclass(frozen=True, slots=True)
class Survey:
    id: str
    titles: dict[str, str]
    version: str
    date: str
    silences: dict[str, str] = field(default_factory=dict)
    pages: tuple[PageCount, ...] = ()
    layers: tuple[LayerCount, ...] = ()
    borders: tuple[BorderCount, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    gaiji: tuple[Gaiji, ...] = ()
    variants: tuple[Variant, ...] = ()
    conversions: tuple[Conversion, ...] = ()


def survey_of(edition: Edition) -> Survey:
    """Edition → its survey."""
    info = edition.info
    maps = [_PageMap(text) for text in edition.pages]
    readings = [(page, reading) for page in maps for reading in page.text.readings]
    return Survey(
        info.id,
        info.titles,
        info.version,
        info.date,
        info.silences,
        tuple(_page(text) for text in edition.pages),
        tuple(_layers(edition)),
        tuple(_borders(edition)),
        tuple(sorted((*_doubtful_borders(maps), *_doubtful_readings(readings)), key=_badness)),
        tuple(_gaiji(readings)),
        tuple(_variants(readings)),
        tuple(_conversions([(page, reading) for page in maps for reading in page.text.conversions])),
    )


def _length(text: str) -> int:
    return len("".join(text.split()))


def _page(text: PageText) -> PageCount:
    page, source = text.page, text.page.source
    characters = _length(page.shown()[page.span.start : page.span.end])
    return PageCount(page.n, page.juan, source.path, source.sha256, source.encoding, len(text.units), characters)


def _layers(edition: Edition) -> Iterator[LayerCount]:
    """Base layers first, then notes, each layer's largest voice first."""
    names = {person.id: next(iter(person.names.values()), person.id) for person in edition.persons}
    segments: Counter[tuple[bool, str, str]] = Counter()
    characters: Counter[tuple[bool, str, str]] = Counter()
    for text in edition.pages:
        shown = text.page.shown()
        for segment in text.segments:
            if segment.kind in (Kind.BASE, Kind.NOTE):
                key = (segment.kind is Kind.NOTE, segment.layer, segment.voice or "")
                segments[key] += 1
                characters[key] += sum(_length(shown[span.start : span.end]) for span in segment.spans)
    of_layer = Counter[tuple[bool, str]]()
    for (is_note, layer, _), count in characters.items():
        of_layer[is_note, layer] += count
    order = sorted(segments, key=lambda key: (key[0], -of_layer[key[:2]], key[1], -characters[key], key[2]))
    for key in order:
        yield LayerCount(key[1], names.get(key[2], key[2]), segments[key], characters[key])


def _is_text(segment: Segment) -> bool:
    return segment.kind in (Kind.BASE, Kind.NOTE)


def _borders(edition: Edition) -> Iterator[BorderCount]:
    counts = Counter(
        (str(segment.evidence), str(segment.certainty))
        for text in edition.pages
        for segment in text.segments
        if _is_text(segment)
    )
    for (evidence, certainty), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield BorderCount(evidence, certainty, count)


class _PageMap:
    """A page in which an offset finds its line, its passage and its surroundings."""

    def __init__(self, text: PageText) -> None:
        self.text = text
        self.shown = text.page.shown()
        source = text.page.source.text
        self._lines = [0, *(offset + 1 for offset, character in enumerate(source) if character == "\n")]
        self.passages = {
            segment: f"{unit.id}.{slot}" for unit in text.units for segment, slot in slots(unit.segments).items()
        }
        self._starts = [segment.span.start for segment in text.segments]

    def spot(self, start: int, end: int) -> Spot:
        source, span, header = self.text.page.source, self.text.page.span, self.text.page.header
        first = header.end if header and header.end <= start else span.start
        return Spot(
            source.path,
            bisect_right(self._lines, start),
            start,
            self._passage(start),
            _whole(_tail(self.shown[max(first, start - _NEAR) : start])),
            _whole(source.text[start:end]),
            _whole(_head(self.shown[end : min(span.end, end + _NEAR)])),
        )

    def _passage(self, offset: int) -> str:
        """The nearest passage that begins at the offset or before it; the page where there is none."""
        for index in range(bisect_right(self._starts, offset) - 1, -1, -1):
            segment = self.text.segments[index]
            if segment in self.passages:
                return self.passages[segment]
        return f"p{self.text.page.n}"


def _whole(text: str) -> str:
    """A text for the report, in which half a surrogate, that no file can hold, is U+FFFD."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def _tail(text: str) -> str:
    return "".join(text.split())[-CONTEXT:]


def _head(text: str) -> str:
    return "".join(text.split())[:CONTEXT]


def _doubtful_borders(maps: Iterable[_PageMap]) -> Iterator[Doubt]:
    for page in maps:
        for segment in page.text.segments:
            if _is_text(segment) and segment.certainty is not Certainty.HIGH:
                opening = max((span.end for span in (segment.sign, segment.marker) if span), default=segment.span.start)
                yield Doubt(
                    "border",
                    segment.certainty,
                    segment.evidence,
                    segment.rule,
                    page.spot(segment.span.start, opening),
                    reading=segment.layer,
                )


def _doubtful_readings(readings: Iterable[tuple[_PageMap, Reading]]) -> Iterator[Doubt]:
    """Every correction, gap and suspicion; code points and variants are counted instead, and listed once."""
    for page, reading in readings:
        if reading.kind in (ReadingKind.DAMAGE, ReadingKind.SUSPECT, ReadingKind.LACUNA):
            yield Doubt(
                reading.kind,
                reading.certainty,
                reading.evidence,
                reading.source,
                page.spot(reading.span.start, reading.span.end),
                reading.text,
                reading.other,
                reading.witness or "",
            )


def _badness(doubt: Doubt) -> tuple[int, int]:
    """Worst first; places of one kind stay in the order of the text."""
    return KINDS.index(doubt.kind), _CERTAINTIES.index(Certainty(doubt.certainty))


def _gaiji(readings: Iterable[tuple[_PageMap, Reading]]) -> Iterator[Gaiji]:
    """Unresolved code points first, then the most frequent."""
    found: dict[tuple[str, str], list[tuple[_PageMap, Reading]]] = {}
    for page, reading in readings:
        if reading.kind is ReadingKind.GAIJI:
            raw = page.text.page.source.text[reading.span.start : reading.span.end]
            found.setdefault((raw, reading.text), []).append((page, reading))
    for (raw, text), places in sorted(found.items(), key=lambda item: (bool(item[0][1]), -len(item[1]), item[0])):
        page, first = places[0]
        yield Gaiji(
            " ".join(f"U+{ord(character):04X}" for character in raw),
            text,
            first.ids or "",
            first.entity or "",
            len(places),
            first.evidence,
            first.source,
            page.spot(first.span.start, first.span.end),
        )


def _variants(readings: Iterable[tuple[_PageMap, Reading]]) -> Iterator[Variant]:
    """The most frequent first."""
    found: dict[tuple[str, str, str], list[Spot]] = {}
    for page, reading in readings:
        if reading.kind is ReadingKind.VARIANT:
            spot = page.spot(reading.span.start, reading.span.end)
            found.setdefault((spot.text, reading.other, reading.witness or ""), []).append(spot)
    for (text, other, witness), spots in sorted(found.items(), key=lambda item: (-len(item[1]), item[0])):
        yield Variant(text, other, witness, len(spots), spots[0])


def _conversions(readings: Iterable[tuple[_PageMap, Reading]]) -> Iterator[Conversion]:
    """The least certain first, then the most frequent."""
    found: dict[tuple[str, str, str, Certainty], list[Spot]] = {}
    for page, reading in readings:
        spot = page.spot(reading.span.start, reading.span.end)
        found.setdefault((spot.text, reading.text, reading.other, reading.certainty), []).append(spot)
    order = sorted(found.items(), key=lambda item: (_CERTAINTIES.index(item[0][3]), -len(item[1]), item[0]))
    for (text, made, other, certainty), spots in order:
        yield Conversion(text, made, other, certainty, len(spots), spots[0])
