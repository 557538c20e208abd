"""Round trip: a TEI file of zhushu → the edition in it → the same file, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from encode.editions import edition, page_texts
from hypothesis import given, settings

from zhushu.encode import encode
from zhushu.encode.decode import decode
from zhushu.errors import TeiError
from zhushu.model import PageText
from zhushu.read import edition as editions
from zhushu.run import text
from zhushu.run.job import Target


def again(content: bytes, folder: Path) -> bytes:
    path = folder / "edition.xml"
    path.write_bytes(content)
    return encode(decode(path))


def test_the_seeds(seeds: Path, tmp_path: Path) -> None:
    info, _ = editions.load(seeds)
    known, _ = text.edition_of(Target(info.id, seeds, tmp_path / "out"))
    written = encode(known)
    assert again(written, tmp_path) == written


@settings(max_examples=100)
@given(page_texts("1", None), page_texts("2", None))
def test_any_edition(tmp_path_factory: pytest.TempPathFactory, first: PageText, second: PageText) -> None:
    written = encode(edition(first, second))
    assert again(written, tmp_path_factory.mktemp("any")) == written


@pytest.mark.parametrize("content", ["<TEI/>", "no XML", '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text/></TEI>'])
def test_what_is_no_edition_of_ours(content: str, tmp_path: Path) -> None:
    (tmp_path / "other.xml").write_text(content, "utf-8")
    with pytest.raises(TeiError) as caught:
        decode(tmp_path / "other.xml")
    assert [one.code for one in caught.value.findings] == ["T001"]
