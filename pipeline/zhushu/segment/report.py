"""Page texts → what an editor should look at: doubtful borders, unknown voices, markers that never fired."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from zhushu.findings import finding
from zhushu.model import Certainty, Finding, Kind, Page, PageText, Place, Segment
from zhushu.segment.habits import ELLIPSIS, UNKNOWN
from zhushu.segment.profile import Profile
from zhushu.segment.rules import rules

_SHORTEST = 200  # characters of text that a page must have before the lack of any marker says something
_SHOWN = 8  # characters of a page that a finding quotes


def report(texts: Sequence[PageText], profile: Profile) -> Iterator[Finding]:
    yield from profile.findings
    for text in texts:
        yield from _of_page(text, profile)
    yield from _silent_markers(texts, profile)


def place(page: Page, offset: int) -> Place:
    return Place(page.source.path, page.source.text.count("\n", 0, offset) + 1, offset)


def _of_page(text: PageText, profile: Profile) -> Iterator[Finding]:
    page = text.page
    written = [segment for segment in text.segments if segment.kind in (Kind.BASE, Kind.NOTE, Kind.TABLE)]
    if not any(segment.marker for segment in written) and sum(len(s.span) for s in written) >= _SHORTEST:
        yield finding("S027", place(page, page.span.start), page=page.n, profile=profile.id)
    elif written and written[0].rule == "page opens":
        yield finding("S021", place(page, written[0].span.start), page=page.n)
    for segment in written:
        where = place(page, segment.span.start)
        shown = _shown(page, segment.span.start)
        if segment.certainty is Certainty.LOW:
            yield finding("S022", where, page=page.n, text=shown, layer=segment.layer, rule=segment.rule)
        if segment.kind is Kind.NOTE and segment.voice == UNKNOWN and segment.marker:
            words = page.source.text[segment.marker.start : segment.marker.end]
            yield finding("S023", where, page=page.n, words=words)
        yield from _signs_inside(page, segment, profile)


def _signs_inside(page: Page, segment: Segment, profile: Profile) -> Iterator[Finding]:
    """○ in the middle of a note that opens nothing."""
    if segment.kind is Kind.NOTE and profile.circle.signs:
        start = segment.sign.end if segment.sign else segment.span.start
        signs = re.compile(f"[{re.escape(profile.circle.signs)}]")
        for match in signs.finditer(page.source.text, start, segment.span.end):
            yield finding("S024", place(page, match.start()), page=page.n, text=_shown(page, match.end()))


def _shown(page: Page, offset: int) -> str:
    return page.source.text[offset : min(offset + _SHOWN, page.span.end)]


def _silent_markers(texts: Sequence[PageText], profile: Profile) -> Iterator[Finding]:
    """The words of the profile that opened no segment of the edition."""
    compiled = rules(profile)
    fired = {compiled.fold(words) for words in _fired(texts)}
    words = dict.fromkeys(word for marker in profile.markers for word in marker.words)
    silent = [word for word in words if not _fires(compiled.fold(word), fired)]
    if silent and texts:
        yield finding("S020", Place(profile.file), count=len(silent), words=" ".join(silent))


def _fired(texts: Sequence[PageText]) -> Iterator[str]:
    for text in texts:
        for segment in text.segments:
            if segment.marker:
                yield text.page.source.text[segment.marker.start : segment.marker.end]


def _fires(word: str, fired: set[str]) -> bool:
    if ELLIPSIS not in word:
        return word in fired
    pattern = re.compile(".{1,4}".join(map(re.escape, word.split(ELLIPSIS))))
    return any(pattern.fullmatch(words) for words in fired)
