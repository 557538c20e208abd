"""Pages → page texts: every stretch of a page with its layer, its voice and why we think so."""

from __future__ import annotations

from collections.abc import Iterable

from zhushu.model import Finding, Page, PageText
from zhushu.segment.engine import segment
from zhushu.segment.profile import Profile
from zhushu.segment.units import last_section, units

__all__ = ["segment_pages"]


def segment_pages(pages: Iterable[Page], profile: Profile) -> tuple[tuple[PageText, ...], tuple[Finding, ...]]:
    """The pages of an edition in its order → their segments and units, and what an editor should look at.

    A section (記) goes on over the pages of its juan, unless a page says where it opens.
    """
    texts: list[PageText] = []
    juan: str | None = None
    section: str | None = None
    for page in pages:
        carried = section if page.juan == juan else None
        section = page.section if page.section is not None else carried
        segments = segment(page, profile, section)
        found = units(page, segments, profile, section)
        texts.append(PageText(page, segments, found))
        section, juan = last_section(found, segments, section), page.juan
    return tuple(texts), profile.findings
