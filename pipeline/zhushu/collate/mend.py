"""Segmented pages and the base text alone → borders confirmed or mended, canonical numbers for units.

Where the base text runs on without a break from before a note to after it, what stands between is a note, marked or
not; where it has words that stand in a note, in their order, these are base text. What a marker says is not undone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from zhushu.collate.align import Index
from zhushu.collate.base import BARRIER, LOST, NOTE, Page, base_places
from zhushu.collate.characters import place
from zhushu.collate.folding import folded
from zhushu.collate.witness import WitnessText
from zhushu.errors import CollationError
from zhushu.findings import finding
from zhushu.model import Certainty, Evidence, Finding, Kind, PageText, Place, Segment, Span, Unit
from zhushu.segment.profile import Profile
from zhushu.segment.rules import Opening, Rules, rules
from zhushu.segment.units import units

ENOUGH = 0.1  # of the shorter of pages and base text must be found, else it is another work
UNREACHED = 200  # characters without base text at an end of a page that are more than one note
LONG = 8  # characters of a stretch that make a mended border certain
BARE = 0.25  # of the notes that the base text shows must have been found on the page, else it shows none
LEANING = 0.25  # what the segmentation of the page is worth, in characters, against what the base text shows
BASE_IN_NOTE, NOTE_IN_BASE = 4, 2  # characters of the shortest stretch that is believed


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one segment that is base text or note; `joined` if the base text runs on without a gap around it."""

    start: int
    end: int
    is_base: bool
    length: int
    joined: bool


def mend(
    texts: Sequence[PageText], witness: WitnessText, profile: Profile
) -> tuple[tuple[PageText, ...], tuple[Finding, ...]]:
    """Page texts and a witness for the base text → page texts with sure borders and canonical numbers."""
    base = witness.base()
    places = _found(texts, base, witness.notes())
    _check(witness, base, places)
    findings: list[Finding] = []
    mended: list[PageText] = []
    for text, at in zip(texts, places, strict=True):
        segments = tuple(_joined(_mended(text, at, profile)))
        findings += _remarks(text, segments, witness.siglum)
        findings += _unreached(text, at, witness.siglum)
        section = text.units[0].section if text.units else None
        new = units(text.page, segments, profile, section) if segments != text.segments else text.units
        mended.append(replace(text, segments=segments, units=new))
    numbered, repeated = _numbered(mended, places, base)
    return numbered, (*findings, *repeated)


def _check(witness: WitnessText, base: WitnessText, places: list[_Places]) -> None:
    total, known = sum(len(of.at) for of in places), sum(len(of.known) for of in places)
    if total and known < ENOUGH * min(total, len(base.text)):
        siglum, length = witness.siglum, len(base.text)
        where = Place(witness.path)
        raise CollationError(finding("C036", where, witness=siglum, found=known, total=total, length=length))


def _found(texts: Sequence[PageText], base: WitnessText, notes: list[str]) -> list[_Places]:
    """Page texts and the base text → the places of their characters in it.

    A first look, without regard to what the pages show, tells on which pages nothing, or next to nothing, marks notes.
    """
    index, gloss = Index(folded(base.text)), [folded(note) for note in notes]
    offsets = [list(_compared(text)) for text in texts]
    blind = [_page(text, of, bare=True) for text, of in zip(texts, offsets, strict=True)]
    first = base_places(blind, index, base.holes, gloss)
    bare = [_is_bare(text, at) for text, at in zip(texts, first, strict=True)]
    pages = [_page(text, of, is_bare) for text, of, is_bare in zip(texts, offsets, bare, strict=True)]
    second = first if all(bare) else base_places(pages, index, base.holes, gloss)
    return [_Places(of, at, base.holes, is_bare) for of, at, is_bare in zip(offsets, second, bare, strict=True)]


def _page(text: PageText, offsets: list[int], bare: bool) -> Page:
    """The characters that may be base text, folded; a barrier stands where a marker shows that a note begins."""
    raw = text.page.shown()
    characters = folded("".join(BARRIER if at < 0 else raw[at] for at in offsets))
    if bare:
        return Page(characters)
    of_base = (one.span for one in text.segments if one.kind is Kind.BASE)
    leaning = {at: LEANING for span in of_base for at in range(span.start, span.end)}
    return Page(characters, [leaning.get(at, -LEANING) for at in offsets])


