"""Pages → page texts: every stretch of a page with its layer, its voice and why we think so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from zhushu.errors import SegmentationError
from zhushu.findings import finding
from zhushu.model import Certainty, Finding, Kind, MarkKind, Page, PageText, Reading, ReadingKind, Segment
from zhushu.segment.damage import damage, remarks
from zhushu.segment.engine import segment
from zhushu.segment.habits import MAIN
from zhushu.segment.profile import Profile
from zhushu.segment.report import Lines, report
from zhushu.segment.units import last_section, units
from zhushu.segment.view import marks_of

__all__ = ["segment_pages"]


def segment_pages(pages: Iterable[Page], profile: Profile) -> tuple[tuple[PageText, ...], tuple[Finding, ...]]:
    """The pages of an edition in its order → their segments and units, and what an editor should look at.

    A section (記) goes on over the pages of its juan, unless a page says in which one it opens, or that it opens in the
    main text.
    """
    pages = tuple(pages)
    _check_sections(pages, profile)
    texts: list[PageText] = []
    findings: list[Finding] = []
    before: Page | None = None
    section: str | None = None
    in_doubt = False  # whether a page was missing, or may have been, since the section opened
    for page in pages:
        carried = section if before is not None and before.juan == page.juan and page.section is None else None
        if carried and before is not None and not _follows(before, page):
            findings.append(finding("S026", Lines(page).place(page.span.start), page=page.n, section=carried))
            in_doubt = True
        elif not carried:
            in_doubt = False
        section = carried if page.section in (None, MAIN) else page.section
        page = replace(page, marks=marks_of(page, profile.layout))
        segments = segment(page, profile, section)
        if in_doubt:
            segments, in_doubt = _doubted(segments, profile)
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
    ids = [MAIN, *(section.id for section in profile.sections)]
    known = " ".join(ids)
    wrong = [page for page in pages if page.section is not None and page.section not in ids]
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


def _follows(before: Page, page: Page) -> bool:
    """Whether it is known that no page is missing between the two."""
    one, other = _number(before), _number(page)
    return before.source is page.source or (one is not None and other == one + 1)


def _doubted(segments: tuple[Segment, ...], profile: Profile) -> tuple[tuple[Segment, ...], bool]:
    """The segments of a page that may not open in its section → the same, not certain; whether the doubt goes on.

    A title, an end title or the words that open a section end it.
    """
    layers = {section.layer for section in profile.sections}
    end = next((k for k, one in enumerate(segments) if _says_section(one, layers)), len(segments))
    return (*map(_less_certain, segments[:end]), *segments[end:]), end == len(segments)


def _says_section(one: Segment, layers: set[str]) -> bool:
    opens = one.kind is Kind.BASE and one.layer in layers and one.marker is not None
    return opens or one.kind in (Kind.HEAD, Kind.TRAILER)


def _less_certain(one: Segment) -> Segment:
    of_section = one.kind is Kind.BASE or one.rule == "prose"
    return replace(one, certainty=Certainty.MEDIUM) if of_section and one.certainty is Certainty.HIGH else one
