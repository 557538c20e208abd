"""Every file that a document of the project names is there, and so is every picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import CHECKOUT

DOCUMENTS = sorted([*CHECKOUT.glob("*.md"), *(CHECKOUT / "docs").glob("*.md"), CHECKOUT / "output" / "README.md"])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_links(document: Path) -> None:
    for address in re.findall(r"\]\(([^)\s]+)\)", document.read_text("utf-8")):
        if "://" not in address and not address.startswith("#"):
            assert (document.parent / address.split("#")[0]).exists(), address


def test_the_version_is_everywhere_the_same() -> None:
    from zhushu import __version__

    assert f"\nversion: {__version__}\n" in (CHECKOUT / "CITATION.cff").read_text("utf-8")
    assert re.findall(r"(?m)^## (\S+)", (CHECKOUT / "CHANGELOG.md").read_text("utf-8"))[0] == __version__


def test_the_picture_is_small() -> None:
    assert (CHECKOUT / "docs" / "images" / "edition.png").stat().st_size < 300_000
