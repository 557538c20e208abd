"""The examples of docs/tei.md are taken from the document that the tests hold valid."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = (HERE.parent.parent / "docs" / "tei.md").read_text("utf-8")
EXAMPLES = re.findall(r"```xml\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_example(example: str) -> None:
    valid = (HERE / "valid.xml").read_text("utf-8")
    assert example.strip() in valid


def test_the_page_names_codes_that_there_are() -> None:
    from zhushu.findings import catalogue

    assert EXAMPLES
    assert set(re.findall(r"\bV\d{3}\b", PAGE)) <= set(catalogue())
