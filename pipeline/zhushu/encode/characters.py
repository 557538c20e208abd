"""Characters of a page → TEI: gaiji, variants, gaps, suspects, corrections, printed breaks (TEI chapter 5, WD).

No character of the page is ever left out: what XML cannot hold, and what no font can draw, becomes a `g`
whose `glyph` in the header carries the code point.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from zhushu import characters
from zhushu.encode.names import Ranges, prefix
from zhushu.model import Break, Mark, MarkKind, Page, Reading, ReadingKind, Span

_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")
# what XML 1.0 forbids or discourages; white space is handled before
_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Glyph:
    """An entry of charDecl: `mappings` are (type, value), `properties` (name, value)."""

    id: str
    mappings: tuple[tuple[str, str], ...]
    properties: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Glyphs:
    """The glyphs an edition uses, collected while it is written."""

    by_content: dict[tuple[object, ...], Glyph] = field(default_factory=dict)

    def declare(self, stem: str, mappings: list[tuple[str, str]], properties: list[tuple[str, str]]) -> str:
        """A glyph → its id. A code point read in two ways gets two glyphs, the second numbered."""
        key = (stem, *mappings, *properties)
        if key not in self.by_content:
            count = sum(1 for known in self.by_content if known[0] == stem)
            name = stem if count == 0 else f"{stem}.{count + 1}"
            self.by_content[key] = Glyph(name, tuple(mappings), tuple(properties))
        return self.by_content[key].id

    def all(self) -> list[Glyph]:
        return sorted(self.by_content.values(), key=lambda glyph: glyph.id)


def code(character: str) -> str:
    return f"U+{ord(character):04X}"


def space(text: str, where: str = "") -> str:
    """White space of the raw page → a `space` that says exactly which; `where` is its `corresp` attribute."""
    return f'<space unit="character" quantity="{len(text)}" rend="{" ".join(map(code, text))}"{where}/>'


def markup(text: str) -> str:
    """Markup of the raw page → a processing instruction that holds it, unseen by every reader of the text.

    Control characters, surrogates, white space at an end, and what would end the instruction are written as \\u{…},
    line ends as \\n and \\r, so that no tool for XML can change them (docs/tei.md).
    """
    return f"<?raw {_ESCAPED.sub(_escape, text)}?>" if text else ""


_ESCAPED = re.compile(
    r"[\\\x00-\x1f\x7f-\x9f\u2028\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]|^ | $|(?<=\?)>"
    r"|[\ue000-\uf8ff\U000f0000-\U0010ffff]"
)
_SHORT = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    return _SHORT.get(character) or f"\\u{{{ord(character):X}}}"


def printed_break(mark: Break) -> str:
    if mark.unit == "lost":
        return f'<gap reason="lost" unit="page" extent={quoteattr(mark.n)}/>'
    name = "pb" if mark.unit == "page" else "lb"
    return f"<{name} ed={quoteattr(mark.siglum)} n={quoteattr(mark.n)}/>"


_IDS = re.compile("[\u2ff0-\u2fff]")
_Event = Break | Reading | Mark


class PageCharacters:
    """Writes stretches of one page. Corrections go to `apparatus`, glyphs to `glyphs`, as they are met."""

    def __init__(
        self,
        page: Page,
        readings: tuple[Reading, ...],
        breaks: tuple[Break, ...],
        glyphs: Glyphs,
        apparatus: list[str],
        language: str,
        text: str | None = None,
    ) -> None:
        """`language` tells the script; `text` (the reading text) is written in place of the page's own."""
        self.page = page
        self.raw = page.source.text
        self.text = self.raw if text is None else self.raw[: page.span.start] + text + self.raw[page.span.end :]
        self.ranges = Ranges(page.source)
        self.prefix = prefix(page)
        self.readings = sorted(readings, key=lambda reading: reading.span)
        self.breaks = sorted(breaks, key=lambda mark: mark.offset)
        self.marks = [mark for mark in page.marks if len(mark.span)]
        self.glyphs = glyphs
        self.apparatus = apparatus
        # the apparatus has what the page reads, also beside the reading text
        told = "".join(reading.text + reading.other for reading in readings)
        self._special = _special(self.text + self.raw[page.span.start : page.span.end] + told, language)

    def where(self, *spans: Span) -> str:
        """Stretches in the order of reading → their `corresp` attribute, resolved by the page's prefixDef."""
        return f' corresp="{" ".join(f"{self.prefix}:{self.ranges.range(span)}" for span in spans)}"'

    def breaks_at(self, offset: int) -> str:
        """The printed breaks before the character at an offset, to be written before the element that it opens."""
        return "".join(printed_break(mark) for mark in self._breaks_in(offset, offset + 1))

    def space(self, span: Span, where: str) -> str:
        """What stands between passages: white space, or white space and markup. `where` is its `corresp` attribute."""
        raw = self.raw[span.start : span.end]
        if not self._marks_in(span):
            return space(raw, where)
        return f'<space unit="character" quantity="{len(raw)}"{where}>{markup(raw)}</space>'

    def lines(self, span: Span) -> str:
        """A stretch of the page as a reader sees it, with a line break where a printed line ends; offsets stay."""
        parts, at = [], span.start
        for mark in self._marks_in(span):
            parts.append(self.raw[at : mark.span.start])
            ends = mark.kind in (MarkKind.LINE, MarkKind.BLOCK)
            shown = "\n" if ends else "□" if mark.kind is MarkKind.CHARACTER else ""
            parts.append(shown.ljust(len(mark.span)))
            at = mark.span.end
        return "".join((*parts, self.raw[at : span.end]))

    def _marks_in(self, span: Span) -> list[Mark]:
        first = bisect_left(self.marks, span.start, key=lambda mark: mark.span.start)
        last = bisect_left(self.marks, span.end, key=lambda mark: mark.span.start)
        return self.marks[first:last]

    def _breaks_in(self, start: int, end: int) -> list[Break]:
        first = bisect_left(self.breaks, start, key=lambda mark: mark.offset)
        last = bisect_left(self.breaks, end, key=lambda mark: mark.offset)
        return self.breaks[first:last]

    def _readings_in(self, span: Span) -> list[Reading]:
        """The readings that lie wholly in a stretch."""
        first = bisect_left(self.readings, span.start, key=lambda reading: reading.span.start)
        last = bisect_left(self.readings, span.end, key=lambda reading: reading.span.start)
        return [reading for reading in self.readings[first:last] if reading.span.end <= span.end]

    def inline(self, span: Span, opened: bool = False) -> str:
        """A stretch of the page → TEI: the readings that lie wholly in it, its markup, the breaks before its end.

        `opened`: the breaks before its first character are written already.
        """
        parts: list[str] = []
        at = span.start
        for start, event in self._events(span, opened):
            parts.append(self._plain(self.text[at:start]))
            if isinstance(event, Break):
                parts.append(printed_break(event))
                at = start
            elif isinstance(event, Mark):
                parts.append(self._mark(event))
                at = event.span.end
            else:
                parts.append(self._reading(event))
                at = event.span.end
        parts.append(self._plain(self.text[at : span.end]))
        return "".join(parts)

    def label(self, span: Span, opened: bool) -> str:
        """The words that name a layer or voice → label."""
        return f"<label>{self.inline(span, opened)}</label>"

    def sign(self, kind: str, span: Span, opened: bool) -> str:
        """A sign of the page → pc; where it is corrected, between the anchors: TEI allows none inside."""
        match self._readings_in(span):
            case [reading] if reading.span == span and _is_corrected(reading):
                return self._corrected(reading, self.raw[span.start : span.end], f'pc type="{kind}"')
        return f'<pc type="{kind}">{self.inline(span, opened)}</pc>'

    def _events(self, span: Span, opened: bool) -> list[tuple[int, _Event]]:
        inside: list[tuple[int, _Event]] = [
            (mark.offset, mark) for mark in self._breaks_in(span.start + opened, span.end)
        ]
        covered = self._readings_in(span)
        # a break in the middle of a correction comes before it: what is corrected is one reading
        for reading in covered:
            inside = [
                (reading.span.start, event) if reading.span.start < at < reading.span.end else (at, event)
                for at, event in inside
            ]
        read = {reading.span.start for reading in covered}
        inside += [(mark.span.start, mark) for mark in self._marks_in(span) if mark.span.start not in read]
        inside += [(reading.span.start, reading) for reading in covered]
        return sorted(inside, key=lambda item: (item[0], not isinstance(item[1], Break)))

    def _mark(self, mark: Mark) -> str:
        raw = self.raw[mark.span.start : mark.span.end]
        return self._named(raw, mark.text, mark.name or None) if mark.kind is MarkKind.CHARACTER else markup(raw)

    def _named(self, raw: str, text: str, entity: str | None, ids: str | None = None) -> str:
        """A character that the page writes by a name or number (&KR0001;) or by a code point that is no character."""
        if text.isspace():  # &#x2028; is white space, as the code point itself is
            return f'<space unit="character" quantity="{len(raw)}">{markup(raw)}</space>'
        if entity and not ids and _IDS.match(entity):
            entity, ids = None, entity
        mappings = [("raw", " ".join(map(code, raw)))]
        if text and not _PRIVATE.match(text):
            mappings += [("Unicode", text), ("standard", characters.standard(text) or text)]
        else:
            text = ""
        mappings += [("IDS", ids)] if ids else []
        properties = [("entity", entity)] if entity else []
        told = f"{ord(raw):04X}" if len(raw) == 1 else entity or text or ids or raw
        stem = re.sub("[^0-9A-Za-z.-]", lambda match: f"u{ord(match[0]):04X}", told)
        name = self.glyphs.declare(f"raw{stem}", mappings, properties)
        return f'<g ref="#{name}">{escape(text)}</g>' if text else f'<g ref="#{name}"/>'

    def _plain(self, text: str) -> str:
        return self._special.sub(lambda match: self._character(match.group()), escape(text))

    def _character(self, text: str) -> str:
        """White space or one character that needs more than itself → TEI."""
        if text.isspace():
            return space(text)
        if _PRIVATE.match(text):
            return self._private(text, "", None, None)
        if _FORBIDDEN.match(text):
            return self._named(text, "", None)
        standard = characters.standard(text) or text
        name = self.glyphs.declare(f"u{ord(text):04X}", [("Unicode", text), ("standard", standard)], [])
        return f'<g ref="#{name}">{text}</g>'

    def _private(self, raw: str, text: str, ids: str | None, entity: str | None) -> str:
        mappings = [("PUA", code(raw))]
        if text:
            mappings += [("Unicode", text), ("standard", characters.standard(text) or text)]
        if ids:
            mappings.append(("IDS", ids))
        properties = [("entity", entity)] if entity else []
        name = self.glyphs.declare(f"pua{ord(raw):04X}", mappings, properties)
        return f'<g ref="#{name}">{escape(text)}</g>' if text else f'<g ref="#{name}"/>'

    def _reading(self, reading: Reading) -> str:
        raw = self.raw[reading.span.start : reading.span.end]
        match reading.kind:
            case ReadingKind.GAIJI if _PRIVATE.fullmatch(raw):
                return self._private(raw, reading.text, reading.ids, reading.entity)
            case ReadingKind.GAIJI:
                return self._named(raw, reading.text, reading.entity, reading.ids)
            case ReadingKind.LACUNA if not reading.text:
                return _gap(raw)
            case ReadingKind.SUSPECT | ReadingKind.CONVERTED:
                inner = self._plain(self.text[reading.span.start : reading.span.end])
                reason = "encoding" if reading.kind is ReadingKind.SUSPECT else "script"
                return f'<unclear reason="{reason}" cert="{reading.certainty}">{inner}</unclear>'
            case _:
                return self._corrected(reading, raw)

    def _corrected(self, reading: Reading, raw: str, within: str = "") -> str:
        """One visible reading between two anchors, `within` an element; other readings go to the apparatus."""
        start, end = self.ranges.position(reading.span.start), self.ranges.position(reading.span.end)
        first, last = f"{self.prefix}.c{start}", f"{self.prefix}.c{end}.e"
        of_page = _gap(raw) if reading.kind is ReadingKind.LACUNA else self._plain(raw)
        by = f'wit="#{reading.witness}"' if reading.witness else 'resp="#editor"'
        if reading.kind is ReadingKind.VARIANT:
            shown = self._plain(self.text[reading.span.start : reading.span.end])
            entry = f'<lem wit="#raw">{shown}</lem><rdg {by} type="variant">{escape(reading.other)}</rdg>'
        else:
            shown = self._plain(reading.text)
            if reading.kind is ReadingKind.LACUNA:
                source = f'source="#{reading.witness}"' if reading.witness else 'resp="#editor"'
                shown = f"<supplied {source}>{shown}</supplied>"
            kind = "lacuna" if reading.kind is ReadingKind.LACUNA else "damage"
            entry = (
                f'<lem {by} cert="{reading.certainty}">{self._plain(reading.text)}</lem>'
                f'<rdg wit="#raw" type="{kind}">{of_page}</rdg>'
            )
        note = f"<note>{escape(reading.source)}</note>" if reading.source else ""
        self.apparatus.append(f'<app xml:id="{self.prefix}.a{start}" from="#{first}" to="#{last}">{entry}{note}</app>')
        shown = f"<{within}>{shown}</{within.split()[0]}>" if within else shown
        return f'<anchor xml:id="{first}"/>{shown}<anchor xml:id="{last}"/>'


def _is_corrected(reading: Reading) -> bool:
    filled = reading.kind is ReadingKind.LACUNA and bool(reading.text)
    return filled or reading.kind in (ReadingKind.DAMAGE, ReadingKind.VARIANT)


def _special(text: str, language: str) -> re.Pattern[str]:
    """The text of a page → what matches white space and each of its characters that needs more than itself."""
    found = {c for c in set(text) if _PRIVATE.match(c) or _FORBIDDEN.match(c) or _is_variant(c, language)}
    single = "|".join(map(re.escape, sorted(found)))
    return re.compile(rf"\s+|{single}" if single else r"\s+")


def _is_variant(character: str, language: str) -> bool:
    """Whether the standard form is worth declaring: in a simplified text, 户 and 内 are no variants but the script."""
    if characters.standard(character) in (None, character):
        return False
    return language != "lzh-Hans" or not _in_gb2312(character)


def _in_gb2312(character: str) -> bool:
    try:
        character.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return True


def _gap(raw: str) -> str:
    return f'<gap reason="illegible" unit="character" quantity="{len(raw)}" rend="{" ".join(map(code, raw))}"/>'
