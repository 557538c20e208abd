"""The font plan, and the pack of rare characters."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from lxml import etree

from zhushu import characters, fonts, resources
from zhushu.fonts import make
from zhushu.model import Place

HOME = resources.package("fonts")
NOTO = Path("/usr/share/fonts/opentype/noto")
HANAZONO = Path("/usr/share/fonts/truetype/hanazono")


def test_the_plan_takes_the_first_face_that_draws_a_character() -> None:
    plan = fonts.plan("主㪷𤣥䷀", fonts.shipped())
    assert {character: face.family for character, face in plan.uses.items()} == {
        "主": "Noto Serif TC", "㪷": "Noto Serif SC", "𤣥": "Zhushu Rare", "䷀": "Zhushu Rare",
    }  # fmt: skip
    assert plan.uncovered == ()
    assert plan.families == ("Noto Serif TC", "Noto Serif SC", "Zhushu Rare")


def test_what_no_face_draws_is_uncovered_and_what_draws_nothing_is_not() -> None:
    plan = fonts.plan("\ue913\U000323af\ufe00\U000e0100\u200b\n主", fonts.shipped())
    assert plan.uncovered == ("\ue913", "\U000323af")


def test_places_of_uncovered_characters(tmp_path: Path) -> None:
    tei = tmp_path / "in.xml"
    tei.write_text(
        '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text xml:id="t">\n'
        '<seg xml:id="s">𤣥\ue913<g/>\ue913</seg>\ue913<p/></text></TEI>',
        "utf-8",
    )
    (found,) = fonts.uncovered(fonts.plan("𤣥\ue913", fonts.shipped()), tei)
    assert found.place == Place(str(tei), line=2)
    assert "U+E913), which stands 3 times in the text: s、t" in found.message


def test_faces_by_family_and_by_path(tmp_path: Path) -> None:
    shutil.copy(HOME / "zhushu-rare.ttf", tmp_path / "some.ttf")
    (tmp_path / "broken.ttf").write_bytes(b"not a font")
    by_family, missing = fonts.named(["zhushu rare", "Nowhere"], folders=[tmp_path])
    assert [face.path.name for face in by_family] == ["some.ttf"]
    assert missing == ("Nowhere",)
    by_path, missing = fonts.named([str(tmp_path / "some.ttf")], folders=[])
    assert [face.family for face in by_path] == ["Zhushu Rare"]
    assert missing == ()


@pytest.mark.skipif(not list(NOTO.glob("NotoSerifCJK-*.ttc")), reason="needs Debian's fonts-noto-cjk")
def test_of_several_weights_the_regular_one() -> None:
    (face,), missing = fonts.named(["noto serif cjk tc"], folders=[NOTO])
    assert (face.family, face.path.name, missing) == ("Noto Serif CJK TC", "NotoSerifCJK-Regular.ttc", ())
    assert 0x248E5 not in face.characters


def test_named_faces_come_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copy(HOME / "zhushu-rare.ttf", tmp_path / "some.ttf")
    monkeypatch.setattr(fonts, "system_folders", lambda: (tmp_path,))
    faces, findings = fonts.faces_for(["Zhushu Rare"], Place("edition.toml"))
    assert [face.family for face in faces] == ["Zhushu Rare", "Noto Serif TC", "Noto Serif SC", "Zhushu Rare"]
    assert findings == ()
    assert fonts.plan("主", faces).families == ("Zhushu Rare", "Noto Serif TC", "Noto Serif SC")


def test_the_pack_has_the_characters_of_its_list_and_no_others() -> None:
    codes = make.code_points(HOME / "rare.tsv")
    assert fonts.characters(HOME / "zhushu-rare.ttf") == frozenset(codes)
    assert {ord(character) for character in "𤣥𧃊𤼵𨽻𥜗𫝊"} <= set(codes), "the seeds need these"
    for line in (HOME / "rare.tsv").read_text("utf-8").splitlines():
        if line.startswith("U+"):
            code, character, why = line.split("\t")
            assert ord(character) == int(code[2:], 16)
            assert why


def test_the_pack_is_small_and_has_its_licence_beside_it() -> None:
    assert (HOME / "zhushu-rare.ttf").stat().st_size < 300_000
    assert "Unlimited permission is granted" in (HOME / "LICENCE-zhushu-rare.txt").read_text("utf-8")


def test_the_pack_leaves_to_noto_what_noto_has() -> None:
    noto = frozenset[int]().union(*(face.characters for face in fonts.shipped() if face.family != fonts.RARE))
    assert not fonts.characters(HOME / "zhushu-rare.ttf") & noto


@pytest.mark.skipif(not HANAZONO.is_dir(), reason="the pack is made from Debian's fonts-hanazono")
def test_the_pack_is_what_the_script_makes() -> None:
    assert make.pack(make.code_points(HOME / "rare.tsv"), HANAZONO) == (HOME / "zhushu-rare.ttf").read_bytes()


@pytest.mark.skipif(not HANAZONO.is_dir(), reason="the pack is made from Debian's fonts-hanazono")
def test_a_code_point_that_hanazono_lacks() -> None:
    with pytest.raises(KeyError, match="U\\+E913"):
        make.pack((0xE913,), HANAZONO)


def test_classical_texts_are_covered(shared: Path) -> None:
    """Every character of the texts at hand, their source's private-use characters and markup aside."""
    text = set()
    for path in (shared / "data" / "kanripo").glob("*/*.txt"):
        text |= set(path.read_text("utf-8"))
    assert fonts.plan(text, fonts.shipped()).uncovered == ()


def test_variants_that_zhushu_knows_are_covered() -> None:
    """But for compatibility forms, which no text should have, and what is known through them alone."""
    rows = [row for row in characters.rows("variants.tsv") if row[2] != "Unicode decomposition"]
    known = {character for variant, form, _source in rows for character in variant + form}
    odd = {character for character in known if "\uf900" <= character <= "\ufaff" or character >= "\U0002f800"}
    assert fonts.plan(known - odd, fonts.shipped()).uncovered == ()


def test_the_stylesheets_pass_over_the_same_characters() -> None:
    """xslt/common/unseen.xsl, and is_invisible but for what no XML file holds or no stylesheet lets through."""
    sheet = etree.parse(str(resources.stylesheet("common/unseen.xsl")))
    names = ("unseen:signs", "unseen:selectors")
    selects = [str(variable.get("select")) for variable in sheet.iter("{*}variable") if variable.get("name") in names]
    inside = "".join(literal for select in selects for literal in re.findall("'([^']*)'", select))
    unseen = re.compile(f"[{inside}]")
    assert {chr(code) for code in range(0x110000) if fonts.is_invisible(chr(code))} - set(map(chr, range(0x20))) == {
        chr(code) for code in range(0x110000) if unseen.match(chr(code))
    }
    assert not any(fonts.is_invisible(character) for character in "𤣥\ue913〓\u3000")
