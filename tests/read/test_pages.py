"""Pages: their order, number and header; what cases/ cannot hold."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zhushu.errors import ReadingError
from zhushu.model import EditionInfo, Page, PageEntry, Span
from zhushu.read import edition, pages, plain
from zhushu.read.names import ascii_name, natural, page_name

INFO = EditionInfo("yili", {"zh-Hans": "仪礼述注"}, "lzh-Hans", "shuzhu", "2026-11-30", "1", "urn:x:y")
_TITLES = frozenset(["仪礼述注", "𤣥\ue913"])


def page(folder: Path, text: str) -> Page:
    (folder / "1.txt").write_bytes(text.encode())
    (found,), _ = pages.pages(folder, INFO)
    return found


def codes(caught: pytest.ExceptionInfo[ReadingError]) -> list[str]:
    return [found.code for found in caught.value.findings]


def test_the_seeds(seeds: Path) -> None:
    info, assumed = edition.load(seeds)
    found, strange = pages.pages(seeds, info)
    assert assumed == strange == ()
    assert [(one.n, one.juan, one.number, one.total, one.section) for one in found] == [
        ("000", "5", None, None, None),
        ("17", "5", 17, 71, "ji"),
        ("001", "6", None, None, None),
        ("22", "7", 22, 71, None),
        ("63", "15", 63, 71, None),
    ]
    assert [one.header for one in found] == [Span(0, 4), Span(0, 20), Span(0, 4), Span(0, 20), Span(0, 20)]
    assert all(one.span == Span(0, len(one.source.text)) for one in found)


@pytest.mark.parametrize(
    ("line", "number", "total"),
    [
        ("仪礼述注", None, None),
        ("𤣥\ue913", None, None),
        ("仪礼述注 - 第 22 页/共 71 页", 22, 71),
        ("别的书 — 第1頁 / 共 9 頁", 1, 9),
        ("仪礼述注·第３頁", 3, None),
        ("第 22 页，共 71 页", 22, 71),
        ("𤣥\ue913 第007页", 7, None),
    ],
)
@pytest.mark.parametrize("before", ["", "\n", "　　", "\r\n \n"])
@pytest.mark.parametrize("after", ["", "\n\n大夫", "\r\n", " 　\n大夫", "\r大夫"])
def test_headers(before: str, line: str, after: str, number: int | None, total: int | None) -> None:
    found = plain.header(before + line + after, _TITLES)
    assert found is not None
    assert (found.span, found.number, found.total) == (Span(len(before), len(before) + len(line)), number, total)


@pytest.mark.parametrize(
    "line", ["", " 　\n", "大夫升", "仪礼述注卷一", "注曰仪礼述注", "　　注曰见第 22 页注也", "第 22 页", "第二十二页"]
)
def test_lines_that_are_no_header(line: str) -> None:
    found = plain.header(line + "\n\n大夫", _TITLES)
    assert (found is None) == (line != "第 22 页")


@given(st.text(st.sampled_from("仪礼述注 -第22页/共71\n\r\t　𤣥\ue913\x01"), max_size=30))
def test_a_header_is_a_line_without_white_space_around_it(text: str) -> None:
    found = plain.header(text, _TITLES)
    if found:
        line = text[found.span.start : found.span.end]
        assert line == line.strip() != ""
        assert "\n" not in line
        assert "\r" not in line
        assert not text[: found.span.start].strip()


def test_the_title_of_the_edition_is_a_header_only_as_a_whole_line(tmp_path: Path) -> None:
    assert page(tmp_path, "仪礼述注\n\n大夫").header == Span(0, 4)
    assert page(tmp_path, "仪礼述注大夫\n\n升").header is None


def test_a_long_first_line_without_line_end_is_text(tmp_path: Path) -> None:
    assert page(tmp_path, "大夫升　　注曰\U000248e5\ue913" * 100_000).header is None


def test_no_pages(tmp_path: Path) -> None:
    (tmp_path / "README.txt").write_text("x", "utf-8")
    (tmp_path / ".hidden.txt").write_text("x", "utf-8")
    (tmp_path / "folder.txt").mkdir()
    with pytest.raises(ReadingError) as caught:
        pages.pages(tmp_path, INFO)
    assert codes(caught) == ["R020"]


def test_a_listed_page_that_went_away(tmp_path: Path) -> None:
    (tmp_path / "1.txt").write_text("大夫", "utf-8")
    info = EditionInfo(
        "x", {}, "lzh-Hans", "shuzhu", "", "1", "urn:x:y", pages=(PageEntry("1.txt"), PageEntry("2.txt"))
    )
    with pytest.raises(ReadingError) as caught:
        pages.pages(tmp_path, info)
    assert codes(caught) == ["R007"]


def test_an_encoding_named_on_the_command_line_is_checked(tmp_path: Path) -> None:
    info = EditionInfo("x", {}, "lzh-Hans", "shuzhu", "", "1", "urn:x:y", encoding="gb-x")
    with pytest.raises(ReadingError) as caught:
        pages.pages(tmp_path, info)
    assert codes(caught) == ["R049"]


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    try:
        (tmp_path / os.fsdecode("第22页.txt".encode("gbk"))).write_text("大夫", "utf-8")
    except (OSError, UnicodeError):
        pytest.skip("this file system takes only names that are text")
    with pytest.raises(ReadingError) as caught:
        pages.pages(tmp_path, INFO)
    assert codes(caught) == ["R027"]
    caught.value.findings[0].place.file.encode("utf-8")


def test_the_number_of_a_page_does_not_depend_on_other_pages(tmp_path: Path) -> None:
    """Law 5: the n that goes into identifiers comes from the page alone."""
    numbers: dict[str, str] = {}
    for file in ("卷下.txt", "10.txt", "9.txt", "卷上.txt", "p-1.txt"):
        number = "" if file[0] != "9" else " 第 22 页"
        (tmp_path / file).write_text(f"仪礼述注{number}\n\n大夫{file}", "utf-8")
        found, _ = pages.pages(tmp_path, INFO)
        now = {one.source.path: one.n for one in found}
        assert numbers.items() <= now.items()
        numbers = now
    assert list(numbers.values()) == ["22", "10", "p1", "u5377u4e0a", "u5377u4e0b"]


@given(st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("卷五𤣥\ue913 -_.()"), max_size=12))
def test_any_name_becomes_ascii(name: str) -> None:
    assert ascii_name(name).isascii()
    assert ascii_name(name).replace("_", "a").isalnum()
    assert re.fullmatch("[0-9a-z]+", page_name(name))


@pytest.mark.parametrize(
    ("stem", "n"),
    [
        ("22", "22"),
        ("1-11", "1x11"),
        ("11_1", "11x1"),
        ("P.7", "p7"),
        ("page-2 (1)", "page2x1"),
        ("卷𤣥", "u5377u248e5"),
        ("000_4b0d", "000x4b0d"),
        ("仪礼_page22", "u4eeau793cpage22"),
        ("---", "0"),
    ],
)
def test_the_number_made_of_a_file_name(stem: str, n: str) -> None:
    assert page_name(stem) == n


@given(st.lists(st.text(st.sampled_from("a卷𤣥0123９٣"), max_size=6), max_size=6))
def test_names_have_a_natural_order(names: list[str]) -> None:
    assert sorted(set(names), key=natural) == sorted(set(names[::-1]), key=natural)
    assert sorted(["p10", "p9", "p", "𤣥2", "𤣥10"], key=natural) == ["p", "p9", "p10", "𤣥2", "𤣥10"]
