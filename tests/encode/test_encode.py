"""The shapes of DESIGN §7, one small page at a time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from encode.editions import edition, page_text, source
from lxml import etree

from zhushu.encode import encode, reading_text
from zhushu.encode.decode import decode
from zhushu.encode.names import Ranges, juan_in_words
from zhushu.model import (
    Break,
    Certainty,
    DivisionEntry,
    Evidence,
    Kind,
    Page,
    PageText,
    Reading,
    ReadingKind,
    Segment,
    Span,
    Witness,
)

TEI = {"t": "http://www.tei-c.org/ns/1.0"}


def one_page(text: str, segments: list[Segment], readings: tuple[Reading, ...] = (), n: str = "7") -> PageText:
    return page_text(Page(source(text, f"{n}.txt"), Span(0, len(text)), n, "5", int(n), 9), segments, readings)


def note(start: int, end: int, layer: str = "注", **fields: object) -> Segment:
    defaults: dict[str, object] = {"voice": "zhengxuan", "evidence": Evidence.MARKED}
    return Segment(Span(start, end), Kind.NOTE, layer, **(defaults | fields))  # type: ignore[arg-type]


def base(start: int, end: int, layer: str = "經") -> Segment:
    return Segment(Span(start, end), Kind.BASE, layer)


def body(tei: bytes) -> etree._Element:
    found = etree.fromstring(tei).find("t:text/t:body/t:div", TEI)
    assert found is not None
    return found


def inner(tei: bytes, path: str) -> list[str]:
    """The elements a path finds in the body → each as it is written, without namespaces."""
    written = (etree.tostring(e, encoding="unicode", with_tail=False) for e in body(tei).xpath(path, namespaces=TEI))
    return [text.replace(' xmlns="http://www.tei-c.org/ns/1.0"', "") for text in written]


def attributes(tei: bytes, path: str, name: str) -> list[str]:
    return [str(e.get(name)) for e in body(tei).xpath(path, namespaces=TEI)]


def test_notes_point_at_what_they_explain() -> None:
    explained = note(5, 9, "疏", voice="jiagongyan", sign=Span(5, 6))
    page = one_page("經文注曰甲○疏曰乙", [base(0, 2), note(2, 5), explained])
    tei = encode(edition(page))
    assert attributes(tei, ".//t:note", "target") == ["#p7.1.jing", "#p7.1.zhu1"]
    assert attributes(tei, ".//t:note", "resp") == ["#zhengxuan", "#jiagongyan"]
    assert attributes(tei, ".//t:note", "subtype") == ["zhu1", "shu1"]


def test_sign_and_marker_are_encoded() -> None:
    page = one_page("○疏曰乙𤣥", [note(0, 5, "疏", sign=Span(0, 1), marker=Span(1, 3))])
    [written] = inner(encode(edition(page)), ".//t:note")
    assert '<pc type="layer">○</pc><label>疏曰</label>乙' in written


def test_a_note_without_base_text_on_its_page_is_a_final_part() -> None:
    tei = encode(edition(one_page("注曰甲", [note(0, 3)])))
    assert attributes(tei, ".//t:ab", "part") == ["F"]
    assert attributes(tei, ".//t:note", "target") == ["None"]


def test_a_note_over_the_border_of_two_pages_finds_its_base_text() -> None:
    first, second = one_page("經文", [base(0, 2)], n="7"), one_page("注曰甲", [note(0, 3)], n="8")
    tei = encode(edition(first, second))
    assert attributes(tei, ".//t:note", "target") == ["#p7.1.jing"]
    assert attributes(tei, ".//t:ab", "next") == ["#p8.1", "None"]
    assert attributes(tei, ".//t:ab", "prev") == ["None", "#p7.1"]


def test_no_base_text_is_found_where_a_page_is_missing_between() -> None:
    first, second = one_page("經文", [base(0, 2)], n="6"), one_page("注曰甲", [note(0, 3)], n="8")
    tei = encode(edition(first, second))
    assert attributes(tei, ".//t:note", "target") == ["None"]
    assert attributes(tei, ".//t:gap[@unit='page']", "extent") == ["5", "1", "1"]


def test_private_use_characters_never_stand_bare() -> None:
    text = "\ueb8e\ue14b\U000f0001"
    readings = (
        Reading(Span(0, 1), ReadingKind.GAIJI, "弦"),
        Reading(Span(1, 2), ReadingKind.GAIJI, ids="⿰月巽", entity="KR0871"),
    )
    tei = encode(edition(one_page(text, [base(0, 3)], readings)))
    [written] = inner(tei, ".//t:seg")
    assert '<g ref="#puaEB8E">弦</g><g ref="#puaE14B"/><g ref="#puaF0001"/>' in written
    glyphs = etree.fromstring(tei).findall(".//t:glyph", TEI)
    assert ["".join(f"{m.get('type')}={m.text} " for m in glyph.iterfind("t:mapping", TEI)) for glyph in glyphs] == [
        "PUA=U+E14B IDS=⿰月巽 ",
        "PUA=U+EB8E Unicode=弦 standard=弦 ",
        "PUA=U+F0001 ",
    ]


def test_one_code_point_read_in_two_ways_has_two_glyphs() -> None:
    readings = (Reading(Span(0, 1), ReadingKind.GAIJI, "弦"), Reading(Span(1, 2), ReadingKind.GAIJI, "𤣥"))
    [written] = inner(encode(edition(one_page("\ueb8e\ueb8e", [base(0, 2)], readings))), ".//t:seg")
    assert '<g ref="#puaEB8E">弦</g><g ref="#puaEB8E.2">𤣥</g>' in written


def test_what_xml_cannot_hold_becomes_a_glyph() -> None:
    tei = encode(edition(one_page("一\x01\ud800\ufffe二", [base(0, 5)])))
    [written] = inner(tei, ".//t:seg")
    assert '一<g ref="#raw0001"/><g ref="#rawD800"/><g ref="#rawFFFE"/>二' in written


def test_a_control_character_shows_what_it_stands_for() -> None:
    readings = (Reading(Span(0, 1), ReadingKind.GAIJI, "𧃊", source="an editor knows"),)
    tei = encode(edition(one_page("\x01\x01", [base(0, 2)], readings)))
    [written] = inner(tei, ".//t:seg")
    assert '<g ref="#raw0001">𧃊</g><g ref="#raw0001.2"/>' in written


def test_variants_of_the_period_are_declared_and_simplified_characters_are_not() -> None:
    page = one_page("賔户", [base(0, 2)])
    assert '<g ref="#u8CD4">賔</g>户' in inner(encode(edition(page)), ".//t:seg")[0]
    traditional = encode(edition(page, language="lzh-Hant"))
    assert '<g ref="#u8CD4">賔</g><g ref="#u6237">户</g>' in inner(traditional, ".//t:seg")[0]


def test_a_correction_shows_one_reading_and_keeps_the_other_in_the_apparatus() -> None:
    reading = Reading(
        Span(1, 2), ReadingKind.DAMAGE, "旨", witness="WYG", source="cf. 㫖 & 防", certainty=Certainty.HIGH
    )
    tei = encode(edition(one_page("告防", [base(0, 2)], (reading,))))
    assert '告<anchor xml:id="p7.c1"/>旨<anchor xml:id="p7.c2.e"/>' in inner(tei, ".//t:seg")[0]
    app = etree.fromstring(tei).find(".//t:app", TEI)
    assert app is not None
    assert [(child.tag.split("}")[1], child.get("wit"), child.text) for child in app] == [
        ("lem", "#WYG", "旨"),
        ("rdg", "#raw", "防"),
        ("note", None, "cf. 㫖 & 防"),
    ]


def test_a_missing_character_is_a_gap_until_a_witness_supplies_it() -> None:
    gap = Reading(Span(0, 1), ReadingKind.LACUNA)
    assert (
        '<gap reason="illegible" unit="character" quantity="1" rend="U+25A1"/>'
        in inner(encode(edition(one_page("□", [base(0, 1)], (gap,)))), ".//t:seg")[0]
    )
    supplied = replace(gap, text="醢", witness="KR1d0026")
    assert (
        '<supplied source="#KR1d0026">醢</supplied>'
        in inner(encode(edition(one_page("□", [base(0, 1)], (supplied,)))), ".//t:seg")[0]
    )


def test_suspected_damage_is_marked_and_not_corrected() -> None:
    reading = Reading(Span(0, 1), ReadingKind.SUSPECT, certainty=Certainty.LOW)
    [written] = inner(encode(edition(one_page("防", [base(0, 1)], (reading,)))), ".//t:seg")
    assert '<unclear reason="encoding" cert="low">防</unclear>' in written


def test_printed_breaks_stand_inside_the_passage_they_fall_in() -> None:
    layout = Segment(Span(2, 3), Kind.LAYOUT)
    page = one_page("經文\n注曰", [base(0, 2), layout, note(3, 5, marker=Span(3, 5))])
    marks = (Break(1, "page", "005-44a", "WYG"), Break(1, "column", "1", "WYG"), Break(2, "column", "2", "WYG"))
    tei = encode(edition(replace(page, breaks=marks)))
    seg, written = inner(tei, ".//t:seg | .//t:note")
    assert '經<pb ed="WYG" n="005-44a"/><lb ed="WYG" n="1"/>文' in seg
    assert '><lb ed="WYG" n="2"/><label>注曰</label>' in written


def test_white_space_says_exactly_which() -> None:
    page = one_page("經\r\n\u3000\u3000文", [base(0, 1), Segment(Span(1, 5), Kind.LAYOUT), base(5, 6)])
    [written] = inner(encode(edition(page)), ".//t:space")
    assert 'rend="U+000D U+000A U+3000 U+3000" corresp="p7:1,4"' in written


def test_ranges_count_a_crlf_as_one_character() -> None:
    ranges = Ranges(source("甲\r\n乙\r\n\r丙\n𤣥"))
    assert [ranges.position(offset) for offset in (0, 1, 3, 4, 6, 7, 9, 10)] == [0, 1, 2, 3, 4, 5, 7, 8]


def test_sections_open_once_and_run_on_over_pages() -> None:
    first = one_page("經文记文", [base(0, 2), base(2, 4, "記")], n="7")
    second = one_page("记续", [base(0, 2, "記")], n="8")
    units = (first.units[0], replace(first.units[1], section="ji"))
    more = replace(second, units=(replace(second.units[0], section="ji"),))
    tei = encode(edition(replace(first, units=units), more))
    assert attributes(tei, ".//t:div[@subtype='記']", "n") == ["ji"]
    assert attributes(tei, ".//t:div[@subtype='記']/t:ab", "n") == ["7_2", "8_1"]


def test_a_title_after_text_opens_a_chapter() -> None:
    head = Segment(Span(2, 4), Kind.HEAD, "chapter")
    tei = encode(edition(one_page("經文燕礼經文", [base(0, 2), head, base(4, 6)])))
    assert attributes(tei, ".//t:div[@subtype='篇']/t:head", "type") == ["chapter"]
    assert attributes(tei, ".//t:div[@subtype='篇']/t:ab", "n") == ["7_2"]


def test_the_reading_text_has_the_same_ids() -> None:
    page = replace(one_page("经文注曰礼", [base(0, 2), note(2, 5)]), reading_text="經文註曰禮")
    record, traditional = encode(edition(page)), reading_text(edition(page))
    ids = "//@xml:id[starts-with(., 'p7')]"
    assert etree.fromstring(record).xpath(ids) == etree.fromstring(traditional).xpath(ids)
    assert "註曰禮" in inner(traditional, ".//t:note")[0]


def test_texts_of_the_edition_are_escaped() -> None:
    tei = encode(edition(one_page("經", [base(0, 1)]), divisions=(DivisionEntry("5", "<i>&"),), publisher='"<x>'))
    root = etree.fromstring(tei)
    assert root.findtext(".//t:msItem/t:title", namespaces=TEI) == "<i>&"
    assert root.findtext(".//t:publisher", namespaces=TEI) == '"<x>'


def test_juan_in_words() -> None:
    assert [juan_in_words(n) for n in ("1", "10", "15", "20", "101", "110", "序")] == [
        "卷一",
        "卷十",
        "卷十五",
        "卷二十",
        "卷一百零一",
        "卷一百一十",
        "卷序",
    ]


def test_an_edition_without_a_date_says_so() -> None:
    root = etree.fromstring(encode(edition(one_page("經", [base(0, 1)]), date="")))
    assert root.findtext(".//t:publicationStmt/t:date", namespaces=TEI) == "undated"
    assert root.xpath("//@when") == []


def test_each_printed_edition_has_a_citation_tree_of_its_own() -> None:
    page = one_page("經文", [base(0, 2)])
    both = (Break(0, "page", "1a", "WYG"), Break(1, "page", "5b", "SBCK"))
    for breaks, names in ((both[:1], ["leaf"]), (both, ["leaf.SBCK", "leaf.WYG"])):
        tei = etree.fromstring(encode(edition(replace(page, breaks=breaks))))
        assert [n for n in tei.xpath("//t:refsDecl/@n", namespaces=TEI) if n.startswith("leaf")] == names


def test_an_edition_keeps_its_id_apart_from_what_zhushu_names(tmp_path: Path) -> None:
    for name, written in (("raw", "edition.raw"), ("p7", "edition.p7"), ("zhengxuan", "edition.zhengxuan"), ("a", "a")):
        tei = encode(edition(one_page("經\ue913𤣥", [base(0, 3)]), id=name))
        assert etree.fromstring(tei).get("{http://www.w3.org/XML/1998/namespace}id") == written
        (tmp_path / "a.xml").write_bytes(tei)
        assert decode(tmp_path / "a.xml").info.id == name


def test_a_page_without_passages_names_somebody() -> None:
    bare = replace(edition(one_page("\u3000", [Segment(Span(0, 1), Kind.LAYOUT)])), works=())
    assert etree.fromstring(encode(bare)).xpath("//t:person/@xml:id", namespaces=TEI) == ["unknown"]


def test_slots_are_letters_and_numbers_whatever_a_person_is_called() -> None:
    voices = ["Zhu-Xi", "zhu.xi", "yangfu", "yangfu"]
    notes = [note(1 + k, 2 + k, "諸家", voice=voice) for k, voice in enumerate(voices)]
    tei = encode(edition(one_page("經\ue913𤣥甲乙", [base(0, 1), *notes])))
    assert attributes(tei, ".//t:note", "subtype") == ["zhu_xi1", "zhu_xi2", "yangfu1", "yangfu2"]


WYG = Witness("WYG", None, "", "text", "𤣥閣本 <&>", "CC BY-SA 4.0")
KNOWN = Reading(Span(0, 1), ReadingKind.GAIJI, "弦", witness="WYG")


def availability(tei: bytes) -> list[tuple[str | None, str | None]]:
    parts = etree.fromstring(tei).iterfind(".//t:availability/*", TEI)
    return [(part.get("{http://www.w3.org/XML/1998/namespace}lang"), part.text) for part in parts]


def test_whose_characters_the_text_takes_stands_beside_its_licence(tmp_path: Path) -> None:
    text = page_text(Page(source("\ueb8e门"), Span(0, 2), "1", "5"), [base(0, 2)], (KNOWN,))
    page = replace(text, reading_text="弦門", script_of=("WYG",))
    made = edition(page, witnesses=(WYG,), licence="https://example.org/ours", rights="Ours.")
    known = "文中考定補正之字取自 WYG（𤣥閣本 <&>），其授權：CC BY-SA 4.0。"
    script = "文中繁體字形、考定補正之字取自 WYG（𤣥閣本 <&>），其授權：CC BY-SA 4.0。"
    assert availability(encode(made))[:2] == [(None, "Ours."), ("zh-Hant", known)]
    assert availability(reading_text(made))[:2] == [(None, "Ours."), ("zh-Hant", script)]
    assert [language for language, _ in availability(encode(made))] == [None, "zh-Hant", "en"]
    (tmp_path / "edition.xml").write_bytes(encode(made))
    assert encode(decode(tmp_path / "edition.xml")) == encode(made)


def test_a_witness_whose_characters_do_not_stand_in_the_text_binds_nobody() -> None:
    variant = Reading(Span(1, 2), ReadingKind.VARIANT, other="門", witness="WYG")
    empty = replace(KNOWN, text="")
    for readings in ((), (variant,), (empty,), (replace(KNOWN, witness=None),)):
        made = edition(one_page("\ueb8e门", [base(0, 2)], readings), witnesses=(WYG,), rights="𤣥")
        assert availability(encode(made)) == [(None, "𤣥")]
    page = one_page("\ueb8e", [base(0, 1)], (KNOWN,))
    unlicensed = edition(page, witnesses=(replace(WYG, licence=None),), rights="𤣥")
    assert availability(encode(unlicensed)) == [(None, "𤣥")]


def test_that_no_licence_is_stated_is_said_where_none_is() -> None:
    page = one_page("𤣥", [base(0, 1)])
    neither = [("zh-Hant", "未聲明授權。"), ("en", "No licence is stated.")]
    assert availability(encode(edition(page))) == neither
    assert availability(encode(edition(page, licence="https://example.org/"))) == [(None, "https://example.org/")]
