"""verify: which raw file is which, and what it says of files that mean harm."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace
from pathlib import Path

import pytest
from encode.editions import edition, page_text, source
from lxml import etree

from zhushu.encode import encode, reading_text
from zhushu.model import Kind, Page, Segment, Span
from zhushu.validate import validate
from zhushu.validate.verify import verify

VALID = (Path(__file__).parent / "valid.xml").read_text("utf-8")
NAMES = {"a.txt": "一\ue913", "sub/a.txt": "二𤣥", "sub/sub/a.txt": "三", "b.txt": "四"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An edition with pages of one name in several folders, and its TEI file."""
    pages = []
    for n, (name, text) in enumerate(NAMES.items(), 1):
        path = tmp_path / "edition" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        page = Page(source(text, name), Span(0, len(text)), str(n), "5", n)
        pages.append(page_text(page, [Segment(Span(0, len(text)), Kind.BASE, "經")]))
    (tmp_path / "edition.xml").write_bytes(encode(edition(*pages)))
    return tmp_path / "edition"


def proved(folder: Path, *raws: str | Path) -> list[str]:
    return [found.code for found in verify(folder.parent / "edition.xml", list(map(Path, raws)))]


def test_files_of_one_name_in_any_order(folder: Path) -> None:
    raws = [folder / name for name in NAMES]
    assert proved(folder, *raws) == []
    assert proved(folder, *reversed(raws)) == []


def test_a_folder_stands_for_its_files(folder: Path) -> None:
    (folder / "edition.toml").write_text("x", "utf-8")
    assert proved(folder, folder) == []
    assert proved(folder, folder / "sub", folder / "a.txt") == ["V204"]


def test_relative_paths(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "sub")
    assert proved(folder, "../a.txt", "a.txt", "./sub/a.txt", "../sub/../b.txt") == []
    assert proved(folder, "..") == []
    monkeypatch.chdir(folder)
    assert proved(folder, ".") == []


def test_files_that_are_missing_or_too_many(folder: Path) -> None:
    other = folder / "other.txt"
    other.write_text("五", "utf-8")
    assert proved(folder, folder / "sub" / "a.txt") == ["V204", "V204", "V204"]
    assert sorted(proved(folder, folder, other)) == ["V203"]
    assert proved(folder, *[folder / name for name in NAMES], folder / "a.txt") == []


ENCODINGS = ("idna", "punycode", "rot13", "hex", "zlib", "undefined", "nonsense", "unicode_escape", "", "\ue913", "𤣥")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_is_no_encoding_of_text(encoding: str, folder: Path) -> None:
    tei = folder.parent / "edition.xml"
    named = tei.read_text("utf-8").replace('"encoding">utf-8<', f'"encoding">{encoding}<')
    tei.write_text(named, "utf-8")
    assert set(proved(folder, folder)) <= {"V205", "V207"}
    assert proved(folder, folder)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16-le-sig", "utf-32-be-sig", "gb18030-sig", "cesu-8", "big5"])
def test_an_encoding_that_pages_are_read_by(encoding: str, tmp_path: Path) -> None:
    from zhushu.read import source as reading

    text = "一二" if encoding == "big5" else "一\ue913𤣥"
    known = replace(source(text, "1.txt"), encoding=encoding)
    content = reading.encode(known)
    page = Page(replace(known, sha256=hashlib.sha256(content).hexdigest()), Span(0, len(text)), "1", "5", 1)
    (tmp_path / "1.txt").write_bytes(content)
    tei = tmp_path / "1.xml"
    tei.write_bytes(encode(edition(page_text(page, [Segment(Span(0, len(text)), Kind.BASE, "經")]))))
    assert verify(tei, [tmp_path / "1.txt"]) == ()


NASTY = (
    "",
    " ",
    "#",
    "p1:0,4 p2:0,1",
    "p1:4,0",
    "p1:-1,4",
    f"p1:{'9' * 5000},{'9' * 5001}",
    "p1:٣,٤",
    "U+FFFFFF",
    "U+D800",
    "9" * 5000,
    "raw/%FF#char=$1",
    "raw/../../etc/passwd#char=$1",
    "..",
    "/",
    "\ue913",
    "𤣥",
    "idna",
    "(",
    "{}",
    "#p1.c22",
)


def mutant(chance: random.Random) -> bytes:
    """The valid document with one to four changes of any kind."""
    root = etree.fromstring(VALID.encode())
    for _ in range(chance.randint(1, 4)):
        elements = list(root.iter("*"))[1:]
        element, other = chance.choice(elements), chance.choice(elements)
        parent = element.getparent()
        assert parent is not None
        match chance.randrange(9):
            case 0 | 1 | 2 if element.attrib:
                element.set(chance.choice(sorted(element.attrib)), chance.choice(NASTY))
            case 3:
                element.text = chance.choice(NASTY)
            case 4:
                element.tag = other.tag
            case 5:
                parent.remove(element)
            case 6 if element not in other.iterancestors() and element is not other:
                other.append(element)
            case 7:
                element.append(etree.ProcessingInstruction("raw", chance.choice(NASTY) + "\\u{FFFFFF}\\"))
            case _:
                element.append(etree.Comment("𤣥"))
    return etree.tostring(root, encoding="utf-8")


def test_nothing_that_is_xml_stops_verify_or_check(tmp_path: Path) -> None:
    """Whatever is wrong is a finding, never an exception."""
    chance = random.Random(913)
    raw = tmp_path / "1.txt"
    raw.write_text("样本注疏\n样本第五", "utf-8")
    tei = tmp_path / "x.xml"
    for number in range(300):
        tei.write_bytes(mutant(chance))
        assert verify(tei, [raw])
        if number % 6 == 0:
            validate(tei)
            validate(tei, "tei-all")


def test_a_reading_text_is_said_to_be_one(folder: Path) -> None:
    """It has not the characters of the pages, and that is no fault of the pages."""
    text = (folder / "a.txt").read_text("utf-8") + "门𤣥\ue913"
    (folder / "a.txt").write_text(text, "utf-8")
    page = page_text(
        Page(source(text, "a.txt"), Span(0, len(text)), "1", "5", 1), [Segment(Span(0, len(text)), Kind.BASE, "經")]
    )
    tei = folder.parent / "edition.hant.xml"
    tei.write_bytes(reading_text(edition(replace(page, reading_text=text.replace("\u95e8", "\u9580")))))
    found = verify(tei, [folder])
    assert [one.code for one in found] == ["V213"]
    assert "tei/test.xml" in found[0].hint
    tei.write_bytes(reading_text(edition(replace(page, reading_text=text))))
    assert verify(tei, [folder]) == ()