def _is_bare(text: PageText, places: list[int]) -> bool:
    """Does next to nothing on the page tell notes from base text? Then only the base text can."""
    ours = sum(segment.kind is Kind.NOTE for segment in text.segments)
    theirs = sum(one != NOTE and other == NOTE for one, other in pairwise(places))
    return ours < BARE * theirs


def _compared(text: PageText) -> Iterator[int]:
    """The offsets of the words of base text and notes, without signs and markers; -1 where a marked note begins."""
    raw = text.page.shown()
    for segment in text.segments:
        if segment.kind in (Kind.BASE, Kind.NOTE):
            if segment.kind is Kind.NOTE and segment.marker:
                yield -1
            yield from (at for at in _own_words(segment) if not raw[at].isspace())


class _Places:
    """Offsets of a page → their places in the base text, or NOTE, or LOST."""

    def __init__(self, offsets: list[int], places: list[int], holes: Sequence[int], bare: bool) -> None:
        self.at = {offset: place for offset, place in zip(offsets, places, strict=True) if offset >= 0}
        self.known = sorted(offset for offset, place in self.at.items() if place >= 0)
        self.holes = holes
        self.bare = bare
        self.beyond = self._beyond(list(self.at))

    def _beyond(self, offsets: list[int]) -> frozenset[int]:
        """Long stretches at the ends of the page where nothing of the base text is found: it may not reach so far."""
        order = {at: number for number, at in enumerate(offsets)}
        known = [order[at] for at in self.known]
        longest = max((after - before for before, after in pairwise(known)), default=0)
        limit = max(UNREACHED, longest)
        first, last = (known[0], known[-1] + 1) if known else (len(offsets), len(offsets))
        before = offsets[:first] if first > limit else []
        after = offsets[last:] if len(offsets) - last > limit else []
        return frozenset(before + after)

    def run_on(self, first: int, last: int) -> bool:
        """Does the base text run on without a gap from before first..last to after it?"""
        before = bisect_left(self.known, first)
        after = bisect_right(self.known, last)
        inside = self.known[before:after]
        ends = [self.at[self.known[before - 1]]] if before else []
        ends += [self.at[inside[0]] - 1, self.at[inside[-1]]] if inside else []
        ends += [self.at[self.known[after]] - 1] if after < len(self.known) else []
        if LOST in (self.at[first], self.at[last]) or len(ends) < 2:
            return False
        pairs = zip(ends[::2], ends[1::2], strict=False) if before else zip(ends[1::2], ends[2::2], strict=False)
        return all(one == other and not self._hole(one + 1) for one, other in pairs)

    def _hole(self, place: int) -> bool:
        return place in self.holes


def _own_words(segment: Segment) -> Iterator[int]:
    """The places of a segment, in the order of reading, after what names its layer.

    The opener of a section is itself base text.
    """
    opening = segment.marker if segment.kind is Kind.NOTE and segment.marker else segment.sign
    named = range(segment.span.start, opening.end) if opening else range(0)
    return (at for span in segment.spans for at in range(span.start, span.end) if at not in named)


# ---------------------------------------------------------------- segments


def _mended(text: PageText, places: _Places, profile: Profile) -> Iterator[Segment]:
    """The segments of a page, each cut where base text and note part."""
    before: Segment | None = None
    raw, followers = text.page.shown(), _followers(text.segments)
    for segment, after in zip(text.segments, followers, strict=True):
        whole = segment.kind in (Kind.BASE, Kind.NOTE) and not segment.pieces  # what is in pieces is not cut further
        pieces = _pieces(segment, places) if whole else []
        pieces = pieces if places.bare else _believed(pieces, segment)
        pieces = _before_marker(pieces, segment, after) if pieces else []
        made = list(_cut(segment, pieces, raw, before, profile)) if pieces else [segment]
        yield from made
        before = next((one for one in reversed(made) if one.kind is not Kind.LAYOUT), before)


