"""The editor's decisions beside the pages: each that is accepted can be applied whole, or a finding says why not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from zhushu.collate.characters import name
from zhushu.errors import CollationError
from zhushu.findings import finding
from zhushu.model import CharacterDecision, Decisions, Emendation, Finding, Kind, PageText, Place, Span, Verdict
from zhushu.read.decisions import CHARACTERS, EMENDATIONS, FOLDER, spelt

_WORDS = (Kind.RUNNING, Kind.TABLE)  # encoded word by word: no reading holds the white space between two


def check(pages: Iterable[PageText], decisions: Decisions) -> None:
    """Decisions that contradict the pages or each other → CollationError with all of them; nothing is applied."""
    texts = {page_text.page.n: page_text for page_text in pages}
    problems = [*_contradictory_characters(decisions), *_contradictory_places(decisions)]
    for entry in decisions.emendations:
        if entry.page in texts:
            problems += _misfit(texts[entry.page], entry)
        elif entry.verdict is Verdict.ACCEPTED:
            problems.append(finding("C018", _place(entry), page=entry.page, known=", ".join(texts)))
    if problems:
        raise CollationError(*problems)


def _place(entry: CharacterDecision | Emendation) -> Place:
    file = EMENDATIONS if isinstance(entry, Emendation) else CHARACTERS
    return Place(f"{FOLDER}/{file}", entry.line)


def _contradictory_characters(decisions: Decisions) -> Iterator[Finding]:
    seen: set[str] = set()
    for entry in decisions.characters:
        if entry.verdict is Verdict.REJECTED:
            continue
        if entry.code in seen:
            yield finding("C011", _place(entry), character=name(entry.code))
        seen.add(entry.code)


def _contradictory_places(decisions: Decisions) -> Iterator[Finding]:
    last: dict[str, Emendation] = {}
    applied = [entry for entry in decisions.emendations if entry.verdict is not Verdict.REJECTED]
    for entry in sorted(applied, key=lambda entry: (entry.page, entry.offset)):
        before = last.get(entry.page)
        if before and before.offset + len(before.sic) > entry.offset:
            first, second = spelt(before.text), spelt(entry.text)
            yield finding("C012", _place(entry), page=entry.page, offset=entry.offset, first=first, second=second)
        last[entry.page] = entry


def _misfit(page_text: PageText, entry: Emendation) -> Iterator[Finding]:
    where, span, page = _place(entry), page_text.page.span, entry.page
    place = Span(entry.offset, entry.offset + len(entry.sic))
    found, sic = page_text.page.source.text[place.start : place.end], spelt(entry.sic)
    if not entry.sic or not span.start <= place.start < place.end <= span.end:
        yield finding("C013", where, page=page, offset=entry.offset, start=span.start, end=span.end)
    elif found != entry.sic:
        yield finding("C014", where, page=page, offset=entry.offset, sic=sic, found=spelt(found))
    elif len(entry.text) != len(entry.sic):
        yield finding("C015", where, page=page, offset=entry.offset, sic=sic, text=spelt(entry.text))
    elif entry.verdict is Verdict.ACCEPTED:
        yield from _unwritable(page_text, entry, place)


def _unwritable(page_text: PageText, entry: Emendation, place: Span) -> Iterator[Finding]:
    """A correction is written inside one passage, between two anchors: it can replace nothing but text of it."""
    if any(_overlap(mark.span, place) for mark in page_text.page.marks):
        yield finding("C017", _place(entry), page=entry.page, offset=entry.offset, what="markup of the page")
        return
    stretches = [span for span in _stretches(page_text) if _overlap(span, place)]
    if sum(min(span.end, place.end) - max(span.start, place.start) for span in stretches) < len(place):
        what = "white space between passages or words"
        yield finding("C017", _place(entry), page=entry.page, offset=entry.offset, what=what)
    elif len(stretches) > 1:
        border = max(span.start for span in stretches)
        yield finding("C016", _place(entry), page=entry.page, offset=entry.offset, border=border)


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _stretches(page_text: PageText) -> Iterator[Span]:
    """The stretches of a page that are text and hold no border: passages, in them the sign and the marker apart."""
    if not page_text.segments:
        yield page_text.page.span
    for segment in page_text.segments:
        if segment.kind in _WORDS:
            yield from _words(page_text.page.source.text, segment.spans)
        elif segment.kind is not Kind.LAYOUT:
            first, *others = segment.spans
            borders = {first.start, first.end}
            for part in (segment.sign, segment.marker):
                borders |= {part.start, part.end} if part else set()
            cuts = sorted(borders)
            yield from map(Span, cuts, cuts[1:])
            yield from others


def _words(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    for span in spans:
        start = span.start
        for at in range(span.start, span.end + 1):
            if at == span.end or text[at].isspace():
                if start < at:
                    yield Span(start, at)
                start = at + 1
