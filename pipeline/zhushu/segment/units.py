"""Segments of a page → its units: base text with the notes on it, and the white space before each."""

from __future__ import annotations

from collections.abc import Iterator

from zhushu.model import Kind, Page, PageText, Segment, Unit
from zhushu.segment.profile import Profile


def units(page: Page, segments: tuple[Segment, ...], profile: Profile, section: str | None = None) -> tuple[Unit, ...]:
    """A unit begins at each base segment; a note that opens the page is a unit of part F.

    `section` is the section the page opens in. Headers, titles and tables stand outside the units and end them; the
    notes on a title are a unit without base text and without a part. A unit's id counts the units of its page, so
    that nothing on another page changes it (DESIGN, law 5).
    """
    builder = _Builder(page, profile, section)
    for segment in segments:
        builder.add(segment)
    builder.close()
    return tuple(builder.units)


def walk(text: PageText) -> Iterator[Segment | Unit]:
    """A page text → its units, and the segments that are in none, in the order of the page."""
    unit_of = {segment: unit for unit in text.units for segment in unit.segments}
    last: Unit | None = None
    for segment in text.segments:
        unit = unit_of.get(segment)
        if unit is None:
            yield segment
        elif unit is not last:
            yield unit
            last = unit


def last_section(units_of_page: tuple[Unit, ...], segments: tuple[Segment, ...], section: str | None) -> str | None:
    """The section a page ends in: where the next page of the juan goes on."""
    for segment in reversed(segments):
        if segment.kind in (Kind.HEAD, Kind.TRAILER):
            return None
        if segment.kind is Kind.BASE:
            return units_of_page[-1].section
    return section


class _Builder:
    def __init__(self, page: Page, profile: Profile, section: str | None) -> None:
        self.page = page
        self.profile = profile
        self.section = section
        self.units: list[Unit] = []
        self.space: list[Segment] = []  # not yet known what it stands before
        self.open: list[Segment] = []
        self.part: str | None = "F"  # of a unit without base text, here; None: its notes gloss a title

    def add(self, segment: Segment) -> None:
        if segment.kind is Kind.LAYOUT:
            self.space.append(segment)
            return
        if segment.kind is Kind.NOTE:
            self.open += [*self.space, segment]
        else:
            self.close()
            self.part = None if segment.kind is Kind.HEAD else "F"
            if segment.kind in (Kind.HEAD, Kind.TRAILER):
                self.section = None
            if segment.kind is Kind.BASE:
                self.section = self._section(segment)
                self.open = [*self.space, segment]
        self.space = []

    def close(self) -> None:
        if self.open:
            k = len(self.units) + 1
            n = self.page.n
            members = tuple(self.open)
            part = None if any(segment.kind is Kind.BASE for segment in members) else self.part
            self.units.append(Unit(f"p{n}.{k}", f"{n}_{k}", n, members, self.section, part))
            self.open = []

    def _section(self, base: Segment) -> str | None:
        """記 and 序 tell their section by their layer; a 傳 stands in whatever section is open."""
        if base.layer == self.profile.base:
            return None
        return next((one.id for one in self.profile.sections if one.layer == base.layer), self.section)