def _followers(segments: Sequence[Segment]) -> list[Segment | None]:
    """For each segment the next that holds text."""
    followers: list[Segment | None] = []
    after: Segment | None = None
    for segment in reversed(segments):
        followers.append(after)
        after = after if segment.kind is Kind.LAYOUT else segment
    return followers[::-1]


def _before_marker(pieces: list[Piece], segment: Segment, after: Segment | None) -> list[Piece]:
    """A marked note needs base text to stand on: what is short and right before it is no other note."""
    last = pieces[-1]
    marked = after is not None and after.kind is Kind.NOTE and after.marker is not None
    if segment.kind is not Kind.BASE or last.is_base or not marked or last.length >= LONG:
        return pieces
    if len(pieces) == 1:
        return [replace(last, is_base=True)]
    before = pieces[-2]
    whole = Piece(before.start, last.end, True, before.length + last.length, before.joined and last.joined)
    return [*pieces[:-2], whole]


def _pieces(segment: Segment, places: _Places) -> list[Piece]:
    """A segment → its stretches of base text and note."""
    inside = [at for at in _own_words(segment) if at in places.at]
    raw: list[Piece] = []
    for is_base, group in groupby(inside, key=lambda at: _is_base(segment, places, at)):
        members = list(group)
        joined = places.run_on(members[0], members[-1])
        raw.append(Piece(members[0], members[-1] + 1, is_base, len(members), joined))
    return raw


def _is_base(segment: Segment, places: _Places, at: int) -> bool:
    """What only reads like base text, where the base text is lost, does not overrule the marks of the page."""
    if at in places.beyond:
        return segment.kind is Kind.BASE
    if places.at[at] == LOST:
        return segment.kind is Kind.BASE or not segment.marker
    return places.at[at] != NOTE


def _believed(pieces: list[Piece], segment: Segment) -> list[Piece]:
    """Stretches of a segment → the same; those too short to be believed go with what is around them."""
    ours = segment.kind is Kind.BASE
    kept: list[Piece] = []
    for number, piece in enumerate(pieces):
        if piece.is_base != ours and not _is_sure(piece, opens=number == 0):
            piece = replace(piece, is_base=ours)
        if kept and kept[-1].is_base == piece.is_base:
            last = kept.pop()
            length = last.length + piece.length
            piece = Piece(last.start, piece.end, piece.is_base, length, last.joined and piece.joined)
        kept.append(piece)
    return kept


def _is_sure(piece: Piece, opens: bool) -> bool:
    """Is a stretch of the other layer long enough to be believed? What opens a block has the layout against it."""
    if piece.is_base:
        return piece.length >= LONG or (piece.joined and piece.length >= BASE_IN_NOTE)
    return piece.joined and piece.length >= (BASE_IN_NOTE if opens else NOTE_IN_BASE)


def _cut(
    segment: Segment, pieces: list[Piece], raw: str, before: Segment | None, profile: Profile
) -> Iterator[Segment]:
    """A segment and what it consists of → segments that tile its span."""
    start = segment.span.start
    for number, piece in enumerate(pieces):
        end = pieces[number + 1].start if number + 1 < len(pieces) else segment.span.end
        text_end = piece.end if number + 1 < len(pieces) else end
        ours = piece.is_base == (segment.kind is Kind.BASE)
        if number == 0 and (ours or segment.marker or segment.sign):
            made = _confirmed(segment, piece) if ours else segment
        elif number == 0 or not ours:
            made = _opened(segment, piece, before, profile)
        else:
            made = replace(_opened(segment, piece, before, profile), layer=segment.layer, voice=segment.voice)
            made = replace(made, work=segment.work)
        made = replace(made, span=Span(start, text_end))
        after_base = number > 0 and before is not None and before.kind is Kind.BASE
        parts = list(_named(made, raw, rules(profile))) if after_base and made.kind is Kind.NOTE else [made]
        yield from parts
        if text_end < end:
            yield Segment(Span(text_end, end), Kind.LAYOUT)
        before, start = parts[-1], end


