"""Golden cases: each folder in cases/ is an edition; what is said of it and what pages come out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from golden import Golden, cases, name, report

from zhushu import resources
from zhushu.errors import ZhushuError
from zhushu.model import Finding, Page
from zhushu.read import decisions, edition, pages

# Codes that no folder of files can show: what the system refuses (test_pages.py), sizes and counts (test_source.py),
# a package that is missing (test_readers.py), the halves of a whole file (test_mandoku.py), raw OCR (test_ocr_text.py),
# the environment (test_commands.py), persons of a profile (test_build.py).
_NOT_IN_CASES = {"R007", "R009", "R016", "R020", "R027", "R033", "R037", "R038", "R039", "R050", "R054", "R057"}


@pytest.mark.parametrize("case", cases(__file__, "cases"), ids=name)
def test_case(case: Path, golden: Golden) -> None:
    found, findings = _read(case / "in")
    golden(case, {"findings.txt": report(findings), "pages.txt": "".join(map(_described, found))})


def test_every_code_has_a_case() -> None:
    codes = set(tomllib.loads(resources.package("findings/reading.toml").read_text("utf-8")))
    said = "".join((case / "golden" / "findings.txt").read_text("utf-8") for case in cases(__file__, "cases"))
    assert {code for code in codes if f"{code} " not in said} == _NOT_IN_CASES


def _read(folder: Path) -> tuple[tuple[Page, ...], tuple[Finding, ...]]:
    try:
        info, about_edition = edition.load(folder)
        decisions.load(folder)
        found, about_pages = pages.pages(folder, info)
    except ZhushuError as error:
        return (), error.findings
    return found, (*about_edition, *about_pages)


def _described(page: Page) -> str:
    return "\n".join(_lines(page)) + "\n\n"


def _lines(page: Page) -> Iterator[str]:
    yield f"{page.source.path}: n {page.n}, juan {page.juan}, section {page.section}"
    yield f"  header {page.header}, number {page.number} of {page.total}"
    yield f"  {page.source.encoding}, {page.span}: {page.source.text!a}"
    for mark in page.marks:
        named = f" {mark.text or mark.name}" if mark.text or mark.name else ""
        indent = f" then {mark.indent}" if mark.indent else ""
        yield f"  {mark.span} {mark.kind}{named}{indent}: {page.source.text[mark.span.start : mark.span.end]!a}"
    for found in page.breaks:
        yield f"  {found.offset}: {found.siglum} {found.unit} {found.n}"
