"""Page texts → what an editor should look at: doubtful borders, unknown voices, markers that never fired."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from zhushu.findings import finding
from zhushu.model import Certainty, Finding, Kind, Page, PageText, Place, Segment, Span
from zhushu.segment.drawn import undivided
from zhushu.segment.habits import ELLIPSIS, UNKNOWN, Marker
from zhushu.segment.profile import Profile
from zhushu.segment.rules import rules

_SHORTEST = 200  # characters of text that a page must have before the lack of any marker says something
_UNENDED = ("注", "箋")  # what base text may follow with no sign
_SHOWN = 8  # characters of a page that a finding quotes


def report(texts: Sequence[PageText], profile: Profile) -> Iterator[Finding]:
    yield from profile.findings
    for text in texts:
        yield from _of_page(text, profile)
    if texts:
        yield from _silent_markers(texts, profile)


class Lines:
    """Offsets in the file of a page → places with their lines."""

    def __init__(self, page: Page) -> None:
        self._file = page.source.path
        self._ends = [match.start() for match in re.finditer("\n", page.source.text)]

    def place(self, offset: int) -> Place:
        return Place(self._file, bisect_right(self._ends, offset - 1) + 1, offset)


def _of_page(text: PageText, profile: Profile) -> Iterator[Finding]:
    page, lines, shown = text.page, Lines(text.page), text.page.shown()
    written = [segment for segment in text.segments if segment.kind in (Kind.BASE, Kind.NOTE, Kind.TABLE)]
    told = any(segment.marker or segment.rule == "layout" for segment in written)
    if not told and sum(len(segment.span) for segment in written) >= _SHORTEST:
        yield finding("S027", lines.place(page.span.start), page=page.n, profile=profile.id)
    elif written and written[0].rule == "page opens":
        yield finding("S021", lines.place(written[0].span.start), page=page.n)
    for segment in written:
        yield from _of_segment(page, shown, segment, lines, profile)
        # in 十三經注疏 a 疏 divides its own parts by ○
        if segment.kind is Kind.NOTE and not (profile.layout.mixed and segment.layer == "疏"):
            yield from _sign_inside(page, shown, segment, lines, profile)


def _of_segment(page: Page, shown: str, segment: Segment, lines: Lines, profile: Profile) -> Iterator[Finding]:
    where = lines.place(segment.span.start)
    if segment.certainty is Certainty.LOW:
        text = _quoted(shown, segment.span.start, segment.span.end)
        yield finding("S022", where, page=page.n, text=text, layer=segment.layer, rule=segment.rule)
    if segment.kind is Kind.NOTE and segment.voice == UNKNOWN and segment.marker:
        words = _words(shown, segment.marker)
        if not rules(profile).is_written_out(words):
            yield finding("S023", where, page=page.n, words=words)


def _sign_inside(page: Page, shown: str, note: Segment, lines: Lines, profile: Profile) -> Iterator[Finding]:
    """The first ○ in the middle of a note that opens nothing."""
    start = note.sign.end if note.sign else note.span.start
    text = undivided(shown[start : note.span.end])
    for offset in range(start, note.span.end):
        if text[offset - start] in profile.circle.signs:
            yield finding("S024", lines.place(offset), page=page.n, text=_quoted(shown, offset + 1, note.span.end))
            return


def hidden(texts: Sequence[PageText], profile: Profile) -> Iterator[Finding]:
    """Notes in which what opens notes stands again, where nothing shows their ends: base text may stand before it."""
    if not profile.layout.mixed:
        return
    for text in texts:
        shown = text.page.shown()
        found = [at for note in text.segments for at in _again(shown, note, profile)]
        if found:
            words = _quoted(shown, max(0, found[0] + 1 - _SHOWN), found[0] + 1)
            place = Lines(text.page).place(found[0])
            yield finding("S028", place, page=text.page.n, count=len(found), text=words)


def _again(shown: str, note: Segment, profile: Profile) -> Iterator[int]:
    """Where, inside a note that words have opened in large print, words stand that open a note in base text."""
    if note.layer in _UNENDED and note.marker and (note.rule == "glued" or note.rule.startswith("inside")):
        known, start = rules(profile), note.marker.end
        text = known.fold(shown[start : note.span.end])
        for at in known.candidates(text, 0, len(text), "base"):
            opening = known.opening(text, at, len(text), "base")
            if at and opening is not None and opening.marker.layer in _UNENDED:
                yield start + at


def _quoted(shown: str, start: int, end: int) -> str:
    """The first characters of a stretch, without markup and blanks."""
    return "".join(shown[start : min(start + 8 * _SHOWN, end)].split())[:_SHOWN]


def _words(shown: str, marker: Span) -> str:
    return "".join(shown[marker.start : marker.end].split())


def _silent_markers(texts: Sequence[PageText], profile: Profile) -> Iterator[Finding]:
    """The markers of the profile none of whose words opened a segment of the edition."""
    compiled = rules(profile)
    fired = {compiled.fold(words) for words in _fired(texts)}
    others = {words for words in fired if not compiled.is_written_out(words)}

    def fires(marker: Marker) -> bool:
        return any(_fires(compiled.fold(word), fired, others) for word in marker.words)

    silent = [marker for marker in profile.markers if not fires(marker)]
    if silent:
        yield finding("S020", Place(profile.file), count=len(silent), words=", ".join(map(_in_words, silent)))


def _fired(texts: Sequence[PageText]) -> Iterator[str]:
    for text in texts:
        shown = text.page.shown()
        yield from (_words(shown, segment.marker) for segment in text.segments if segment.marker)


def _fires(word: str, fired: set[str], others: set[str]) -> bool:
    """Whether a word of a marker has opened something: one with an open name, where no word that is written out has."""
    if ELLIPSIS not in word:
        return word in fired
    pattern = re.compile(".{1,4}".join(map(re.escape, word.split(ELLIPSIS))))
    return any(pattern.fullmatch(words) for words in others)


def _in_words(marker: Marker) -> str:
    return "/".join(marker.words)