def _named(note: Segment, raw: str, known: Rules) -> Iterator[Segment]:
    """A note that base text was found before → the same, as its own words name it: 傳…箋云…"""
    places = [at for at in range(note.span.start, note.span.end) if not raw[at].isspace()]
    text = known.fold("".join(raw[at] for at in places))
    opening = known.opening(text, 0, len(text), "base")
    made, at = note, 0
    while opening is not None and opening.marker.kind is Kind.NOTE:
        start = note.span.start if opening.start == 0 else places[opening.start]
        if opening.start:
            yield replace(made, span=Span(made.span.start, start))
        made, at = _by_marker(opening, places, Span(start, note.span.end)), opening.end
        inside = (
            known.opening(text, k, len(text), made.layer) for k in known.candidates(text, at, len(text), made.layer)
        )
        opening = next(filter(None, inside), None)
    yield made


def _by_marker(opening: Opening, places: Sequence[int], span: Span) -> Segment:
    """A note that a marker opens right after base text, or inside a note, which is less sure."""
    marker = opening.marker
    words = Span(places[opening.start], places[opening.end - 1] + 1)
    certainty = marker.certainty if opening.start == 0 else Certainty.MEDIUM
    evidence, rule = Evidence.MARKED, "glued" if opening.start == 0 else "inside a note"
    return Segment(span, Kind.NOTE, marker.layer, marker.voice, marker.work, None, words, evidence, certainty, rule)


def _confirmed(segment: Segment, piece: Piece) -> Segment:
    """Base text that the base text has is base text; a note between base text that runs on is a note."""
    if segment.certainty is Certainty.HIGH or not (piece.is_base or piece.joined):
        return segment
    return replace(segment, certainty=Certainty.HIGH, evidence=Evidence.BASE_TEXT)


def _opened(segment: Segment, piece: Piece, before: Segment | None, profile: Profile) -> Segment:
    """A segment that nothing but the base text marks. A note after a note goes on with it."""
    certainty = Certainty.HIGH if piece.length >= LONG and piece.joined else Certainty.MEDIUM
    new = Segment(segment.span, Kind.BASE, _base_layer(segment, before, profile), evidence=Evidence.BASE_TEXT)
    if not piece.is_base:
        layer, voice, work = _voice(before, profile)
        new = replace(new, kind=Kind.NOTE, layer=layer, voice=voice, work=work)
    return replace(new, certainty=certainty, rule="base text")


def _base_layer(segment: Segment, before: Segment | None, profile: Profile) -> str:
    return next((one.layer for one in (segment, before) if one and one.kind is Kind.BASE), profile.base)


def _voice(before: Segment | None, profile: Profile) -> tuple[str, str | None, str | None]:
    """Whose note it is that nothing marks: that of the note it goes on with, else as the profile says of such notes."""
    if before and before.kind is Kind.NOTE:
        return before.layer, before.voice, before.work
    return profile.layout.layer, profile.layout.voice, profile.layout.work


def _joined(segments: Iterable[Segment]) -> Iterator[Segment]:
    """A note that was cut in two, with white space between → one note."""
    waiting: list[Segment] = []  # a note, and the white space after it
    for segment in segments:
        goes_on = segment.rule == "base text" and segment.kind is Kind.NOTE and not segment.marker
        if waiting and segment.kind is Kind.LAYOUT and len(waiting) == 1:
            waiting.append(segment)
        elif waiting and goes_on and not waiting[0].pieces and _same_voice(waiting[0], segment):
            waiting = [replace(waiting[0], span=Span(waiting[0].span.start, segment.span.end))]
        else:
            yield from waiting
            waiting = [segment] if segment.kind is Kind.NOTE else []
            if not waiting:
                yield segment
    yield from waiting


def _same_voice(note: Segment, other: Segment) -> bool:
    return (note.layer, note.voice, note.work) == (other.layer, other.voice, other.work)


