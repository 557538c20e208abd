"""A TEI file that was tampered with does not pass: `verify` or `check` finds it, which of them is said here.

`verify` finds what can be told from the raw pages: each kind of change of what readers see. `check` finds what breaks
the order that the file keeps within itself. docs/tei.md says the same in words.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from zhushu.encode import encode
from zhushu.model import Severity
from zhushu.run.job import Target
from zhushu.run.text import edition_of
from zhushu.validate import validate
from zhushu.validate.verify import verify

SEEDS = Path(__file__).parents[2] / "seeds"
T = "{http://www.tei-c.org/ns/1.0}"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
FORGED = "偽𤣥造"

Element = etree._Element
Draw = Callable[[list[Element]], Element]


@cache
def seeds() -> bytes:
    with TemporaryDirectory() as folder:
        edition, _ = edition_of(Target("yili-shuzhu", SEEDS, Path(folder)))
    return encode(edition)


def passages(root: Element) -> list[Element]:
    return list(root.iterfind(f"{T}text//{T}ab/*[@corresp]"))


def _of(root: Element, name: str) -> list[Element]:
    return list(root.iterfind(f"{T}text//{T}{name}"))


def _remove(element: Element) -> None:
    """Without the text after it."""
    parent, before = element.getparent(), element.getprevious()
    assert parent is not None
    if before is not None:
        before.tail = (before.tail or "") + (element.tail or "")
    else:
        parent.text = (parent.text or "") + (element.tail or "")
    parent.remove(element)


def _swap(one: Element, other: Element) -> None:
    place = etree.Element("place")
    one.tail, other.tail = other.tail, one.tail
    parent, parent_of_other = one.getparent(), other.getparent()
    assert parent is not None
    assert parent_of_other is not None
    parent.replace(one, place)
    parent_of_other.replace(other, one)
    parent.replace(place, other)


# ---------------------------------------------------------------- what verify finds


def changes_a_text(root: Element, draw: Draw) -> None:
    passage = draw([one for one in passages(root) if one.text])
    passage.text = FORGED + (passage.text or "")[1:]


def changes_a_label(root: Element, draw: Draw) -> None:
    draw(_of(root, "label")).text = FORGED


def changes_a_title(root: Element, draw: Draw) -> None:
    element = draw(_of(root, "fw") + root.findall(f".//{T}body//{T}head"))
    element.text = (element.text or "") + FORGED


def changes_a_g(root: Element, draw: Draw) -> None:
    draw(_of(root, "g")).text = FORGED


def hides_a_g(root: Element, draw: Draw) -> None:
    draw([g for g in _of(root, "g") if g.text]).text = None


def points_a_g_to_another_glyph(root: Element, draw: Draw) -> None:
    glyphs = list(root.iter(f"{T}glyph"))
    g = draw(_of(root, "g"))
    g.set("ref", f"#{draw([one for one in glyphs if f'#{one.get(XML_ID)}' != g.get('ref')]).get(XML_ID)}")


def points_a_g_to_nothing(root: Element, draw: Draw) -> None:
    draw(_of(root, "g")).set("ref", "#nonesuch")


def changes_a_code_point(root: Element, draw: Draw) -> None:
    draw(list(root.iter(f"{T}mapping"))[:1] + root.findall(f".//{T}mapping[@type='PUA']")).text = "U+FFFFFF"


def swaps_two_notes(root: Element, draw: Draw) -> None:
    ab = draw([ab for ab in _of(root, "ab") if len(ab.findall(f"{T}note")) > 1])
    first, second, *_ = ab.findall(f"{T}note")
    _swap(first, second)


def swaps_two_units(root: Element, draw: Draw) -> None:
    ab = draw([ab for ab in _of(root, "ab") if ab.getnext() is not None and ab.getnext().tag == ab.tag])
    _swap(ab, ab.getnext())


def swaps_two_ranges(root: Element, draw: Draw) -> None:
    one = draw(passages(root))
    other = draw([passage for passage in passages(root) if passage.get("corresp") != one.get("corresp")])
    one.attrib["corresp"], other.attrib["corresp"] = other.attrib["corresp"], one.attrib["corresp"]


def removes_a_passage(root: Element, draw: Draw) -> None:
    _remove(draw(passages(root)))


def repeats_a_passage(root: Element, draw: Draw) -> None:
    passage = draw(passages(root))
    passage.addnext(copy.deepcopy(passage))


def inserts_a_note(root: Element, draw: Draw) -> None:
    note = etree.SubElement(
        draw(_of(root, "ab")), f"{T}note", type="按", subtype="an9", place="inline", resp="#unknown"
    )
    note.text = FORGED


def inserts_a_character(root: Element, draw: Draw) -> None:
    element = draw(_of(root, "ab") + _of(root, "div"))
    element.insert(0, draw([copy.deepcopy(one) for one in (_of(root, "g")[0], _of(root, "space")[0])]))
    element[0].attrib.pop("corresp", None)


def writes_beside_the_passages(root: Element, draw: Draw) -> None:
    draw([*passages(root), *_of(root, "ab"), *_of(root, "pb")]).tail = FORGED


def takes_a_range_away(root: Element, draw: Draw) -> None:
    del draw(passages(root)).attrib["corresp"]


def spoils_a_range(root: Element, draw: Draw) -> None:
    passage = draw(passages(root))
    prefix = (passage.get("corresp") or "").split(":")[0]
    passage.set("corresp", f"{prefix}:{'9' * 5000},1")


def moves_a_range(root: Element, draw: Draw) -> None:
    passage = draw(passages(root))
    prefix, _, span = (passage.get("corresp") or "").partition(":")
    start, end = map(int, span.split(","))
    passage.set("corresp", f"{prefix}:{start + 1},{end + 1}")


def removes_a_space(root: Element, draw: Draw) -> None:
    _remove(draw(_of(root, "space")))


def changes_a_space(root: Element, draw: Draw) -> None:
    draw(_of(root, "space")).set("rend", "U+FFFFFF")


def inserts_markup(root: Element, draw: Draw) -> None:
    draw(passages(root)).append(etree.ProcessingInstruction("raw", "\\u{FFFFFF}"))


def changes_a_lem(root: Element, draw: Draw) -> None:
    draw(_of(root, "lem")).text = FORGED


def changes_a_rdg(root: Element, draw: Draw) -> None:
    draw(_of(root, "rdg")).text = FORGED


def writes_into_a_correction(root: Element, draw: Draw) -> None:
    starts = {app.get("from") for app in _of(root, "app")}
    anchor = draw([one for one in _of(root, "anchor") if f"#{one.get(XML_ID)}" in starts])
    anchor.tail = (anchor.tail or "") + FORGED


def removes_an_entry(root: Element, draw: Draw) -> None:
    _remove(draw(_of(root, "app")))


def removes_an_anchor(root: Element, draw: Draw) -> None:
    _remove(draw(_of(root, "anchor")))


def removes_a_raw_file(root: Element, draw: Draw) -> None:
    _remove(draw(root.findall(f".//{T}bibl[@type='digital']")))


def changes_a_checksum(root: Element, draw: Draw) -> None:
    draw(root.findall(f".//{T}idno[@type='sha256']")).text = "0" * 64


FOUND_BY_VERIFY = (
    changes_a_text,
    changes_a_label,
    changes_a_title,
    changes_a_g,
    hides_a_g,
    points_a_g_to_another_glyph,
    points_a_g_to_nothing,
    changes_a_code_point,
    swaps_two_notes,
    swaps_two_units,
    swaps_two_ranges,
    removes_a_passage,
    repeats_a_passage,
    inserts_a_note,
    inserts_a_character,
    writes_beside_the_passages,
    takes_a_range_away,
    spoils_a_range,
    moves_a_range,
    removes_a_space,
    changes_a_space,
    inserts_markup,
    changes_a_lem,
    changes_a_rdg,
    writes_into_a_correction,
    removes_an_entry,
    removes_an_anchor,
    removes_a_raw_file,
    changes_a_checksum,
)


# ---------------------------------------------------------------- what check finds


def changes_a_layer(root: Element, draw: Draw) -> None:
    note = draw(_of(root, "note[@subtype]"))
    note.set("type", "按" if note.get("type") != "按" else "注")


def changes_a_labelled_note(root: Element, draw: Draw) -> None:
    """Consistently: layer, slot and identifier."""
    labels = [one.text for one in _of(root, "label")]
    note = draw([one.getparent() for one in _of(root, "label") if labels.count(one.text) > 1])
    note.set("type", "校")
    note.set("subtype", "jiao1")
    note.set(XML_ID, f"{note.getparent().get(XML_ID)}.jiao1")


def changes_a_voice(root: Element, draw: Draw) -> None:
    labels = [one.text for one in _of(root, "label")]
    note = draw([one.getparent() for one in _of(root, "label") if labels.count(one.text) > 1])
    note.set("resp", "#liguangpo" if note.get("resp") != "#liguangpo" else "#zhengxuan")


def changes_an_identifier(root: Element, draw: Draw) -> None:
    draw([*_of(root, "seg"), *_of(root, "ab"), *_of(root, "note[@subtype]")]).set(XML_ID, "p999.9.zhu1")


def changes_what_a_note_is_on(root: Element, draw: Draw) -> None:
    note = draw(_of(root, "note[@target]"))
    others = [seg for seg in _of(root, "seg") if seg.getparent() is not note.getparent()]
    joined = note.getparent().get("prev")
    note.set("target", f"#{draw([one for one in others if f'#{one.getparent().get(XML_ID)}' != joined]).get(XML_ID)}")


def swaps_two_juan(root: Element, draw: Draw) -> None:
    first, second, *_ = root.iterfind(f".//{T}div[@subtype='juan']")
    _swap(first, second)


def names_a_page_anew(root: Element, draw: Draw) -> None:
    draw(_of(root, "pb[@ed='raw']")).set("n", "99")


FOUND_BY_CHECK = (
    changes_a_layer,
    changes_a_labelled_note,
    changes_a_voice,
    changes_an_identifier,
    changes_what_a_note_is_on,
    swaps_two_juan,
    names_a_page_anew,
)


def tampered(change: Callable[[Element, Draw], None], data: st.DataObject) -> bytes:
    root = etree.fromstring(seeds())
    change(root, lambda elements: data.draw(st.sampled_from(elements)))
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)


def test_what_nobody_has_touched_passes(tmp_path: Path) -> None:
    tei = tmp_path / "seeds.xml"
    tei.write_bytes(seeds())
    assert verify(tei, [SEEDS]) == ()
    assert validate(tei) == ()


@pytest.mark.parametrize("change", FOUND_BY_VERIFY)
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_verify_finds(change: Callable[[Element, Draw], None], data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        tei = Path(folder, "𤣥.xml")
        tei.write_bytes(tampered(change, data))
        found = verify(tei, sorted(SEEDS.glob("*.txt")))
    assert any(one.severity is Severity.ERROR for one in found)
    assert all(one.code.startswith("V2") for one in found)


@pytest.mark.parametrize("change", FOUND_BY_CHECK)
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_check_finds(change: Callable[[Element, Draw], None], data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        tei = Path(folder, "𤣥.xml")
        tei.write_bytes(tampered(change, data))
        assert {one.severity for one in validate(tei)} & {Severity.ERROR, Severity.WARNING}
