"""Round trip: a TEI file of zhushu → the edition in it → the same file, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from encode.editions import edition, page_text, page_texts, source
from hypothesis import given, settings

from zhushu.encode import encode
from zhushu.encode.decode import decode
from zhushu.errors import TeiError
from zhushu.model import Kind, Page, PageText, Reading, ReadingKind, Segment, Span
from zhushu.read import edition as editions
from zhushu.run import text
from zhushu.run.job import Target
from zhushu.validate import validate


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


CUTS = {
    "a reading of a code point that needs none": ("<  \ue913", [(0, 4)], Reading(Span(1, 2), ReadingKind.GAIJI)),
    "a border in the middle of a line end": ("𤣥\r\n\x85", [(0, 2), (2, 4)], None),
    "a control character that stands for another": ("一\x01", [(0, 2)], Reading(Span(1, 2), ReadingKind.GAIJI, "𧃊")),
}


@pytest.mark.parametrize("case", CUTS)
def test_cuts_and_characters_that_are_rare(case: str, tmp_path: Path) -> None:
    text, spans, reading = CUTS[case]
    page = Page(source(text), Span(0, len(text)), "1", "5")
    segments = [Segment(Span(*span), Kind.BASE, "經") for span in spans]
    written = encode(edition(page_text(page, segments, (reading,) if reading else ())))
    assert again(written, tmp_path) == written


@pytest.mark.parametrize("content", ["<TEI/>", "no XML", '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text/></TEI>'])
def test_what_is_no_edition_of_ours(content: str, tmp_path: Path) -> None:
    (tmp_path / "other.xml").write_text(content, "utf-8")
    with pytest.raises(TeiError) as caught:
        decode(tmp_path / "other.xml")
    assert [one.code for one in caught.value.findings] == ["T001"]


@pytest.mark.parametrize("reference", ["&#xD;", "&#9;", "&#x2028;", "&#x3000;", "&nbsp;"])
def test_a_character_reference_for_white_space_is_white_space(tmp_path: Path, reference: str) -> None:
    page = tmp_path / "ed" / "1.md"
    page.parent.mkdir()
    page.write_text(f"# 儀禮\n\n司射𤣥適堂西{reference}命\ue913弟子。\n", "utf-8")
    known, _ = text.edition_of(Target("ed", page.parent, tmp_path / "out"))
    written = encode(known)
    space = f'西<space unit="character" quantity="{len(reference)}"><?raw {reference}?></space>命'
    assert space in written.decode()
    assert again(written, tmp_path) == written
    assert {found.code for found in validate(tmp_path / "edition.xml")} <= {"V095"}
