"""Golden cases: the smallest page of each class of trap, and profiles with one slip each."""

from __future__ import annotations

from pathlib import Path

import pytest
from golden import Golden, cases, name, report
from segment.scoring import page

from zhushu.errors import SegmentationError
from zhushu.model import PageText, Segment, Unit
from zhushu.segment import profile, segment_pages
from zhushu.segment.profile import Profile
from zhushu.segment.report import hidden
from zhushu.segment.units import walk


@pytest.mark.parametrize("case", cases(__file__, "pages"), ids=name)
def test_pages(case: Path, golden: Golden, shuzhu: Profile) -> None:
    """in/: pages of one juan, in the order of their names, and perhaps a profile of their own."""
    own = case / "in/profile.toml"
    used = profile.load(own.name, own.parent) if own.is_file() else shuzhu
    files = sorted((case / "in").glob("*.txt"))
    pages = [page(file.read_bytes().decode("utf-8"), file.stem) for file in files]
    texts, findings = segment_pages(pages, used)
    findings = (*findings, *hidden(texts, used))
    golden(
        case,
        {
            "segments.txt": "".join(_page(text) for text in texts),
            "findings.txt": report(finding for finding in findings if finding.code != "S020"),
        },
    )


@pytest.mark.parametrize("case", cases(__file__, "profiles"), ids=name)
def test_profiles(case: Path, golden: Golden) -> None:
    """in/profile.toml → the findings about it."""
    try:
        findings = profile.load("profile.toml", case / "in").findings
    except SegmentationError as error:
        findings = error.findings
    golden(case, {"findings.txt": report(findings)})


def _page(text: PageText) -> str:
    lines = [f"page {text.page.n}\n"]
    for item in walk(text):
        if isinstance(item, Unit):
            told = " ".join(filter(None, (item.id, item.part, item.section)))
            lines.append(f"  unit {told}\n")
            lines += [f"    {_segment(text, segment)}\n" for segment in item.segments]
        else:
            lines.append(f"  {_segment(text, item)}\n")
    return "".join(lines)


def _segment(text: PageText, segment: Segment) -> str:
    """A segment → its words, ○ and marker in brackets, and what is known of it."""
    raw = text.page.source.text
    parts, at = [], segment.span.start
    for span in (segment.sign, segment.marker):
        if span:
            parts.append(f"{raw[at : span.start]}[{raw[span.start : span.end]}]")
            at = span.end
    words = "".join(parts) + raw[at : segment.span.end]
    what = [segment.kind, segment.layer, segment.voice, segment.work]
    why = [segment.evidence, segment.certainty, segment.rule]
    known = f"{' '.join(filter(None, what))} ({', '.join(filter(None, why))})"
    shown = words.encode("unicode_escape").decode() if words.isspace() else words.replace("\n", "")
    return f"{known}: {shown}"
