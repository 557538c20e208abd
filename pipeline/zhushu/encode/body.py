"""Pages → text/body: juan, chapters, sections, units, in reading order (DESIGN §7)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from xml.sax.saxutils import quoteattr

from zhushu.encode.characters import Glyphs, PageCharacters
from zhushu.encode.names import prefix, slots
from zhushu.model import Break, Edition, Kind, Page, PageText, Reading, Segment, Span, Unit

# What a note speaks of: 疏 explains the last 注 or 箋 before it in its unit, everything else the base text.
_EXPLAINED = ("注", "箋")


@dataclass(slots=True)
class Body:
    """The body as it is written, and what the header and back must know of it."""

    parts: list[str] = field(default_factory=list)
    glyphs: Glyphs = field(default_factory=Glyphs)
    apparatus: list[str] = field(default_factory=list)


def body(edition: Edition, traditional: bool = False) -> Body:
    """An edition → its divisions. `traditional` writes the reading text of each page in place of its own."""
    result = Body()
    writer = _Writer(edition, result, traditional)
    pages = edition.pages
    result.parts.append(_gap_before(pages[0].page, pages))
    for k, page in enumerate(pages):
        before = pages[k - 1] if k > 0 and _follows(pages[k - 1].page, page.page) else None
        after = pages[k + 1] if k + 1 < len(pages) and _follows(page.page, pages[k + 1].page) else None
        writer.page(page, before, after)
        if k + 1 < len(pages):
            if page.page.juan != pages[k + 1].page.juan:
                writer.close_juan()
            result.parts.append(_gap_between(page.page, pages[k + 1].page))
    writer.close_juan()
    result.parts.append(_gap_after(pages[-1].page, pages))
    return result


def _gap(extent: int | None) -> str:
    return f'<gap reason="sampling" unit="page" extent="{"unknown" if extent is None else extent}"/>'


def _gap_between(before: Page, after: Page) -> str:
    """Pages numbered by their headers tell how many are missing; where only one is numbered, some may be."""
    if before.number is not None and after.number is not None:
        missing = after.number - before.number - 1
        return _gap(missing) if missing > 0 else ""
    return "" if before.number is None and after.number is None else _gap(None)


def _gap_before(first: Page, pages: tuple[PageText, ...]) -> str:
    if first.number is not None:
        return _gap(first.number - 1) if first.number > 1 else ""
    return _gap(None) if any(other.page.number is not None for other in pages) else ""


def _gap_after(last: Page, pages: tuple[PageText, ...]) -> str:
    if last.number is not None:
        return _gap(last.total - last.number) if last.total and last.total > last.number else ""
    return _gap(None) if any(other.page.number is not None for other in pages) else ""


def _follows(before: Page, after: Page) -> bool:
    """Whether nothing stands between two pages, so that a passage may run over their border."""
    if before.number is not None and after.number is not None:
        return after.number == before.number + 1
    return before.source.path == after.source.path and before.span.end == after.span.start


class _Writer:
    """Walks the pages and opens and closes divisions as they call for it."""

    def __init__(self, edition: Edition, result: Body, traditional: bool) -> None:
        self.edition = edition
        self.result = result
        self.traditional = traditional
        self.juan: str | None = None
        self.open: list[str] = []  # end tags of the divisions that are open, outermost first
        self.section: str | None = None
        self.filled = False  # whether the innermost division already holds text
        self.ended = False  # whether it has its end title
        self.parted = _parted(edition)
        self.sections_seen: dict[str, int] = {}

    def page(self, text: PageText, before: PageText | None, after: PageText | None) -> None:
        page = text.page
        if page.juan != self.juan:
            self.close_juan()
            self._open("juan", page.juan, f"juan{page.juan}")
            self.juan = page.juan
        characters = PageCharacters(
            page,
            _readings(text) if self.traditional else text.readings,
            _breaks(text),
            self.result.glyphs,
            self.result.apparatus,
            "lzh-Hant" if self.traditional else self.edition.info.language,
            text.reading_text if self.traditional else None,
        )
        order = ' rend="reordered"' if page.order else ""
        self._write(f'<pb ed="raw" n={quoteattr(page.n)} xml:id="{prefix(page)}"{order}/>')
        unit_of = {segment: unit for unit in text.units for segment in unit.segments}
        written: set[str] = set()
        heads = 0
        for segment in text.segments:
            unit = unit_of.get(segment)
            heads += segment.kind is Kind.HEAD
            if self._calls_for_chapter(segment, unit):
                # named by what opens it, for which of the titles of a page open chapters is told by the pages before it
                self._open_chapter(f"{prefix(page)}.d{heads}" if unit is None else f"{unit.id}.d")
            if unit is None:
                self._write(_outside(segment, characters))
                self.filled |= segment.kind is Kind.TABLE
                self.ended |= segment.kind is Kind.TRAILER
            elif unit.id not in written:
                written.add(unit.id)
                self._enter_section(unit)
                self._write(
                    _unit(
                        unit,
                        characters,
                        before.units[-1] if before and before.units and unit is text.units[0] else None,
                        after.units[0] if after and after.units and unit is text.units[-1] else None,
                    )
                )
                self.filled = True

    def _calls_for_chapter(self, segment: Segment, unit: Unit | None) -> bool:
        """A title after text or an end title opens a chapter; so does text, where end titles part its juan."""
        if segment.kind is Kind.HEAD:
            return self.filled or self.ended
        if unit is None and segment.kind is not Kind.TABLE:
            return False
        on_title = unit is not None and unit.part is None and all(one.kind is not Kind.BASE for one in unit.segments)
        return self.ended or (self.juan in self.parted and len(self.open) == 1 and not on_title)

    def close_juan(self) -> None:
        while self.open:
            self._write(self.open.pop())
        self.juan = self.section = None
        self.sections_seen = {}

    def _write(self, text: str) -> None:
        self.result.parts.append(text)

    def _open(self, subtype: str, n: str, identifier: str | None) -> None:
        named = f" xml:id={quoteattr(identifier)}" if identifier else ""
        self._write(f'<div type="textpart" subtype={quoteattr(subtype)} n={quoteattr(n)}{named}>')
        self.open.append("</div>")
        self.filled = self.ended = False

    def _open_chapter(self, identifier: str) -> None:
        """A title after text opens a chapter inside the juan; it ends the chapter and section before it."""
        while len(self.open) > 1:
            self._write(self.open.pop())
        self.section = None
        self._open("篇", identifier.replace(".", "_"), identifier)

    def _enter_section(self, unit: Unit) -> None:
        if unit.section == self.section:
            return
        if self.section is not None:
            self._write(self.open.pop())
        self.section = unit.section
        # back in the main text after a section, TEI wants a division again: no text may follow one
        name, key = ("經", "jing") if unit.section is None else (self.edition.sections[unit.section], unit.section)
        self.sections_seen[key] = self.sections_seen.get(key, 0) + 1
        count = self.sections_seen[key]
        # without an identifier: where a section begins, and which of a juan it is, changes when pages arrive (law 5)
        self._open(name, key if count == 1 else f"{key}{count}", None)


def _parted(edition: Edition) -> set[str]:
    """The juan in which text follows an end title: as nothing may follow one in TEI, each part needs a division."""
    parted: set[str] = set()
    ended: set[str] = set()
    for text in edition.pages:
        juan = text.page.juan
        for segment in text.segments:
            if segment.kind is Kind.TRAILER:
                ended.add(juan)
            elif segment.kind in (Kind.BASE, Kind.NOTE, Kind.TABLE) and juan in ended:
                parted.add(juan)
    return parted


def _readings(text: PageText) -> tuple[Reading, ...]:
    """The readings of the reading text: where nothing else is known of a character, how it was chosen."""
    known = {offset for reading in text.readings for offset in range(reading.span.start, reading.span.end)}
    return (*text.readings, *(reading for reading in text.conversions if reading.span.start not in known))


def _breaks(text: PageText) -> tuple[Break, ...]:
    """Printed breaks, those in the white space between segments moved to the segment that follows."""
    layout = [segment.span for segment in text.segments if segment.kind is Kind.LAYOUT]

    def moved(mark: Break) -> Break:
        for span in layout:
            if span.start <= mark.offset < span.end:
                return replace(mark, offset=span.end)
        return mark

    return tuple(moved(mark) for mark in text.breaks)


def _outside(segment: Segment, characters: PageCharacters) -> str:
    """A segment that is in no unit → TEI."""
    where = characters.where(*segment.spans)
    match segment.kind:
        case Kind.LAYOUT:
            return characters.space(segment.span, where)
        case Kind.RUNNING:
            return f'<fw type="header"{where}>{_words(segment.span, characters)}</fw>'
        case Kind.HEAD:
            kind = f" type={quoteattr(segment.layer)}" if segment.layer else ""
            return f"<head{kind}{where}>{_inline(segment, characters)}</head>"
        case Kind.TRAILER:
            return f"<trailer{where}>{_inline(segment, characters)}</trailer>"
        case _:
            return _table(segment, characters)


def _inline(segment: Segment, characters: PageCharacters) -> str:
    return "".join(map(characters.inline, segment.spans))


def _words(span: Span, characters: PageCharacters) -> str:
    """A line that is no part of the text → its words with the blanks between them, as a reader would have them."""
    words = _stretches(span, characters, r"[^ ]+| ")
    return "".join(" " if characters.raw[word.start] == " " else characters.inline(word) for word in words)


def _table(segment: Segment, characters: PageCharacters) -> str:
    """Lines → rows, words → cells. The white space around a line or word stays with it."""
    rows = []
    for line in _stretches(segment.span, characters, r"\s*\S[^\r\n]*\s*"):
        cells = _stretches(line, characters, r"\s*\S+\s*")
        rows.append("".join(f"<cell>{characters.inline(cell)}</cell>" for cell in cells))
    inner = "".join(f"<row>{row}</row>" for row in rows)
    return f"<table{characters.where(*segment.spans)}>{inner}</table>"


def _stretches(span: Span, characters: PageCharacters, pattern: str) -> list[Span]:
    found = re.finditer(pattern, characters.lines(span))
    return [Span(span.start + match.start(), span.start + match.end()) for match in found if match.group()]


def _unit(unit: Unit, characters: PageCharacters, before: Unit | None, after: Unit | None) -> str:
    """A unit → ab. `before` and `after` are the units that touch it over the border of its page."""
    names = slots(unit.segments)
    part = f' part="{unit.part}"' if unit.part else ""
    awaiting = _last_base(before) if before is not None and unit.part == "F" else None
    joined = ""
    explained: dict[str, str] = {}
    if before is not None and awaiting is not None:
        joined = f' prev="#{before.id}"'
        explained["base"] = f"{before.id}.{slots(before.segments)[awaiting]}"
    if after is not None and after.part == "F" and _last_base(unit) is not None:
        joined += f' next="#{after.id}"'
    inner = []
    for segment in unit.segments:
        if segment.kind is Kind.LAYOUT:
            inner.append(_outside(segment, characters))
            continue
        identifier = f"{unit.id}.{names[segment]}"
        if segment.kind is Kind.BASE:
            inner.append(_seg(segment, names[segment], identifier, unit.n, characters))
            explained = {"base": identifier}
        else:
            inner.append(_note(segment, names[segment], identifier, explained, characters))
            if segment.layer in _EXPLAINED:
                explained["note"] = identifier
    return f'<ab type="unit" n={quoteattr(unit.n)} xml:id="{unit.id}"{part}{joined}>{"".join(inner)}</ab>\n'


def _last_base(unit: Unit) -> Segment | None:
    """The base text of a unit that waits for a note: its last segment, if that is base text."""
    last = unit.segments[-1]
    return last if last.kind is Kind.BASE else None


def _border(segment: Segment) -> str:
    return f' ana="#{segment.evidence}" cert="{segment.certainty}"'


def _passage(segment: Segment, kind: str, characters: PageCharacters) -> str:
    """The content of a segment: its ○ and its marker encoded, then the rest."""
    first, *others = segment.spans
    parts, at = [characters.breaks_at(first.start)], first.start
    for span in (segment.sign, segment.marker):
        if span is not None:
            opened = at == first.start
            parts.append(characters.inline(Span(at, span.start), opened=opened))
            opened = opened and span.start == at
            is_sign = span is segment.sign
            parts.append(characters.sign(kind, span, opened) if is_sign else characters.label(span, opened))
            at = span.end
    parts.append(characters.inline(Span(at, first.end), opened=at == first.start))
    return "".join((*parts, *map(characters.inline, others)))


def _seg(segment: Segment, slot: str, identifier: str, n: str, characters: PageCharacters) -> str:
    return (
        f'<seg type={quoteattr(segment.layer)} subtype="{slot}" n={quoteattr(n)} xml:id="{identifier}"'
        f"{characters.where(*segment.spans)}{_border(segment)}>{_passage(segment, 'unit', characters)}</seg>"
    )


def _note(
    segment: Segment, slot: str, identifier: str, explained: dict[str, str], characters: PageCharacters
) -> str:
    object_of = explained.get("note" if segment.layer == "疏" else "base") or explained.get("base")
    target = f' target="#{object_of}"' if object_of else ""
    source = f' source="#{segment.work}"' if segment.work else ""
    return (
        f'<note type={quoteattr(segment.layer)} subtype="{slot}" place="inline"'
        f' resp="#{segment.voice or "unknown"}" xml:id="{identifier}"'
        f"{characters.where(*segment.spans)}{target}{source}{_border(segment)}>"
        f"{_passage(segment, 'layer', characters)}</note>"
    )
