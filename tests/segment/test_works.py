"""Whole works in the notation of Kanripo: layers and voices against the gold files and against their own layout."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from segment.scoring import layer

from zhushu.model import Finding, Kind, PageText, Segment
from zhushu.read import edition, pages
from zhushu.segment import profile, segment_pages
from zhushu.segment.habits import UNKNOWN


@cache
def texts(folder: Path, name: str) -> tuple[tuple[PageText, ...], tuple[Finding, ...]]:
    info, _ = edition.load(folder)
    found, about = pages.pages(folder, info)
    segmented, more = segment_pages(found, profile.load(name, folder))
    return segmented, about + more


def characters(text: PageText) -> Iterator[tuple[str, int, Segment]]:
    """The characters of a page that are neither blank nor markup, each with its offset and segment."""
    shown = text.page.shown()
    for segment in text.segments:
        if segment.kind is not Kind.LAYOUT:
            yield from ((shown[at], at, segment) for at in range(*_ends(segment)) if not shown[at].isspace())


def _ends(segment: Segment) -> tuple[int, int]:
    return segment.span.start, segment.span.end


def gold_characters(folder: Path, juan: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for line in (folder / "data/gold_dev.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        if str(entry["juan"]) == juan:
            traditional = re.sub("&[^;]+;", "\ufffc", entry["trad"])
            yield from ((character, entry) for character in traditional if not character.isspace())


@pytest.mark.parametrize("juan", ["2", "5", "6", "7", "11", "15"])
def test_layers_and_voices_of_the_six_juan(shared: Path, juan: str) -> None:
    found, _ = texts(shared / "data/kanripo/KR1d0040", "shuzhu")
    names = {person.id: person.names["zh-Hant"] for person in profile.load("shuzhu", shared).persons}
    text = next(one for one in found if one.page.juan == juan)
    ours, theirs = list(characters(text)), list(gold_characters(shared, juan))
    assert [c for c, _, _ in ours] == [c for c, _ in theirs]
    counted = right = 0
    for (_, _, segment), (_, entry) in zip(ours, theirs, strict=True):
        if entry["layer"] not in ("title", "table"):
            voice = entry["voice"] if entry["layer"] != "經" else None
            section = entry.get("section")
            counted += 1
            right += (
                layer(segment) == entry["layer"]
                and (voice is None or names.get(segment.voice or "") == voice)
                and (section is None or segment.layer == section)
            )
    assert right / counted >= 0.999


@pytest.mark.parametrize("juan", ["2", "5", "6", "7", "11", "15"])
def test_leaves_and_columns_are_those_of_the_file(shared: Path, juan: str) -> None:
    found, _ = texts(shared / "data/kanripo/KR1d0040", "shuzhu")
    text = next(one for one in found if one.page.juan == juan)
    columns = list(_columns(text.page.source.text))
    assert [(one.offset, one.n) for one in text.breaks if one.unit == "column"] == [(at, n) for at, _, n in columns]
    leaves = list(dict.fromkeys(leaf for _, leaf, _ in columns))
    assert [one.n for one in text.breaks if one.unit == "page"] == leaves
    starts = [at for at, _, _ in columns]
    before = None
    for (_, at, _), (_, entry) in zip(characters(text), gold_characters(shared, juan), strict=True):
        if entry is not before and entry["n"] != (before or {}).get("n"):
            assert columns[bisect_right(starts, at) - 1][1] == entry["page_start"]
        before = entry


def _columns(text: str) -> Iterator[tuple[int, str, str]]:
    """Where the columns of a file begin that hold text, with their leaf and number: read line by line."""
    leaf, column, at = "", 0, 0
    for line in text.splitlines(keepends=True):
        if line.startswith("<pb:"):
            leaf, column = line[4 : line.index(">")].rsplit("_", 1)[1], 0
        elif leaf:
            column += 1
            if line.rstrip("¶\n").strip("\u3000"):
                yield at + len(line) - len(line.lstrip("\u3000")), leaf, str(column)
        at += len(line)


# ---------------------------------------------------------------- layers by layout


def by_layout(text: str, small: bool) -> dict[int, str]:
    """The offsets of a file → what its layout makes of them: notes are small print, or indented columns."""
    layers: dict[int, str] = {}
    at, inside = 0, False
    for line in text.splitlines(keepends=True):
        if not line.startswith(("#", "<pb:")):
            note = line.startswith("\u3000") and not small
            for k, character in enumerate(line):
                inside = (inside or character == "(") and character != ")"
                layers[at + k] = "note" if inside or note else "base"
        at += len(line)
    return layers


WORKS = [
    ("KR1a0008", "zhouyi-jijie", False),
    ("KR1d0019", "zhouli-shuzhu", False),
    ("KR1d0026", "yili-zhengzhu", True),
    ("KR1h0015", "sishu", True),
]


@pytest.mark.parametrize(("work", "name", "small"), WORKS)
def test_base_text_and_notes_are_those_of_the_layout(shared: Path, work: str, name: str, small: bool) -> None:
    found, _ = texts(shared / "data/kanripo" / work, name)
    wrong: Counter[tuple[str, str]] = Counter()
    counted = 0
    for text in found:
        layers = by_layout(text.page.source.text, small)
        for _, at, segment in characters(text):
            if segment.kind in (Kind.BASE, Kind.NOTE) and segment.layer != "序" and segment.rule != "prose":
                counted += 1
                if layers[at] != segment.kind.value:
                    wrong[layers[at], segment.kind.value] += 1
    assert counted > 70_000
    assert not wrong


def test_the_voices_of_the_jijie(shared: Path) -> None:
    found, _ = texts(shared / "data/kanripo/KR1a0008", "zhouyi-jijie")
    voices = Counter(one.voice for text in found for one in text.segments if one.kind is Kind.NOTE and one.marker)
    assert len(set(voices) - {UNKNOWN}) >= 38
    assert voices["yufan"] > 1200
    assert voices["xunshuang"] > 300


def test_circles_by_their_meaning(shared: Path) -> None:
    """○ before base text in the 述註, between sounds, notes and voices in the 四書, before a chapter outside notes."""
    zhouli, _ = texts(shared / "data/kanripo/KR1d0019", "zhouli-shuzhu")
    signs = Counter(one.kind for text in zhouli for one in text.segments if one.sign)
    assert signs[Kind.BASE] > 1000
    assert signs[Kind.NOTE] < 10
    sishu, _ = texts(shared / "data/kanripo/KR1h0015", "sishu")
    after = Counter((one.kind, one.layer) for text in sishu for one in text.segments if one.sign)
    assert after[Kind.BASE, "經"] > 600
    assert after[Kind.NOTE, "注"] > 700
    assert after[Kind.NOTE, "諸家"] > 300


def test_leaves_that_come_twice_and_lost_leaves(shared: Path) -> None:
    found, findings = texts(shared / "data/kanripo/KR1d0026", "yili-zhengzhu")
    leaves = [one.n for text in found for one in text.breaks if one.unit == "page"]
    assert len(leaves) == len(set(leaves))
    assert "005-23b_2" in leaves
    assert sum(one.unit == "lost" for text in found for one in text.breaks) >= 5
    assert {"R030", "R031"} <= {one.code for one in findings}
