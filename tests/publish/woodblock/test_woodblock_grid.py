"""The grid: nothing lost, nothing over the edge, and the same as from a second implementation."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from publish.woodblock import documents, reference
from publish.woodblock.documents import editions, layouts
from publish.woodblock.reference import Cell, T

from zhushu import resources, saxon
from zhushu.model import Place
from zhushu.publish.woodblock.layout import load

CELLESS = ("mark", "app")


def grid_of(tei: bytes, folder: Path, layout: dict[str, str]) -> etree._Element:
    (folder / "in.xml").write_bytes(tei)
    saxon.transform(resources.stylesheet("print/grid.xsl"), folder / "in.xml", folder / "out.grid.xml", **layout)
    return etree.parse(str(folder / "out.grid.xml"), etree.XMLParser(huge_tree=True)).getroot()


def cells(juan: etree._Element) -> list[Cell]:
    """A juan of the grid → its cells, columns counted through."""
    grid = juan.getparent()
    assert grid is not None
    columns = int(grid.get("columns", ""))
    unit = {"note": int(grid.get("note", "")), "base": int(grid.get("base", ""))}
    out = []
    for number, leaf in enumerate(juan):
        for half in leaf:
            start = (2 * number + (half.get("side") == "b")) * columns
            for column in half:
                for run in column:
                    pitch = unit[pitch_of(run)]
                    for k, character in enumerate(celled_text(run)):
                        out.append(
                            Cell(
                                start + int(column.get("n", "")) - 1,
                                int(run.get("y", "")) + k * pitch,
                                run.get("row", ""),
                                run.get("kind", ""),
                                character,
                                run.get("from", ""),
                            )
                        )
    return out


def celled_text(run: etree._Element) -> str:
    """The characters of a run that take a cell."""
    parts = [run.text or ""]
    for child in run:
        parts += ["" if child.tag in CELLESS else child.text or "", child.tail or ""]
    return "".join(parts)


def cells_of(run: etree._Element) -> int:
    """How many cells a run takes: letters of ours share them."""
    letters = list(run.iter("latin"))
    return len(celled_text(run)) + sum(int(child.get("cells", "")) - len(child.text or "") for child in letters)


def pitch_of(run: etree._Element) -> str:
    return "note" if run.get("kind") == "note" or run.get("row") != "row" else "base"


def texts(grid: etree._Element) -> dict[str, str]:
    """xml:id → the runs that come from it, joined."""
    found: dict[str, str] = defaultdict(str)
    for run in grid.iter("run"):
        if run.get("from"):
            found[run.get("from", "")] += "".join(run.itertext())
    return found


def check_invariants(grid: etree._Element, tei: etree._Element, joined: bool = True) -> None:
    height = int(grid.get("height", ""))
    unit = {"note": int(grid.get("note", "")), "base": int(grid.get("base", ""))}
    set_texts = texts(grid)
    for element in tei.iter(f"{T}seg", f"{T}note"):
        source = element.get("{http://www.w3.org/XML/1998/namespace}id")
        if source is not None:
            assert set_texts.get(source, "") == reference.plain(element)
    for column in grid.iter("column"):
        assert 1 <= int(column.get("n", "")) <= int(grid.get("columns", ""))
        depth = int(column.get("height", height))
        rows: dict[str, int] = {"row": 0, "right": 0, "left": 0}
        for run in column:
            row, y = run.get("row", ""), int(run.get("y", ""))
            end = y + cells_of(run) * unit[pitch_of(run)]
            assert y >= rows[row], "a run begins before the one above it ends"
            assert end <= depth, "a run crosses the foot of its column"
            rows[row] = end
            if row == "row":
                rows["right"] = rows["left"] = max(rows[row], rows["right"], rows["left"])
        check_double_rows(column, joined)


def check_double_rows(column: etree._Element, joined: bool) -> None:
    """Of each stretch of notes in a column, the right row is as long as the left or longer by one."""
    stretch = {"right": 0, "left": 0}
    before = ""
    # the lists have words that are not divided
    whole = any(run.get("supplied") and run.get("kind") == "note" for run in column)
    for run in [*column, None]:
        row, source = ("row", "") if run is None else (run.get("row", ""), run.get("from", ""))
        starts = row == "right" and (stretch["left"] > 0 or (not joined and source != before))
        if row == "row" or starts:
            assert whole or 0 <= stretch["right"] - stretch["left"] <= 1
            stretch = {"right": 0, "left": 0}
        if run is not None and row != "row":
            stretch[row] += cells_of(run)
        before = source


@settings(max_examples=120)
@given(tei=editions(), layout=layouts())
def test_any_text_in_any_layout(tei: str, layout: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> None:
    grid = grid_of(tei.encode(), tmp_path_factory.mktemp("grid"), {**layout, "punctuation": "cells"})
    source = etree.fromstring(tei.encode())
    check_invariants(grid, source, joined=layout["join-notes"] == "yes")
    wanted = {
        name.replace("-", "_"): int(value) if value.isdigit() else {"yes": True, "no": False}.get(value, value)
        for name, value in layout.items()
    }
    divisions = [div for div in source.iter(f"{T}div") if div.get("subtype") == "juan"]
    for division, placed in zip(divisions, grid.iter("juan"), strict=False):  # the lists at the end are a juan more
        assert cells(placed) == reference.juan_cells(source, division, **wanted)


@settings(max_examples=60)
@given(tei=editions(), layout=layouts(), breaks=st.sampled_from(["flowed", "printed"]))
def test_nothing_is_lost_with_signs_beside_the_text_and_printed_breaks(
    tei: str, layout: dict[str, str], breaks: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    layout = {**layout, "punctuation": "judou", "breaks": breaks}
    grid = grid_of(tei.encode(), tmp_path_factory.mktemp("grid"), layout)
    check_invariants(grid, etree.fromstring(tei.encode()), joined=layout["join-notes"] == "yes")
    for run in grid.iter("run"):
        assert not set(celled_text(run)) & set("，。「\ufe00") or run.get("supplied")


@settings(max_examples=40)
@given(layout=layouts())
def test_lists_divide_no_name_and_leave_no_sign_alone(
    layout: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Code points, names and descriptions are whole where a column holds them; a sign stands with its remark."""
    signs = (Path(__file__).resolve().parent / "signs.xml").read_bytes()
    grid = grid_of(signs, tmp_path_factory.mktemp("grid"), layout)
    lists, colophon = grid.findall("juan")[-2:]
    assert (lists.get("label"), colophon.get("label")) == ("校勘記", "牌記")
    check_invariants(grid, etree.fromstring(signs), joined=layout["join-notes"] == "yes")
    room = min(int(layout["cells"]), int(layout["note-cells"]))
    if room > 10:
        assert not [run for run in [*lists.iter("run"), *colophon.iter("run")] if (run.text or "").startswith("　")]
    whole = {"U+E14B", "KR0871", "U+E7FF"}
    if room > 4 + int(layout["note-indent"]):
        assert {letters.text for letters in lists.iter("latin")} == whole
        remarks = ["".join(run.itertext()) for run in lists.iter("run") if run.get("kind") == "note"]
        assert any("⿰月巽" in remark for remark in remarks)
    else:
        assert "".join(letters.text or "" for letters in lists.iter("latin")) == "U+E14BKR0871U+E7FF"
    columns = int(layout["columns"])
    for column in lists.iter("column"):
        runs = list(column)
        if room > 10 and layout["notes"] == "run-on" and layout["note-indent"] == "0":
            assert runs[-1].get("kind") != "base", "a sign at the foot of a column, its remark in the next"
        if room > 10 and columns > 3 and column.get("n") == str(columns):
            assert runs[0].get("kind") != "head", "a head in the last column of a half-leaf"


