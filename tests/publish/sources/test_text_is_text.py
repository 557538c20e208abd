"""Whatever the text of an edition is, it is text in every source for print: never a command, a remark or an element."""

from __future__ import annotations

import re
from pathlib import Path
from xml.sax.saxutils import escape

import pikepdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from zhushu import resources, saxon
from zhushu.publish import Options, Texts, print

SMALL = Path(__file__).resolve().parents[1] / "print" / "small.xml"
DESIGN = resources.stylesheet("print/typst/edition.typ").read_text("utf-8")

# titles, persons, witnesses, file names, glyphs, prose of the header; heads, text, apparatus, tables of the body
PLACES = (
    "試禮述註", "Shili shuzhu", "甲某", "encoding<", "zhushu 注疏", "某書局", "CC BY 4.0", "某閣本", "1.txt",
    "befa96fc", "the raw pages", "卷二<",
    "試射第二", "自原頁識別", "異體字照錄", "U+E14B", "KR1297", "乙某", "Yi Mou", "唐<",
    "試冠第一", "門外者", "註曰<", "士戀反",
    "醢<", "布衰裳", "卷一終", "字庫所無", "矣<", "記鄉朝服", 'n="1_1', 'n="001-1a',
)  # fmt: skip

SEPARATORS = "\x85\u2028\u2029"
UNSEEN = "\ufeff\u200b\u200d\u2060\xad\u202e\u2066\u3164\ufff8\U000e0001\U000e0100\ufe00"
NOT_DRAWN = "\x80\x9f\x7f\ufff9\ufffc\ufffd\ufdd0\U0001fffe\U000f0000\ue913"
MARKUP = "\\\"'#[]{}$*_`<>&@~^%-=/(),;:|!?"
hostile = st.text(st.sampled_from(MARKUP + SEPARATORS + UNSEEN + NOT_DRAWN + "𤣥㪷//ab"), max_size=20)


def with_everywhere(text: str, tei: Path) -> Path:
    """The small edition with `text` in every place that holds text."""
    edition = SMALL.read_text("utf-8")
    quoted = escape(text, {'"': "&quot;"})
    for place in PLACES:
        assert place in edition
        edition = edition.replace(place, f"{place.rstrip('<')}{quoted}乙{'<' if place.endswith('<') else ''}")
    tei.write_text(edition, "utf-8")
    return tei


def source(name: str, text: str, folder: Path) -> str:
    """An edition that says `text` everywhere → the source `name` for print."""
    out = folder / "out"
    saxon.transform(resources.stylesheet(name), with_everywhere(text, folder / "in.xml"), out)
    return out.read_bytes().decode()


def typst(made: str) -> str:
    """A Typst source → its code alone, as Typst reads it; numbers count characters and differ."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', '""', made.replace(DESIGN, ""), flags=re.DOTALL)
    bare = re.sub("[0-9]+", "0", bare)
    return re.sub("//[^\n\v\f\r\x85\u2028\u2029]*", "", bare)


def latex(made: str) -> list[str]:
    """A LaTeX source → its commands and braces."""
    text = re.sub(r"\\text\w+\{\}|\{-\}|\\[{}$&#_%]", "x", made)
    return re.findall(r"\\\\|\\\w+|[{}%$&#_~^\\]|--|''|``|[\x85\u2028\u2029]", text)


def elements(made: str) -> list[tuple[str, list[str]]]:
    """An XML source → its elements with the names of their attributes."""
    return [(str(element.tag), sorted(map(str, element.keys()))) for element in etree.fromstring(made.encode()).iter()]


SKELETONS = {
    "print/typst.xsl": typst,
    "export/luatex.xsl": latex,
    "export/fo.xsl": elements,
    "export/paged.xsl": elements,
}


@pytest.mark.parametrize("name", SKELETONS)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(text=hostile)
def test_no_text_is_markup(name: str, text: str, tmp_path: Path) -> None:
    skeleton = SKELETONS[name]
    assert skeleton(source(name, text, tmp_path)) == skeleton(source(name, "丙", tmp_path))


@pytest.mark.parametrize("separator", SEPARATORS, ids=lambda character: f"U+{ord(character):04X}")
def test_a_line_separator_ends_nothing(separator: str, tmp_path: Path) -> None:
    """Typst ends a remark at any line separator of Unicode."""
    text = f'{separator}#panic("code"){separator}\\undefined'
    for name, skeleton in SKELETONS.items():
        assert skeleton(source(name, text, tmp_path)) == skeleton(source(name, "丙", tmp_path))


def test_an_edition_with_any_characters_is_printed(tmp_path: Path) -> None:
    """What draws nothing is passed over, what no font draws is 〓 and found; both books are made."""
    tei = with_everywhere(UNSEEN + SEPARATORS + NOT_DRAWN + MARKUP, tmp_path / "in.xml")
    (tmp_path / "out").mkdir()
    findings = print.publish(Texts(tei), tmp_path / "out", Options("small", {}))
    listed = {match[1] for found in findings if (match := re.search(r"\((U\+[0-9A-F]+)\)", found.message))}
    assert {found.code for found in findings} == {"P101"}
    assert listed == {f"U+{ord(character):04X}" for character in NOT_DRAWN}
    for name in ("small-modern.pdf", "small-woodblock.pdf"):
        with pikepdf.open(tmp_path / "out" / name) as pdf:
            assert len(pdf.pages) > 3
