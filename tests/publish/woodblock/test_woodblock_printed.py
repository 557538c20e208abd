"""版式 as printed: with the columns of a real woodblock, our rows of notes are the rows of the print."""

from __future__ import annotations

import re
from pathlib import Path
from xml.sax.saxutils import escape

from lxml import etree

from zhushu import resources, saxon
from zhushu.model import Place
from zhushu.publish.woodblock.layout import load

BOOK = """<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title type="main">儀禮</title>
</titleStmt></fileDesc></teiHeader><text><body><div>
<div type="textpart" subtype="juan" n="1" xml:id="juan1"><head>卷一</head>
<ab>{body}</ab></div></div></body></text></TEI>"""

Printed = dict[tuple[str, int], list[str]]  # page and column → base text and notes, these as (right/left)


def printed_columns(path: Path) -> Printed:
    """A file in the format of Kanripo, where one line is one printed column and notes are in brackets."""
    columns: Printed = {}
    page, number = "", 0
    for line in path.read_text("utf-8").splitlines():
        if found := re.match(r"<pb:\w+_(\d+-\d+[ab])>", line):
            page, number = found[1], 0
        elif page and not line.startswith("#"):
            number += 1
            text = re.sub(r"[¶\u3000\x00-\x1f]", "", re.sub("&[^;]*;", "〓", line))
            columns[page, number] = re.findall(r"\([^)]*\)|[^()]+", text)
    return columns


def tei(columns: Printed) -> str:
    """Printed columns → a TEI file: base text and notes run on, pb and lb say where columns begin."""
    parts: list[str] = []
    kind, page_before = "", ""
    for (page, number), column in columns.items():
        breaks = (f'<pb ed="S" n="{page}"/>' if page != page_before else "") + f'<lb ed="S" n="{number}"/>'
        page_before = page
        for k, text in enumerate(column):
            wanted = "note" if text.startswith("(") else "seg"
            if wanted != kind:
                parts.append(f"</{kind}>" if kind else "")
                parts.append(f'<{wanted} type="經" xml:id="x{len(parts)}">')
                kind = wanted
            parts.append((breaks if k == 0 else "") + escape(re.sub("[()/]", "", text)))
    return BOOK.format(body="".join(parts) + f"</{kind}>")


def set_columns(grid: Path) -> Printed:
    """grid.xml → the same as printed_columns, from the runs."""
    columns: Printed = {}
    for column in etree.parse(str(grid)).iter("column"):
        runs: list[str] = []
        for run in column:
            text = "".join(run.itertext())
            match run.get("row"):
                case "row":
                    runs.append(text)
                case "right":
                    runs.append(f"({text}/)")
                case _:
                    runs[-1] = runs[-1][:-1] + f"{text})"
        columns[column.getparent().get("page", ""), int(column.get("line", "0"))] = runs
    return columns


def test_rows_of_notes_are_those_of_the_print(shared: Path, tmp_path: Path) -> None:
    """四部叢刊 儀禮, juan 1: 209 columns. Two end a note otherwise than its last column asks for."""
    printed = printed_columns(shared / "data/kanripo/KR1d0026/KR1d0026_001.txt")
    (tmp_path / "in.xml").write_text(tei(printed), "utf-8")
    layout = load({"grid": {"breaks": "printed", "columns": 8, "cells": 17, "note_cells": 17}}, Place("edition.toml"))
    saxon.transform(
        resources.stylesheet("print/grid.xsl"), tmp_path / "in.xml", tmp_path / "grid.xml", **layout.grid.parameters()
    )
    ours = set_columns(tmp_path / "grid.xml")
    same = sum(
        ours.get(place) == [re.sub(r"(?<!/)(\([^/]*)\)", r"\1/)", text) for text in column]
        for place, column in printed.items()
    )
    assert len(printed) == 209
    assert same >= 207


def test_a_longer_column_is_squeezed_and_a_much_longer_one_runs_on(tmp_path: Path) -> None:
    columns: Printed = {
        ("1a", 1): ["甲" * 21],
        ("1a", 2): ["乙" * 23],
        ("1a", 4): ["丙𤣥" * 20],
        ("1a", 6): ["丁"],
        ("2b", 1): ["戊"],
    }
    (tmp_path / "in.xml").write_text(tei(columns), "utf-8")
    layout = load({"layout": "printed"}, Place("edition.toml"))
    saxon.transform(
        resources.stylesheet("print/grid.xsl"), tmp_path / "in.xml", tmp_path / "grid.xml", **layout.grid.parameters()
    )
    grid = etree.parse(str(tmp_path / "grid.xml"))
    halves = [(half.get("page"), half.get("side")) for half in grid.iterfind("juan[@from]//half")]
    assert halves == [(None, "a"), ("1a", "a"), ("2b", "b")]  # before 1a, the head that no page holds
    said = [
        (column.get("n"), column.get("line"), column.get("height"), column.get("over"))
        for column in grid.xpath("//half[@page='1a']/column")
    ]
    assert said == [
        ("1", "1", None, None),
        ("2", "2", "23", None),
        ("4", "4", None, None),
        ("5", None, None, "yes"),
        ("6", "6", None, None),
    ]
    assert [leaf.get("n") for leaf in grid.iterfind("juan[@from]/leaf")] == ["", "1", "2"]
