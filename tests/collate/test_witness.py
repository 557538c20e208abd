"""Witness files of every format → a stream of characters with layers, pages and columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from zhushu.collate import witness
from zhushu.collate.witness import GAIJI, WitnessText
from zhushu.errors import CollationError
from zhushu.model import Finding, Witness

HEAD = "# -*- mode: mandoku-view; -*-\n#+TITLE: 試書\n#+PROPERTY: JUAN 1\n"


def load(path: Path) -> tuple[WitnessText, tuple[Finding, ...]]:
    return witness.load(witness.named(path), Path())


def kanripo(tmp_path: Path, body: str, name: str = "KRX_001.txt") -> tuple[WitnessText, list[str]]:
    (tmp_path / name).write_text(HEAD + body, encoding="utf-8")
    text, findings = load(tmp_path)
    return text, [finding.code for finding in findings]


def test_pages_columns_and_indented_notes(tmp_path: Path) -> None:
    body = "<pb:KRX_WYG_001-1a>¶\n𤣥酒在西¶\n　註曰尚之也¶\n<pb:KRX_WYG_001-1b>¶\n¶\n賔拜\ue913¶\n"
    text, codes = kanripo(tmp_path, body)
    assert (text.text, text.layers) == ("𤣥酒在西註曰尚之也賔拜\ue913", "BBBBNNNNNBBB")
    assert (text.siglum, text.title, codes) == ("WYG", "試書", [])
    assert [(b.offset, b.unit, b.n) for b in text.breaks] == [
        (0, "page", "001-1a"),
        (0, "column", "1"),
        (4, "column", "2"),
        (9, "page", "001-1b"),
        (9, "column", "2"),
    ]


def test_a_gaiji_keeps_its_name(tmp_path: Path) -> None:
    text, _ = kanripo(tmp_path, "<pb:KRX_WYG_001-1a>¶\n謂&KR0871;肝(甲&KR0002;/乙丙)¶\n")
    assert text.text == f"謂{GAIJI}肝甲{GAIJI}乙丙"
    assert text.entities == {1: "KR0871", 4: "KR0002"}


def test_notes_in_brackets_run_over_lines_and_pages(tmp_path: Path) -> None:
    body = "<pb:KRX_SBCK_001-1a>¶\n賔禮(辭許¶\n主人)再拜¶\n退(注𤣥¶\n<pb:KRX_SBCK_001-1b>¶\n也)經¶\n"
    text, _ = kanripo(tmp_path, body)
    assert text.text == "賔禮辭許主人再拜退注𤣥也經"
    assert text.layers == "BBNNNNBBBNNNB"
    assert text.base().text == "賔禮再拜退經"
    assert [b.offset for b in text.base().breaks if b.unit == "page"] == [0, 5]


def test_a_control_character_is_passed_over_and_reported(tmp_path: Path) -> None:
    text, codes = kanripo(tmp_path, "<pb:KRX_WYG_001-1a>¶\n主禮者\x01𤣥¶\n")
    assert (text.text, codes) == ("主禮者𤣥", ["C027"])


def test_repeated_page_numbers_and_lost_leaves_are_reported(tmp_path: Path) -> None:
    pages = ["1a", "1b", "1b", "3a", "3b"]
    body = "".join(f"<pb:KRX_SBCK_001-{n}>¶\n{'' if n == '3b' else '經文'}¶\n" for n in pages)
    text, codes = kanripo(tmp_path, body)
    assert [b.n for b in text.breaks if b.unit == "page"] == ["001-1a", "001-1b", "001-1b_2", "001-3a", "001-3b"]
    assert codes == ["C025", "C026"]


WORDS = [
    "主人戒賔",
    "賔禮辭許",
    "再拜送爵",
    "𤣥酒在西",
    "降階揖讓",
    "北面坐奠",
    "爵興受觶",
    "司正升立",
    "衆賔皆坐",
    "獻工于西",
]


@pytest.mark.parametrize("backward", [False, True])
def test_halves_are_put_in_the_right_order(tmp_path: Path, backward: bool) -> None:
    """A text where every word comes whole once and parted by the halves once."""
    whole = "".join(f"{word}也¶\n" for word in WORDS)
    parted = [(f"者曰{word[:2]}", f"{word[2:]}云乎") for word in WORDS]
    columns = "".join(f"({b}/{a})¶\n" if backward else f"({a}/{b})¶\n" for a, b in parted)
    text, codes = kanripo(tmp_path, f"<pb:KRX_SBCK_001-1a>¶\n{whole}{columns}")
    assert text.text == "".join(f"{word}也" for word in WORDS) + "".join(a + b for a, b in parted)
    assert codes == (["C024"] if backward else [])


def test_files_are_read_in_natural_order_and_numbered(tmp_path: Path) -> None:
    for n in ("10", "9"):
        (tmp_path / f"w{n}.txt").write_text(f"<pb:K_W_{n}-1a>¶\n第{n}𤣥¶\n", encoding="utf-8")
    text, _ = load(tmp_path)
    assert (text.text, text.divisions) == ("第9𤣥第10𤣥", ((0, "9"), (3, "10")))


def test_plain_text_has_a_division_for_each_block(tmp_path: Path) -> None:
    file = tmp_path / "laozi.txt"
    file.write_text("道可道\r\n非常道\r\n\r\n天下皆知 𤣥\n", encoding="utf-8")
    text, _ = load(file)
    assert (text.text, text.layers) == ("道可道非常道天下皆知𤣥", "?" * 11)
    assert text.divisions == ((0, "1"), (6, "2"))


TEI = """<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:id="shu"><teiHeader><fileDesc><titleStmt><title>書</title>
</titleStmt></fileDesc></teiHeader><text><body><div type="textpart" subtype="juan" n="5"><pb ed="raw" n="17"/>
<fw type="header">頁</fw><ab type="unit" n="1"><seg type="經"><pb ed="WYG" n="005-1a"/><lb ed="WYG" n="3"/>賔𤣥
<g ref="#puaE14B"/></seg><note type="注"><label>注曰</label>脯<gap reason="illegible" unit="character" quantity="1"/>
</note></ab></div></body><back><p>校</p></back></text></TEI>"""


def test_our_own_tei_is_a_witness(tmp_path: Path) -> None:
    file = tmp_path / "shu.xml"
    file.write_text(TEI, encoding="utf-8")
    text, _ = load(file)
    assert (text.siglum, text.title) == ("shu", "書")
    assert (text.text, text.layers) == (f"賔𤣥{GAIJI}注曰脯□", "BBBNNNN")
    assert text.entities == {2: "puaE14B"}
    assert [(b.offset, b.unit, b.n) for b in text.breaks] == [(0, "page", "005-1a"), (0, "column", "3")]


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("empty.txt", b"# -*- mode: mandoku-view; -*-\n<pb:K_W_1-1a>\xc2\xb6\n", "C021"),
        ("gbk.txt", "經文注曰".encode("gb18030"), "C022"),
        ("cut.txt", "經".encode()[:2], "C022"),
        ("bad.xml", b"<TEI><text>", "C028"),
        ("other.docx", b"PK", "C020"),
    ],
)
def test_a_bad_witness_is_a_finding(tmp_path: Path, name: str, content: bytes, code: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(CollationError) as refused:
        load(tmp_path)
    assert [finding.code for finding in refused.value.findings] == [code]
    assert all(finding.message and "{" not in finding.message for finding in refused.value.findings)


def test_an_unknown_format_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("經𤣥", encoding="utf-8")
    with pytest.raises(CollationError) as refused:
        witness.load(Witness("W", "a.txt", "docx", "text", ""), tmp_path)
    assert refused.value.findings[0].code == "C023"


def test_real_witnesses_keep_every_character(shared: Path) -> None:
    """The leaf of every column, the notes in brackets, the lost leaves of a 四部叢刊 file."""
    text, findings = load(shared / "data" / "kanripo" / "KR1d0026")
    raw = "".join(f.read_text("utf-8") for f in sorted((shared / "data" / "kanripo" / "KR1d0026").iterdir()))
    assert text.text.count("賔") == raw.count("賔")
    assert 0.4 < text.layers.count("B") / len(text.layers) < 0.43
    assert {finding.code for finding in findings} == {"C025", "C026", "C027"}
