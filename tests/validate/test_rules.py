"""Each rule of the contract fires on what breaks it, and on nothing else."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from lxml import etree

from zhushu import resources
from zhushu.findings import catalogue
from zhushu.validate import validate

HERE = Path(__file__).parent
VALID = (HERE / "valid.xml").read_text("utf-8")
CASES = tomllib.loads((HERE / "rules.toml").read_text("utf-8"))["case"]


def test_every_constraint_has_a_case() -> None:
    constraints = {pattern.get("id") for pattern in etree.parse(resources.schema("zhushu.sch")).iter("{*}pattern")}
    assert constraints <= {code for case in CASES for code in case["codes"]}
    assert {code for case in CASES for code in case["codes"]} <= set(catalogue())


def changed(text: str, changes: list[list[str]]) -> str:
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in valid.xml"
        text = text.replace(old, new)
    return text


def test_the_document_is_valid() -> None:
    assert validate(HERE / "valid.xml") == ()
    assert validate(HERE / "valid.xml", "tei-all") == ()


@pytest.mark.parametrize("case", CASES, ids=[case["what"] for case in CASES])
def test_rule(case: dict[str, list[list[str]]], tmp_path: Path) -> None:
    path = tmp_path / "document.xml"
    path.write_text(changed(VALID, case["change"]), "utf-8")
    findings = validate(path)
    assert {found.code for found in findings} == set(case["codes"]), "\n".join(map(str, findings))
    assert all(found.place.file == str(path) for found in findings)
    assert all(found.place.line for found in findings if found.code != "V009")
