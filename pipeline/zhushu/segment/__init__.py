"""Pages → page texts: every stretch of a page with its layer, its voice and why we think so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from zhushu.errors import SegmentationError
from zhushu.findings import finding
from zhushu.model import Finding, MarkKind, Page, PageText, Reading, ReadingKind
from zhushu.segment.damage import damage, remarks
from zhushu.segment.engine import segment
from zhushu.segment.profile import Profile
from zhushu.segment.report import Lines, report
from zhushu.segment.units import last_section, units
from zhushu.segment.view import marks_of

__all__ = ["segment_pages"]


def segment_pages(pages: Iterable[Page], profile: Profile) -> tuple[tuple[PageText, ...], tuple[Finding, ...]]:
    """The pages of an edition in its order → their segments and units, and what an editor should look at.

    A section (記) goes on over the pages of its juan, unless a page says in which one it opens.
    """
    pages = tuple(pages)
    _check_sections(pages, profile)
    texts: list[PageText] = []
    findings: list[Finding] = []
    before: Page | None = None
    section: str | None = None
    for page in pages:
        carried = section if before is not None and before.juan == page.juan else None
        if carried and page.section is None and before is not None:
            findings += _carried(before, page, carried)
        section = page.section or carried
        page = replace(page, marks=marks_of(page, profile.layout))
        segments = segment(page, profile, section)
        found = units(page, segments, profile, section)
        damaged = damage(page, segments)
        findings += remarks(page, damaged)
        readings = (*_named_characters(page), *(one.reading for one in damaged))
        texts.append(PageText(page, segments, found, tuple(sorted(readings, key=lambda one: one.span)), page.breaks))
        section, before = last_section(found, segments, section), page
    return tuple(texts), (*findings, *report(texts, profile))


def _named_characters(page: Page) -> Iterator[Reading]:
    """The characters that the page writes by a name or number (&KR0001;)."""
    for mark in page.marks:
        if mark.kind is MarkKind.CHARACTER:
            yield Reading(mark.span, ReadingKind.GAIJI, mark.text, entity=mark.name or None, source="named by the page")


def _check_sections(pages: tuple[Page, ...], profile: Profile) -> None:
    known = " ".join(section.id for section in profile.sections) or "none"
    wrong = [page for page in pages if page.section is not None and profile.section(page.section) is None]
    if wrong:
        raise SegmentationError(
            *(
                finding(
                    "S025",
                    Lines(page).place(page.span.start),
                    page=page.n,
                    section=page.section,
                    profile=profile.id,
                    known=known,
                )
                for page in wrong
            )
        )


def _number(page: Page) -> int | None:
    return int(page.n) if page.number is None and page.n.isdecimal() else page.number


def _carried(before: Page, page: Page, section: str) -> Iterator[Finding]:
    """A section that is carried over pages we do not have, or may not have: nothing tells that the two follow."""
    one, other = _number(before), _number(page)
    if before.source is not page.source and (one is None or other != one + 1):
        yield finding("S026", Lines(page).place(page.span.start), page=page.n, section=section, id=section)