def _remarks(text: PageText, segments: tuple[Segment, ...], siglum: str) -> Iterator[Finding]:
    """What was mended, border by border."""
    raw, old = text.page.shown(), set(text.segments)
    for segment in segments:
        if segment not in old and segment.rule == "base text":
            start, end = segment.span.start, min(segment.span.end, segment.span.start + 15)
            yield finding("C037", place(text, start), witness=siglum, layer=segment.layer, passage=raw[start:end])
    starts = {one.span.start for one in segments}
    for segment in text.segments:
        if segment.kind in (Kind.BASE, Kind.NOTE) and segment.span.start not in starts:
            passage = raw[segment.span.start : segment.span.start + 15]
            yield finding("C038", place(text, segment.span.start), witness=siglum, passage=passage)


def _unreached(text: PageText, places: _Places, siglum: str) -> Iterator[Finding]:
    """Where the base text does not reach, nothing was mended."""
    if places.beyond:
        first = min(places.beyond)
        passage = "".join(text.page.shown()[first : first + 30].split())[:15]
        count = len(places.beyond)
        yield finding("C029", place(text, first), page=text.page.n, witness=siglum, count=count, passage=passage)


# ---------------------------------------------------------------- canonical numbers


def _numbered(
    texts: list[PageText], places: list[_Places], base: WitnessText
) -> tuple[tuple[PageText, ...], tuple[Finding, ...]]:
    """Page texts → with units named by the passage of the base text that they begin with.

    Passages count within a juan of the base text; where these are not the juan of the edition, the number of the
    division comes first (10_3). A unit that begins inside a passage says with which character (112c15), and one
    without base text that is known keeps its place on the page (p17_3), as does one of a passage that an earlier page
    of the juan has already.
    """
    names = _Names(base, divided=not _same_juan(texts, places, base))
    first: dict[tuple[str, str], str] = {}  # juan and number → the page that has it first
    repeated: Counter[tuple[str, str]] = Counter()  # page and the earlier page
    numbered: list[PageText] = []
    for text, of in zip(texts, places, strict=True):
        new: list[Unit] = []
        for unit in text.units:
            own, name = f"p{unit.n}", names.of(_first_place(unit, of))
            if name and (text.page.juan, name) in first:
                repeated[text.page.n, first[text.page.juan, name]] += 1
                name = None
            elif name:
                first[text.page.juan, name] = text.page.n
            new.append(replace(unit, n=name or own))
        numbered.append(replace(text, units=tuple(new)))
    return tuple(numbered), tuple(_repeats(numbered, repeated))


def _repeats(texts: Iterable[PageText], repeated: Counter[tuple[str, str]]) -> Iterator[Finding]:
    files = {text.page.n: text.page.source.path for text in texts}
    for (page, earlier), count in repeated.items():
        yield finding("C044", Place(files[page]), page=page, earlier=earlier, count=count)


def _first_place(unit: Unit, places: _Places) -> int | None:
    base = [segment for segment in unit.segments if segment.kind is Kind.BASE]
    inside = (places.at.get(at, NOTE) for one in base for at in range(one.span.start, one.span.end))
    return next((at for at in inside if at >= 0), None)


def _same_juan(texts: list[PageText], places: list[_Places], base: WitnessText) -> bool:
    names = _Names(base, divided=True)
    pairs = ((text.page.juan, at) for text, of in zip(texts, places, strict=True) for at in of.at.values() if at >= 0)
    return all(names.division(at) == juan for juan, at in pairs)


class _Names:
    """Places in the base text → citation numbers."""

    def __init__(self, base: WitnessText, divided: bool) -> None:
        self.passages = base.passages
        self.divisions = base.divisions
        self.divided = divided

    def division(self, at: int) -> str:
        number = bisect_right(self.divisions, at, key=lambda division: division[0])
        return self.divisions[number - 1][1] if number else ""

    def of(self, at: int | None) -> str | None:
        if at is None or not self.passages:
            return None
        number = bisect_right(self.passages, at)
        start = self.divisions[bisect_right(self.divisions, at, key=lambda one: one[0]) - 1][0] if self.divisions else 0
        first = bisect_right(self.passages, start)
        name = str(number - first + 1) if number >= first else "0"
        begun = at - self.passages[number - 1] if number else at
        name = f"{self.division(at)}_{name}" if self.divided and self.division(at) else name
        return f"{name}c{begun + 1}" if begun else name
