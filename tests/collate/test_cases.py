"""Golden cases: each folder in cases/ is an edition with witnesses; what is said of it, and what comes out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from golden import Golden, cases, name, report

from zhushu import resources
from zhushu.collate import script
from zhushu.collate.collation import Collation
from zhushu.collate.edition import collate_edition
from zhushu.collate.proposals import has_entries, propose
from zhushu.errors import ZhushuError
from zhushu.model import Finding, Kind, PageText
from zhushu.read import decisions, edition
from zhushu.read.pages import pages
from zhushu.segment import profile, segment_pages

# Codes that a folder of text files with an edition.toml cannot show: see test_witness.py and test_commands.py.
_NOT_IN_CASES = {"C020", "C022", "C023", "C024", "C028", "C040", "C041"}


@pytest.mark.parametrize("case", cases(__file__, "cases"), ids=name)
def test_case(case: Path, golden: Golden) -> None:
    findings, written = _collated(case / "in")
    golden(case, {"findings.txt": report(_relative(found, case) for found in findings), **written})


def test_every_code_has_a_case() -> None:
    codes = set(tomllib.loads(resources.package("findings/collation.toml").read_text("utf-8")))
    said = "".join((case / "golden" / "findings.txt").read_text("utf-8") for case in cases(__file__, "cases"))
    assert {code for code in codes if f"{code} " not in said} == _NOT_IN_CASES


def _collated(folder: Path) -> tuple[tuple[Finding, ...], dict[str, str]]:
    try:
        info, _ = edition.load(folder)
        decided, known = decisions.load(folder), script.load(folder)
        texts, _ = segment_pages(pages(folder, info)[0], profile.load(info.profile, folder))
        _, found = collate_edition(folder, info, texts, decided, profile.load(info.profile, folder))
        proposed = propose(texts, decided, known, found)
    except ZhushuError as error:
        return error.findings, {}
    files = {file: text for file, text in proposed.files.items() if has_entries(text)}
    return (*found.findings, *proposed.findings), {"pages.txt": _described(found), **files}


def _relative(found: Finding, case: Path) -> Finding:
    """Where the checkout stands is not part of a case."""
    place = replace(found.place, file=found.place.file.replace(f"{case}/", ""))
    return replace(found, message=found.message.replace(f"{case}/", ""), place=place)


def _described(found: Collation) -> str:
    return "".join("\n".join(_lines(text)) + "\n\n" for text in found.texts)


def _lines(text: PageText) -> Iterator[str]:
    raw, number_of = text.page.source.text, {segment: unit.n for unit in text.units for segment in unit.segments}
    yield f"page {text.page.n}"
    for segment in text.segments:
        if segment.kind is not Kind.LAYOUT:
            words = _visible(raw[segment.span.start : segment.span.end])
            about = f"{segment.kind} {segment.layer} {segment.evidence} {segment.certainty}"
            yield f"  {number_of.get(segment, '-')} {about}: {words}"
    for reading in text.readings:
        known = [reading.text or "-", reading.other, reading.entity, reading.witness, reading.evidence]
        about = " ".join(part for part in known if part)
        yield f"  {reading.span.start} {reading.kind} {about} {reading.certainty}: {reading.source}"
    for mark in text.breaks:
        yield f"  {mark.offset} {mark.siglum} {mark.unit} {mark.n}"
    yield f"  {_visible(text.reading_text or '')}"
    for choice in text.conversions:
        yield f"  {choice.span.start} {choice.text} or {choice.other}: {choice.certainty}"


def _visible(text: str) -> str:
    return "".join(c if c.isprintable() or c == "\u3000" else f"<{ord(c):04X}>" for c in text)
