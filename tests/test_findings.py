"""The catalogue of findings is whole, is what the code uses, and docs/findings.md is made from it."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from conftest import CHECKOUT

from zhushu.findings import FAMILIES, catalogue, finding
from zhushu.findings.page import page
from zhushu.model import Place

PAGE = CHECKOUT / "docs" / "findings.md"


def test_the_page_is_in_step(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--regenerate"):
        PAGE.write_text(page(), "utf-8")
    assert PAGE.read_text("utf-8") == page(), "pytest --regenerate tests/test_findings.py writes it"


@pytest.mark.parametrize("code", sorted(catalogue()))
def test_an_entry_says_what_is_wrong_and_what_to_do(code: str) -> None:
    entry = catalogue()[code]
    assert re.fullmatch(r"[A-Z]\d{3}", code)
    assert code[0] in FAMILIES
    for text in (entry.message, entry.hint, entry.about, entry.example):
        assert text.strip()
    fields = {name for text in (entry.message, entry.hint) for _, name, _, _ in string.Formatter().parse(text) if name}
    made = finding(code, Place("𤣥.txt"), **{field: f"<{field}>" for field in fields})
    assert all(f"<{field}>" in made.message + made.hint for field in fields)


def test_every_code_is_used_and_every_used_code_is_there() -> None:
    """Codes stand in quotes in the code; the constraints of the ODD carry theirs in the schema."""
    sources = [*(CHECKOUT / "pipeline" / "zhushu").rglob("*.py"), CHECKOUT / "schema" / "zhushu.odd"]
    quoted = {code for path in sources for code in _codes(path)}
    assert catalogue().keys() - quoted == set()
    assert quoted - catalogue().keys() == set()


def _codes(path: Path) -> list[str]:
    return re.findall(rf'"([{"".join(FAMILIES)}]\d{{3}})"', path.read_text("utf-8"))
