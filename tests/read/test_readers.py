"""One test for every reader (law 1): nothing of a file is lost, from the page to the TEI that gives the file back."""

from __future__ import annotations

import builtins
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zhushu.encode import encode
from zhushu.errors import ReadingError
from zhushu.model import Edition, EditionInfo, Kind, MarkKind, Page, PageText, Source
from zhushu.read import pages
from zhushu.read import source as sources
from zhushu.read.reader import Reader
from zhushu.segment import profile, segment_pages
from zhushu.segment.profile import Profile
from zhushu.validate import validate
from zhushu.validate.verify import verify

FORMATS = Path(__file__).parent / "formats"
FILES = sorted(FORMATS.iterdir())
INFO = EditionInfo("formats", {"zh-Hant": "述"}, "lzh-Hant", "general", "2026-11-30", "1", "urn:cts:zhushu:a.b.c")
BY_NAME: dict[str, Reader] = {reader.name: reader for reader in pages.READERS}
EXPECTED = {
    "alto.xml": ("ocr", "士冠禮筮于廟門", "筮者以&蓍"),
    "cbeta.xml": ("tei", "如是我聞", "如是者指法之辭￼"),
    "desktop.html": ("html", "士冠禮。筮于庿門。", "筮者，以蓍問日吉凶於《易》也。𤣥&"),
    "lines.hocr": ("hocr", "士冠禮筮于廟門註曰筮者", ""),
    "mandoku.txt": ("mandoku", "東西也", "東￼謂主人也𤣥"),
    "mobile.html": ("html", "士冠禮。筮于庿門。", "筮者，以蓍問日𤣥。"),
    "page.md": ("markdown", "士冠禮。筮于庿門。", "筮者，以蓍問日𤣥"),
    "page.wiki": ("wikitext", "士冠禮。筮于庿門。", "筮者，以蓍問日￼𤣥吉凶。"),
    "page.xml": ("ocr", "士冠禮筮于廟門", "筮者以蓍𤣥"),
    "punctuated.txt": ("plain", "士冠禮。筮于庿門。", "筮者，以蓍問日吉凶於《易》也𤣥。"),
    "small.docx": ("docx", "士冠禮筮于廟門", "筮者以蓍&問日"),
    "tls.xml": ("tei", "子曰：", ""),
}


def read(reader: Reader, source: Source) -> tuple[Page, ...]:
    """A source → its pages, their marks in order and inside them."""
    found = []
    for k, leaf in enumerate(reader.read(source, frozenset())):
        assert all(a.span.end <= b.span.start for a, b in pairwise(leaf.marks))
        assert all(leaf.span.start <= mark.span.start and mark.span.end <= leaf.span.end for mark in leaf.marks)
        found.append(Page(source, leaf.span, str(k), str(k), marks=leaf.marks, breaks=leaf.breaks, order=leaf.order))
    assert [found[0].span.start, *(page.span.end for page in found)] == [
        *(page.span.start for page in found),
        len(source.text),
    ]
    return tuple(found)


def segmented(found: tuple[Page, ...]) -> tuple[PageText, ...]:
    """Pages → their texts, whose segments tile them."""
    texts, _ = segment_pages(found, general())
    for text in texts:
        at = text.page.span.start
        for span in sorted(span for segment in text.segments for span in segment.spans):
            assert span.start == at
            at = span.end
        assert at == text.page.span.end
    return texts


def words(text: PageText, kind: Kind) -> list[str]:
    shown = text.page.shown()
    found = (segment for segment in text.segments if segment.kind is kind)
    return ["".join("".join(shown[span.start : span.end].split()) for span in one.spans) for one in found]


@cache
def general() -> Profile:
    return profile.load("general", FORMATS)


