"""Page + profile → segments that tile it. One engine for every profile: a state machine over the blocks of a page.

A block is what stands between line breaks, blank lines or runs of full-width spaces. At the start of a block the
profile's markers, section openers, titles and tables say what opens; inside it ○ and the markers that may stand
in running text of its layer say where the next segment begins. What nothing marks is base text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from zhushu.model import Certainty, Evidence, Kind, Page, Segment, Span
from zhushu.segment.drawn import undivided
from zhushu.segment.habits import BASE_LAYERS, NOTE_LAYERS, UNKNOWN, Heading, Marker, Section, Unmarked
from zhushu.segment.profile import Profile
from zhushu.segment.rules import Opening, rules
from zhushu.segment.view import Block, Set, View, view

_BETWEEN_ITEMS = re.compile(r"\S[\u3000\n]\S")
_DOUBT = (Certainty.HIGH, Certainty.MEDIUM, Certainty.LOW)
_GLOSS = "gloss"  # the rule of a note that only its form tells; what follows its ○ is of another layer


def segment(page: Page, profile: Profile, section: str | None = None) -> tuple[Segment, ...]:
    """A page, the profile, and the section the page opens in → its segments, which tile `page.span`."""
    shown = view(page, profile.layout, rules(profile).is_title)
    machine = _Machine(shown, profile, section)
    machine.read()
    found = [_placed(one, shown) for one in machine.segments]
    if page.header:
        at = next((k for k, one in enumerate(found) if one.span.start > page.header.start), len(found))
        found.insert(at, Segment(page.header, Kind.RUNNING, rule="page header"))
    return tuple(_tiled(found, page.span))


def _placed(one: Segment, shown: View) -> Segment:
    """A segment counted in the text of a view → counted in its file."""
    pieces = shown.pieces(one.span.start, one.span.end)
    sign, marker = (_unbroken(part, shown) for part in (one.sign, one.marker))
    return replace(one, span=shown.span(one.span.start, one.span.end), sign=sign, marker=marker, pieces=pieces)


def _unbroken(part: Span | None, shown: View) -> Span | None:
    """A sign or marker in its file; none, where the order of reading tears it in two."""
    if part is None or shown.pieces(part.start, part.end):
        return None
    return shown.span(part.start, part.end)


def _tiled(segments: list[Segment], page: Span) -> Iterator[Segment]:
    """The segments of a page in the order of reading → the same with the white space and markup between them.

    What no segment covers stands before the segment that the next character of the file belongs to.
    """
    covered = sorted((span, number) for number, one in enumerate(segments) for span in one.spans)
    between: dict[int, list[Span]] = {}
    at = page.start
    for span, number in (*covered, (Span(page.end, page.end), len(segments))):
        if at < span.start:
            between.setdefault(number, []).append(Span(at, span.start))
        at = span.end
    for number, one in enumerate(segments):
        yield from (Segment(span, Kind.LAYOUT) for span in between.get(number, ()))
        yield one
    yield from (Segment(span, Kind.LAYOUT) for span in between.get(len(segments), ()))


def _weaker(*certainties: Certainty) -> Certainty:
    return max(certainties, key=_DOUBT.index)


def _alternates(profile: Profile) -> bool:
    """Whether markers open the base layer of a profile and others, in turn: 經 and 傳 of a year."""
    layers = {marker.layer for marker in profile.markers if marker.kind is Kind.BASE}
    return profile.base in layers and len(layers) > 1


@dataclass(frozen=True, slots=True)
class _Border:
    """Where a segment begins, and what opens it there: a sign, a marker, the opener of a section."""

    start: int
    sign: bool = False
    opening: Opening | None = None
    section: tuple[Section, int] | None = None
    rule: str = ""
    base: bool = False
    note: Unmarked | None = None

    @property
    def sign_span(self) -> Span | None:
        return Span(self.start, self.start + 1) if self.sign else None


class _Machine:
    """Reads a page block by block. Offsets count in its view; the last segment ends with its block."""

    def __init__(self, shown: View, profile: Profile, section: str | None) -> None:
        self.view = shown
        self.rules = rules(profile)
        self.profile = profile
        self.text = self.rules.fold(undivided(shown.text))
        self.section = profile.section(section) if section else None
        self.segments: list[Segment] = []
        self.block = Block(0, 0)
        self.layer = profile.base  # of base text, where each layer of it is marked and the layout tells nothing
        self.runs_on = _alternates(profile) and not any(block.indent for block in shown.blocks)
        self.small = False  # whether the block before was in small print
        self.note: Segment | None = None  # the last one since base text, without small print
        self.seen_text = False

    def read(self) -> None:
        for block in self.view.blocks:
            self.block = block
            self._block(block.start, block.end)

    def _block(self, start: int, end: int) -> None:
        heading = self._heading(start, end)
        if heading is not None:
            self._title(heading, start, end)
            return
        glued = None if self.block.small else self.rules.glued(self.text, start, end)
        whole, end = end, glued[1] if glued else end
        at = self._set_opens(start, end) if self.block.set is not Set.UNKNOWN else self._opens(start, end)
        table = self._table(at, end)
        self._inside(at, end if table is None else table)
        if table is not None:
            self._declared(table, end, Kind.TABLE, "", "table")
        if self._last() is not Kind.NOTE:
            self.note = None
        elif not self._in_another():
            self.note = self.segments[-1]
        self.seen_text, self.small = True, self.block.small
        if glued:
            self._title(glued[0], end, whole)

    def _heading(self, start: int, end: int) -> Heading | None:
        if self.block.on:
            return None
        if self.block.small:
            return self._beside_title(start)
        found = self.rules.heading(self.text, start, self._without_label(start, end), self.block.indent)
        return found or (Heading("chapter", "") if self.block.set is Set.HEADING else None)

    def _without_label(self, start: int, end: int) -> int:
        """Where a block ends, without the words that name the small print after it: 學而第一疏(…)."""
        following = next(self.view.after(end), None)
        label = self.rules.label(self.text, start, end) if following is not None and following.small else None
        return label.start if label is not None and label.start > start else end

    def _beside_title(self, start: int) -> Heading | None:
        """Small print beside the title of a juan says what the juan holds (起隱公三年盡五年), and is of the title."""
        last = self.segments[-1] if self.segments else None
        of_title = last is not None and last.kind is Kind.HEAD and last.layer == "juan"
        named = self.rules.opening(self.text, start, self.block.end, "block")
        return Heading("juan", "") if of_title and not named else None

    # ------------------------------------------------------------ what a block is, and what it opens with

    def _title(self, heading: Heading, start: int, end: int) -> None:
        """A title line, or, where text stands before it, the same line as end title."""
        evidence, span = Evidence.PROFILE, Span(start, end)
        section = self.profile.section(heading.section)
        if heading.ends and self.seen_text and (section is None or section is self.section):
            self._add(Segment(span, Kind.TRAILER, evidence=evidence, rule="end title"))
            self.section = None
        else:
            self._add(Segment(span, Kind.HEAD, heading.type, evidence=evidence, rule="title line"))
            self.section, self.seen_text, self.note, self.layer = section, False, None, self.profile.base

    # ------------------------------------------------------------ where the layout tells

    def _set_opens(self, start: int, end: int) -> int:
        """Opens the first segment of a block as its layout says; → where its text goes on."""
        if self.section is not None and not self.section.opens and not self.block.small:
            span, layer, evidence = Span(start, end), self.section.layer, Evidence.PROFILE
            if layer in NOTE_LAYERS:
                self._add(Segment(span, Kind.NOTE, layer, UNKNOWN, None, None, None, evidence, rule="prose"))
            else:
                self._add(Segment(span, Kind.BASE, layer, evidence=evidence, rule="prose"))
            return end
        return self._note(start, end) if self.block.set is Set.NOTE else self._base_text(start, end)

    def _base_text(self, start: int, end: int) -> int:
        """Base text by its layout: only what opens base text can open here, unless the profile says otherwise."""
        sign = self.text[start] in self.rules.signs
        opening = self.rules.opening(self.text, start + sign, end, "circle" if sign else "block")
        if opening is not None and self._may_open(opening):
            return self._marker(_Border(start, sign, opening, rule="block"), end)
        section = self.rules.section(self.text, start + sign, end)
        if section is not None or (sign and self.profile.circle.base == "unit"):
            return self._base(_Border(start, sign, section=section, rule="circle" if sign else "section"), end)
        self._add(Segment(Span(start, end), Kind.BASE, self._base_layer(), rule="layout"))
        return start

    def _note(self, start: int, end: int) -> int:
        """A note by its layout: its marker says whose it is, or its form, or what stands before it."""
        if self._last() is Kind.TABLE and _BETWEEN_ITEMS.search(self.text, start, end):
            self._declared(start, end, Kind.TABLE, "", "table goes on")
            return end
        border = self._names_note(start, end)
        return self._marker(border, end) if border else self._unnamed(start, end)

    def _names_note(self, start: int, end: int) -> _Border | None:
        """The words that name a note: at its beginning, or in the text right before small print (音義(…), 疏(…))."""
        last = self.segments[-1] if self.segments else None
        if self.block.small and last is not None and last.span.end == start - 1:
            opened = last.marker.end if last.marker and last.marker.end < last.span.end else last.span.start
            label = self.rules.label(self.text, opened, start - 1)
            if label is not None:
                return _Border(label.start, opening=label, rule="label")
        sign = self.text[start] in self.rules.signs
        opening = self.rules.opening(self.text, start + sign, end, "circle" if sign else "block")
        if opening is None or opening.marker.kind is not Kind.NOTE or self.block.on:
            return None
        return _Border(start, sign, opening, rule="block")

    def _in_another(self) -> bool:
        """Whether the block is small print where notes are in large print: no note that others go on with."""
        return self.block.small and self.view.notes != "small"

    def _unnamed(self, start: int, end: int) -> int:
        """A note that no words name."""
        layout, last = self.profile.layout, self.note
        gloss = self.rules.gloss(self.text, start, end)
        if gloss is not None and not self.block.on:
            note, stop = gloss
            self._declared(start, end, Kind.NOTE, note.layer, _GLOSS, note.voice)
            return stop
        form = self.rules.unmarked(self.text, start, end) if self._last() is Kind.BASE else None
        if form is not None:
            self._declared(start, end, Kind.NOTE, form.layer, "unmarked", form.voice)
            return end
        if self._in_another() or (layout.mixed and self._last() is Kind.NOTE and not self.small):
            self._set_note(start, end, layout.small or layout.layer, UNKNOWN, None, "small print")
        elif last is not None and (self.block.on or self._last() is Kind.NOTE) and not self.block.small:
            self._set_note(start, end, last.layer, last.voice, last.work, "goes on")
        else:
            self._set_note(start, end, layout.layer, layout.voice, layout.work, "layout")
        return start

    def _set_note(self, start: int, end: int, layer: str, voice: str | None, work: str | None, rule: str) -> None:
        """A note by its layout; whose it is remains to be seen where nothing says so."""
        sure = self.block.on or rule == "layout"
        certainty = Certainty.HIGH if sure else Certainty.MEDIUM
        span, evidence = Span(start, end), Evidence.LAYOUT
        if layer in BASE_LAYERS:
            self._add(Segment(span, Kind.BASE, layer, evidence=evidence, certainty=certainty, rule=rule))
        else:
            self._add(Segment(span, Kind.NOTE, layer, voice, work, None, None, evidence, certainty, rule))

    # ------------------------------------------------------------ where it does not

    def _opens(self, start: int, end: int) -> int:
        """Opens the first segment of a block; → where its text goes on."""
        sign = self.text[start] in self.rules.signs
        at = start + sign
        opening = self.rules.opening(self.text, at, end, "circle" if sign else "block")
        if opening is not None and not (opening.open_ended and not sign and self._glued(opening)):
            return self._marker(_Border(start, sign, opening, rule="block"), end)
        section = self.rules.section(self.text, at, end)
        if section is not None or (sign and self.profile.circle.base == "unit"):
            return self._base(_Border(start, sign, section=section, rule="circle" if sign else "section"), end)
        return self._title_and_note(start, end) or self._unmarked(start, end) or self._plain(start, end)

    def _glued(self, opening: Opening) -> bool:
        """Whether what looks like a name left open is base text with a marker written out glued to it."""
        inside = self.rules.candidates(self.text, opening.start + 1, opening.end, "base")
        return any(self.rules.opening(self.text, at, opening.end, "base") for at in inside)

    def _title_and_note(self, start: int, end: int) -> int | None:
        """A title line with its first note glued to it."""
        opening = self.rules.title_marker(self.text, start, end)
        if opening is None:
            return None
        heading = self.rules.heading(self.text, start, opening.start)
        if heading is None and self._last() is not Kind.HEAD:
            return None
        kind = heading.type if heading else "chapter"
        self._add(Segment(Span(start, end), Kind.HEAD, kind, evidence=Evidence.MARKED, rule="title line"))
        self.section = None
        return self._marker(_Border(opening.start, opening=opening, rule="title"), end)

    def _unmarked(self, start: int, end: int) -> int | None:
        """A table, or a note that only its form tells from base text."""
        if self._last() is Kind.TABLE and _BETWEEN_ITEMS.search(self.text, start, end):
            self._declared(start, end, Kind.TABLE, "", "table goes on")
            return end
        note = self.rules.unmarked(self.text, start, end) if self._last() is Kind.BASE else None
        if note is not None:
            self._declared(start, end, Kind.NOTE, note.layer, "unmarked", note.voice)
            return end
        return None

    def _plain(self, start: int, end: int) -> int:
        """Base text, unless the block shows that it is the rest of a note."""
        first = self._next_in_base(start, end)
        marker = first.opening.marker if first is not None and first.opening is not None else None
        before_note = first is not None and first.sign and marker is not None and marker.kind is Kind.NOTE
        phrase = None
        if first is None or before_note:
            phrase = self.rules.phrase(self.text, start, first.start if first else end)
        if phrase is not None:
            self._inferred(start, end, phrase.layer, phrase.voice, "words of a note")
        elif before_note and marker is not None:
            self._inferred(start, end, *self._expected_before(marker), "before ○ and a note")
        elif first is None and self._opens_page() and self._base_follows(end):
            self._inferred(start, end, "注", UNKNOWN, "base text follows")
        else:
            self._text(start, end)
        return start

    def _opens_page(self) -> bool:
        return self._last() is None

    def _base_follows(self, at: int) -> bool:
        """Whether the next block is base text with a note of its own; what stands before it is then mostly a note."""
        following = ((block.start, block.end) for block in self.view.after(at))
        start, end = next(following, (at, at))
        if start == end or self.text[start] in self.rules.signs or self.rules.heading(self.text, start, end):
            return False
        if self.rules.opening(self.text, start, end, "block"):
            return False
        glued = self._next_in_base(start, end)
        start, end = next(following, (end, end))
        return glued is not None or self.rules.opening(self.text, start, end, "block") is not None

    def _text(self, start: int, end: int) -> None:
        certainty = Certainty.MEDIUM if self._opens_page() or self._last() is Kind.BASE else Certainty.HIGH
        rule = "page opens" if self._opens_page() else "block"
        self._add(Segment(Span(start, end), Kind.BASE, self._base_layer(), certainty=certainty, rule=rule))

    def _inferred(self, start: int, end: int, layer: str, voice: str, rule: str) -> None:
        evidence, certainty = Evidence.INFERRED, Certainty.LOW
        self._add(Segment(Span(start, end), Kind.NOTE, layer, voice, None, None, None, evidence, certainty, rule))

    def _declared(self, start: int, end: int, kind: Kind, layer: str, rule: str, voice: str | None = None) -> None:
        """What the profile knows by its form."""
        evidence, certainty = Evidence.PROFILE, Certainty.MEDIUM
        self._add(Segment(Span(start, end), kind, layer, voice, None, None, None, evidence, certainty, rule))

    def _expected_before(self, marker: Marker) -> tuple[str, str]:
        """What a note speaks of: a 疏 follows the first kind of note the profile declares, others follow anyone."""
        notes = (other for other in self.profile.markers if other.kind is Kind.NOTE and other.layer != "疏")
        first = next(notes, None) if marker.layer == "疏" else None
        return (first.layer, first.voice or UNKNOWN) if first else ("注", UNKNOWN)

    def _table(self, start: int, end: int) -> int | None:
        """Where a table begins in the block: its opening words, then items with a full-width space between."""
        at = self.rules.table(self.text, start, end)
        return at if at is not None and _BETWEEN_ITEMS.search(self.text, at, end) else None

    # ------------------------------------------------------------ inside a block

    def _inside(self, at: int, end: int) -> None:
        while at < end:
            last = self.segments[-1]
            border = self._next_in_base(at, end) if last.kind is Kind.BASE else self._next_in_note(at, end, last.layer)
            if border is None:
                return
            if border.opening:
                at = self._marker(border, end)
            else:
                at = self._base(border, end) if border.base else self._after_sign(border, end)

    def _next_in_base(self, start: int, end: int) -> _Border | None:
        for at in self.rules.candidates(self.text, start, end, "base"):
            if self.text[at] not in self.rules.signs:
                opening = self.rules.opening(self.text, at, end, "base")
                if opening and self._may_open(opening):
                    return _Border(at, opening=opening, rule="glued")
            elif (opening := self.rules.opening(self.text, at + 1, end, "circle")) and self._may_open(opening):
                return _Border(at, True, opening, rule="circle")
            elif self.profile.circle.base == "unit" and at + 1 < end:
                return _Border(at, True, section=self.rules.section(self.text, at + 1, end), rule="circle", base=True)
        return None

    def _may_open(self, opening: Opening) -> bool:
        """Whether the layout lets a marker open its segment inside base text."""
        sure = self.block.set is Set.BASE and not self.profile.layout.mixed
        return not sure or opening.marker.kind is Kind.BASE

    def _next_in_note(self, start: int, end: int, layer: str) -> _Border | None:
        for at in self.rules.candidates(self.text, start, end, layer):
            sign = self.text[at] in self.rules.signs
            space = self.text[at] == "\u3000"
            rule = "circle" if sign else "space" if space else f"inside {layer}"
            opening = self.rules.opening(self.text, at + (sign or space), end, rule if sign or space else layer)
            if opening and opening.marker.kind is Kind.NOTE:
                return _Border(at + space, sign, opening, rule=rule)
            if sign and self._divides(layer) and at + 1 < end:
                return _Border(at, True, rule="circle", base=True)
            if sign and self.block.small and (note := self.rules.after_sign(self.text, at + 1, end)):
                return _Border(at, True, rule="circle", note=note)
            if sign and self.segments[-1].rule == _GLOSS and at + 1 < end:
                return _Border(at, True, rule="circle")
        return None

    def _divides(self, layer: str) -> bool:
        """Whether base text begins again after a sign in a note in large print; a 疏 only ends with its block."""
        return self.profile.circle.note == "unit" and self.block.set is Set.BASE and layer != "疏"

    def _after_sign(self, border: _Border, end: int) -> int:
        """Opens what follows ○ and has no words of its own: a note known by its form, or, after a gloss, the note."""
        layout, note, span = self.profile.layout, border.note, Span(border.start, end)
        layer, voice, work = (note.layer, note.voice, None) if note else (layout.layer, layout.voice, layout.work)
        certainty = Certainty.MEDIUM if note else Certainty.HIGH
        sign, evidence = border.sign_span, Evidence.MARKED
        self._add(Segment(span, Kind.NOTE, layer, voice, work, sign, None, evidence, certainty, border.rule))
        return border.start + 1

    # ------------------------------------------------------------ writing

    def _marker(self, border: _Border, end: int) -> int:
        """Opens the segment of a marker; → where its text goes on."""
        assert border.opening is not None
        opening, marker = border.opening, border.opening.marker
        if marker.kind is Kind.BASE:
            self.layer = marker.layer
        doubt = border.rule.startswith("inside") or opening.open_ended
        doubt |= border.sign and marker.kind is Kind.NOTE and self._last() is Kind.BASE
        if border.rule == "space":
            self._end_last(border.start - 1)
        self._add(
            Segment(
                Span(border.start, end),
                marker.kind,
                marker.layer,
                marker.voice,
                marker.work,
                border.sign_span,
                Span(opening.start, opening.end),
                Evidence.MARKED,
                _weaker(marker.certainty, Certainty.MEDIUM if doubt else Certainty.HIGH),
                border.rule,
            )
        )
        return opening.end

    def _base(self, border: _Border, end: int) -> int:
        """Opens base text at a dividing sign or a section opener; → where its text goes on."""
        at, opener = border.start + border.sign, None
        doubt = border.section is not None and self._opens_page()
        if border.section is not None:
            self.section, after = border.section
            at, opener = after, Span(at, after)
        self._add(
            Segment(
                Span(border.start, end),
                Kind.BASE,
                self._base_layer(),
                sign=border.sign_span,
                marker=opener,
                evidence=Evidence.MARKED,
                certainty=Certainty.MEDIUM if doubt else Certainty.HIGH,
                rule=border.rule,
            )
        )
        return at

    def _add(self, segment: Segment) -> None:
        """A segment up to the end of its block; the one before it in the block ends here."""
        self._end_last(segment.span.start)
        self.segments.append(segment)

    def _end_last(self, at: int) -> None:
        if self.segments and self.segments[-1].span.end > at:
            last = self.segments.pop()
            if last.span.start < at:
                self.segments.append(replace(last, span=Span(last.span.start, at)))

    def _base_layer(self) -> str:
        if self.section:
            return self.section.layer
        if self.runs_on:
            return self.layer
        return (self.block.indent and self.profile.layout.indented) or self.profile.base

    def _last(self) -> Kind | None:
        return self.segments[-1].kind if self.segments else None
