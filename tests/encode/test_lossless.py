"""Law 1: whatever the pages hold and however they are cut, the TEI file gives every page back; law 5: ids stay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from encode.editions import edition, page_text, page_texts, source
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lxml import etree

from zhushu.encode import encode
from zhushu.model import Break, Kind, Page, PageText, Reading, ReadingKind, Segment, Span
from zhushu.validate.verify import verify

XML_ID = "{http://www.w3.org/XML/1998/namespace}id"


def proved(tei: bytes, pages: tuple[PageText, ...]) -> list[str]:
    """A TEI file and the pages it was made from → the codes of what `verify` finds."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "edition.xml")
        path.write_bytes(tei)
        raws = [Path(folder, page.page.source.path) for page in pages]
        for raw, page in zip(raws, pages, strict=True):
            raw.write_bytes(page.page.source.text.encode("utf-8", "surrogatepass"))
        return [finding.code for finding in verify(path, raws)]


@settings(max_examples=300, deadline=None)
@given(page_texts("1"), page_texts("2", 2))
def test_tei_gives_every_page_back(first: PageText, second: PageText) -> None:
    assert proved(encode(edition(first, second)), (first, second)) == []


@settings(max_examples=100, deadline=None)
@given(page_texts("1"), st.data())
def test_a_changed_character_is_found(page: PageText, data: st.DataObject) -> None:
    text = page.page.source.text
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from("一\ue914𤣥 \u3000"))
    changed = text[:at] + other + text[at + 1 :]
    assume(changed != text and "\r" not in text and not changed.startswith("\ufeff"))
    with TemporaryDirectory() as folder:
        tei, raw = Path(folder, "edition.xml"), Path(folder, page.page.source.path)
        tei.write_bytes(encode(edition(page)))
        raw.write_bytes(changed.encode("utf-8", "surrogatepass"))
        found = verify(tei, [raw])
    assert [finding.code for finding in found] == ["V207"]
    assert found[0].place.offset == at


@settings(max_examples=100, deadline=None)
@given(page_texts("1"), page_texts("2", 2), page_texts("3", 5))
def test_ids_do_not_change_when_pages_arrive(first: PageText, second: PageText, third: PageText) -> None:
    alone = _ids(encode(edition(second)))
    for pages in ((first, second), (second, third), (first, second, third), (third, second, first)):
        assert alone <= _ids(encode(edition(*pages)))


def _ids(tei: bytes) -> set[str]:
    """All that has an identifier: passages, pages, divisions, anchors, entries of the apparatus."""
    text = etree.fromstring(tei).find("{*}text")
    assert text is not None
    return {e.get(XML_ID, "") for e in text.iter()} - {""}


FORGERIES = {
    "U+E913</mapping>": ("</mapping>", "U+FFFFFF</mapping>"),
    'rend="U+3000"/>': ('rend="U+3000">偽</space>', 'rend="U+FFFFFF"/>'),
    'rend="U+25A1"/>': ('rend="U+25A1">偽</gap>', "/>"),
    "<pb": ("<?raw \\u{FFFFFF}x?><pb", "偽<pb"),
}


@pytest.mark.parametrize(("true", "forged"), [(t, f) for t, forged in FORGERIES.items() for f in forged])
def test_a_forged_file_proves_nothing(true: str, forged: str) -> None:
    text = "經\ue913□𤣥\u3000注"
    readings = (Reading(Span(1, 2), ReadingKind.GAIJI, "𧃊"), Reading(Span(2, 3), ReadingKind.LACUNA))
    page = page_text(Page(source(text), Span(0, 6), "1", "5"), [Segment(Span(0, 6), Kind.BASE, "經")], readings)
    page = replace(page, breaks=(Break(3, "page", "1a", "WYG"),))
    tei = encode(edition(page)).decode()
    assert proved(tei.encode(), (page,)) == []
    before, _, after = tei.rpartition(true)
    assert proved(f"{before}{forged}{after}".encode(), (page,)) != []