def tei(texts: tuple[PageText, ...], folder: Path) -> Path:
    path = folder / "formats.xml"
    path.write_bytes(encode(Edition(INFO, general().persons, (), {"xu": "序", "kaozheng": "考證"}, texts)))
    return path


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_reader_loses_nothing(file: Path, tmp_path: Path) -> None:
    reader = pages._reader(file)
    name, base, note = EXPECTED[file.name]
    assert reader.name == name
    source, _ = sources.read(file, FORMATS)
    assert source is not None
    texts = segmented(read(reader, source))
    assert base in [word for text in texts for word in words(text, Kind.BASE)]
    assert not note or note in [word for text in texts for word in words(text, Kind.NOTE)]
    path = tei(texts, tmp_path)
    assert verify(path, [file]) == ()
    assert [one for one in validate(path) if one.severity == "error"] == []


def test_every_reader_has_a_file() -> None:
    assert {EXPECTED[file.name][0] for file in FILES} == set(BY_NAME)


# fmt: off
ALPHABET = [
    *"東西南北上𤣥\ue913○。\n\u3000 ", "\r\n", "¶\n", "<pb:KR_WYG_001-1a>¶\n", "&KR0001;", "(", ")", "/", "（", "）",
    "註曰", "<p>", "</p>", "<small>", "</small>", "<div class='note'>", "</div>", "<br/>", "&#x248E5;", "&amp;",
    "<!-- c -->",
    "<a", "{{*|", "}}", "{{SKchar|𤣥}}", "-{", "}-", "[[a|", "]]", "== ", " ==", "'''", "<ref>", "</ref>", "|", "{{x",
    "# ", "> ", "**", "[^1]", "](x)", "`", "\\", "?>", "<?raw ", "\x01", "---\n", "* ",
]
# fmt: on


@pytest.mark.parametrize("name", ["plain", "mandoku", "wikitext", "html", "hocr", "markdown"])
@given(parts=st.lists(st.sampled_from(ALPHABET), min_size=1, max_size=40))
@settings(max_examples=40)
def test_nothing_is_lost_of_any_text(name: str, parts: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("any")
    file = folder / "any.txt"
    file.write_bytes("".join(parts).encode("utf-8"))
    source, _ = sources.read(file, folder)
    assert source is not None
    path = tei(segmented(read(BY_NAME[name], source)), folder)
    assert verify(path, [file]) == ()


def test_a_package_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "mwparserfromhell":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    source = Source("a.wiki", "0" * 64, "utf-8", "{{*|東}}𤣥")
    with pytest.raises(ReadingError) as caught:
        BY_NAME["wikitext"].read(source, frozenset())
    assert [one.code for one in caught.value.findings] == ["R033"]


@pytest.mark.parametrize("name", ["tei", "ocr"])
def test_xml_that_is_not_well_formed(name: str) -> None:
    with pytest.raises(ReadingError) as caught:
        BY_NAME[name].read(Source("a.xml", "0" * 64, "utf-8", "<TEI><text>𤣥"), frozenset())
    assert [one.code for one in caught.value.findings] == ["R034"]


def test_what_stands_around_the_text_of_a_site() -> None:
    source, _ = sources.read(FORMATS / "desktop.html", FORMATS)
    assert source is not None
    (page,) = read(BY_NAME["html"], source)
    shown = page.shown()
    for word in ("乎者也", "首頁", "編輯", "版權", "整理而成", "維基文庫"):
        assert word not in shown
    assert "𧃊" in shown


def test_regions_in_the_order_of_reading() -> None:
    source, _ = sources.read(FORMATS / "page.xml", FORMATS)
    assert source is not None
    (text,) = segmented(read(BY_NAME["ocr"], source))
    assert words(text, Kind.BASE) == ["士冠禮筮于廟門", "主人玄冠朝服"]
    assert words(text, Kind.NOTE) == ["筮者以蓍𤣥", "主人將冠者之父兄也"]
    assert [mark.kind for mark in text.page.marks].count(MarkKind.SMALL) == 2


def test_templates_nobody_knows_are_reported() -> None:
    source, _ = sources.read(FORMATS / "page.wiki", FORMATS)
    assert source is not None
    (leaf,) = BY_NAME["wikitext"].read(source, frozenset())
    assert [one.code for one in leaf.findings] == ["R036"]
    assert re.search("怪", leaf.findings[0].message)