@pytest.mark.parametrize("layout", ["siku", "jiuhang", "wuyingdian", "screen", "modern"])
def test_a_title_is_never_the_last_of_a_half_leaf_and_a_note_may_be_longer_than_a_leaf(
    layout: str, tmp_path: Path
) -> None:
    """Titles after base text of every length, and a note that fills two leaves and ends on a third."""
    parameters = load({"layout": layout}, Place("edition.toml")).grid.parameters()
    note = "門外者𤣥端也\ue913" * 440
    for columns in range(1, 10):
        tei = documents.HEADER.format(title="某禮", author="<author>某人</author>", items="") + (
            '<div type="textpart" subtype="juan" n="1" xml:id="juan1"><head type="juan">某禮卷一</head>'
            f'<ab type="unit" xml:id="u"><seg type="經" xml:id="u.jing">{"主" * (21 * columns)}</seg></ab>'
            '<head type="chapter">又篇第二</head><head type="chapter">其一</head><ab type="unit" xml:id="v">'
            f'<seg type="經" xml:id="v.jing">下文</seg><note type="注" xml:id="v.zhu1">{note}</note></ab></div>'
        )
        grid = grid_of((tei + documents.FOOTER.format(apps="")).encode(), tmp_path, parameters)
        assert texts(grid)["v.zhu1"] == note
        assert len(grid.findall("juan[@from]/leaf")) > 2
        for half in grid.iterfind("juan[@from]//half"):
            assert list(half)[-1][-1].get("kind") != "head"
        check_invariants(grid, etree.fromstring(tei + documents.FOOTER.format(apps="")))


