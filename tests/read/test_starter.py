"""The starter edition.toml says what would have been assumed, so that it changes nothing until it is corrected."""

from __future__ import annotations

import datetime
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from zhushu.errors import EditionError, ReadingError
from zhushu.read import edition, pages
from zhushu.read.starter import init

TODAY = datetime.date(2026, 11, 30)


def pages_of(folder: Path) -> dict[str, object]:
    info, _ = edition.load(folder)
    found, _ = pages.pages(folder, info)
    return {page.source.path: page for page in found}


def test_a_started_edition_has_the_same_pages(tmp_path: Path, seeds: Path) -> None:
    for path in seeds.glob("*.txt"):
        shutil.copy(path, tmp_path)
    bare, info = pages_of(tmp_path), edition.load(tmp_path)[0]
    (tmp_path / "edition.toml").write_text(init(tmp_path, TODAY), "utf-8")
    started, findings = edition.load(tmp_path)
    assert [found.code for found in findings] == ["R070"]  # that it has the title in one script
    assert pages_of(tmp_path) == bare
    assert replace(started, pages=(), date="") == info
    assert started.date == "2026-11-30"


def test_the_numbers_of_the_headers_give_the_order(tmp_path: Path) -> None:
    for file, number in (("a", 3), ("b", 1), ("c", 20), ("d", 3)):
        (tmp_path / f"{file}.txt").write_text(f"仪礼述注 - 第 {number} 页\n\n大夫{file}\U000248e5\ue913", "utf-8")
    (tmp_path / "edition.toml").write_text(init(tmp_path), "utf-8")
    info, _ = edition.load(tmp_path)
    assert [(page.file, page.n) for page in info.pages] == [
        ("b.txt", "1"),
        ("a.txt", "a"),
        ("d.txt", "d"),
        ("c.txt", "20"),
    ]
    assert info.date == ""
    assert list(pages_of(tmp_path)) == ["b.txt", "a.txt", "d.txt", "c.txt"]


def test_the_juan_is_the_one_that_a_build_takes(tmp_path: Path) -> None:
    juan = "仪礼述注\n\n仪礼述注卷{n}\n\n大夫\U000248e5\ue913{n}\n\n仪礼述注卷{n}"
    for file, n in (("1", "五"), ("3", "七")):
        (tmp_path / f"{file}.txt").write_text(juan.format(n=n), "utf-8")
    for file in ("0", "2", "4"):
        (tmp_path / f"{file}.txt").write_text(f"仪礼述注\n\n大夫{file}", "utf-8")
    bare = pages_of(tmp_path)
    text = init(tmp_path)
    said = [line for line in text.splitlines() if "juan = " in line and "[" not in line]
    named = "  # as the page says"
    assert said == ['# juan = "1"', f'juan = "5"{named}', '# juan = "5"', f'juan = "7"{named}', '# juan = "7"']
    (tmp_path / "edition.toml").write_text(text.replace('# juan = "', 'juan = "'), "utf-8")
    assert pages_of(tmp_path) == bare


def test_a_book_is_given_no_juan(tmp_path: Path) -> None:
    juan = "仪礼述注卷{n}\n\n大夫\U000248e5\ue913{n}\n\n"
    (tmp_path / "book.txt").write_text("仪礼述注\n\n" + "".join(juan.format(n=n) for n in "五六七"), "utf-8")
    (tmp_path / "edition.toml").write_text(init(tmp_path), "utf-8")
    found, _ = pages.pages(tmp_path, edition.load(tmp_path)[0])
    assert [page.juan for page in found] == ["5", "6", "7"]


def test_what_is_wrong_with_a_page_stands_beside_it(tmp_path: Path) -> None:
    (tmp_path / '"𤣥.txt').write_text("大夫", "utf-8")
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "odd.txt").write_text("大夫\x01", "utf-8")
    text = init(tmp_path, TODAY)
    assert '# R002: the file is empty: it ends at byte 0\n[[page]]\nfile = "empty.txt"' in text
    assert '# R011: control character U+0001\n[[page]]\nfile = "odd.txt"' in text
    (tmp_path / "edition.toml").write_text(text, "utf-8")
    assert [page.file for page in edition.load(tmp_path)[0].pages] == ['"𤣥.txt', "empty.txt", "odd.txt"]


def test_nothing_to_start_from(tmp_path: Path) -> None:
    for folder, code, error in ((tmp_path, "R020", ReadingError), (tmp_path / "none", "R050", EditionError)):
        with pytest.raises(error) as caught:
            init(folder)
        assert [found.code for found in caught.value.findings] == [code]