@pytest.mark.parametrize("breaks", ["flowed", "printed"])
def test_the_last_leaf_says_what_the_book_is(breaks: str, tmp_path: Path) -> None:
    """What a column holds is one line; what is longer has its words in two rows."""
    signs = (Path(__file__).resolve().parent / "signs.xml").read_text("utf-8")
    grid = grid_of(
        signs.replace('<author ref="#mou">某人', '<author ref="#mou">𤣥人\ue913').encode(), tmp_path, {"breaks": breaks}
    )
    leaves = grid.findall("juan")[-1]
    assert ["".join(column.itertext()) for column in leaves.iter("column")] == [
        "某礼述",
        "撰人　𤣥人\ue913",
        "出版　zhushu 注疏",
        "版次　第0.1.0版　二〇二六年十一月",
        "原書　某禮述　某府刻本",
        "授權　整理依CC BY 4.0",
        "引用𤣥人\ue913　某礼述　zhushu 注疏　v0.1.0　2026-11-30　",
        "urn:cts:lzhLit:test.signs.zhushu-lzh1",
    ]
    assert (grid.get("rights"), grid.get("lang")) == ("CC BY 4.0", "lzh-Hans")


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://creativecommons.org/licenses/by-sa/3.0/deed.zh", "CC BY-SA 3.0"),
        ("http://creativecommons.org/publicdomain/zero/1.0/", "CC0 1.0"),
        ("https://creativecommons.org/publicdomain/mark/1.0/", "Public Domain Mark 1.0"),
        ("https://example.org/𤣥", "https://example.org/𤣥"),
    ],
)
def test_a_licence_has_its_short_name(address: str, name: str, tmp_path: Path) -> None:
    signs = (Path(__file__).resolve().parent / "signs.xml").read_text("utf-8")
    changed = signs.replace("https://creativecommons.org/licenses/by/4.0/", address)
    assert grid_of(changed.encode(), tmp_path, {}).get("rights") == name


@pytest.mark.parametrize("name", ["modern", "printed", "siku"])
def test_lists_open_no_entry_under_another_and_no_title_at_the_end_of_a_half_leaf(name: str, tmp_path: Path) -> None:
    """Where notes have columns of their own, what an entry is about has one too, never the last of a half-leaf."""
    corrections = "".join(
        f'<ab type="unit" xml:id="u{k}"><seg type="經" xml:id="u{k}.jing">𤣥<anchor xml:id="a{k}"/>酒'
        f'<anchor xml:id="b{k}"/></seg></ab>'
        for k in range(100)
    )
    apps = "".join(
        f'<app xml:id="app{k}" from="#a{k}" to="#b{k}"><lem wit="#W">酒</lem><rdg wit="#raw">\ue913</rdg></app>'
        for k in range(100)
    )
    tei = documents.HEADER.format(title="某禮", author="<author>某人</author>", items="") + "".join(
        f'<div type="textpart" subtype="juan" n="{n}" xml:id="juan{n}">{part}</div>'
        for n, part in enumerate(re.split(r"(?=<ab[^>]* xml:id=\"u(?:3|9|16|24|33|43|54|66|79|93)\")", corrections), 1)
    )
    layout = load({"layout": name}, Place("edition.toml"), {}).grid.parameters()
    grid = grid_of((tei + documents.FOOTER.format(apps=apps)).encode(), tmp_path, layout)
    lists = grid.find("juan[@label='校勘記']")
    assert lists is not None
    last = grid.get("columns")
    assert len(lists.findall(".//run[@kind='base']")) == 100
    assert not lists.findall(f".//column[@n='{last}']/run[@kind='head']")
    if layout["notes"] == "column":
        assert {run.get("y") for run in lists.iterfind(".//run[@kind='base']")} == {"0"}
        assert not lists.findall(f".//column[@n='{last}']/run[@kind='base']")


def test_a_sign_of_missing_pages_opens_no_leaf_where_it_has_room(tmp_path: Path) -> None:
    """〔闕四十頁〕 after a leaf that is full but for three cells."""
    text = "甲𤣥" * ((16 * 21 - 3 * 21 - 3) // 2)
    tei = documents.HEADER.format(title="某禮", author="<author>某人</author>", items="") + (
        '<div type="textpart" subtype="juan" n="1" xml:id="juan1"><head type="juan">卷</head><head>篇</head>'
        f'<head>次</head><ab type="unit" xml:id="u"><seg type="經" xml:id="u.jing">{text}</seg></ab></div>'
        '<gap reason="sampling" unit="page" extent="{extent}"/>'
    )
    footer = documents.FOOTER.format(apps="")
    for extent, leaves in (("40", 1), ("144", 2)):
        grid = grid_of((tei.replace("{extent}", extent) + footer).encode(), tmp_path, {})
        assert len(grid.findall("juan[@from]/leaf")) == leaves
        rows = ["".join(run.itertext()) for run in grid.iter("run") if run.get("kind") == "gap"]
        assert rows == (["〔闕四", "十頁〕"] if leaves == 1 else ["〔闕一百四十四頁〕"])
