"""The base text alone: its characters found in a text without any mark, its borders, its holes."""

from __future__ import annotations

import json
import random
import re
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zhushu.collate import witness
from zhushu.collate.align import Index
from zhushu.collate.base import BARRIER, LOST, NOTE, Page, base_places
from zhushu.collate.folding import folded
from zhushu.collate.witness import WitnessText

HAN = [chr(c) for c in range(0x4E00, 0x5000)] + ["𤣥", "𧃊", "\U00030000", "\ue913"]
MATERIAL = Path(__file__).parent / "material"


def prose(length: int, seed: int) -> str:
    rng = random.Random(seed)
    return "".join(rng.choice(HAN) for _ in range(length))


def places(page: str, base: str) -> list[int]:
    return base_places([Page(page)], Index(base))[0]


@given(
    st.text(st.sampled_from("經注曰也𤣥\ue913"), max_size=60), st.text(st.sampled_from("經注也𤣥\ue913"), max_size=40)
)
def test_any_two_texts(page: str, base: str) -> None:
    found = places(page, base)
    assert len(found) == len(page)
    known = [place for place in found if place >= 0]
    assert known == sorted(known)
    assert all(place < len(base) for place in known)


@given(st.lists(st.tuples(st.integers(5, 30), st.integers(4, 60)), min_size=3, max_size=12), st.integers(0, 20))
@settings(max_examples=40)
def test_notes_between_sentences_are_told_from_them(sizes: list[tuple[int, int]], seed: int) -> None:
    base, notes = prose(400, seed), prose(800, seed + 1000)
    page, expected, at, note_at = "", [], 0, 0
    for sentence, note in sizes:
        page += base[at : at + sentence] + notes[note_at : note_at + note]
        expected += [*range(at, at + sentence), *[NOTE] * note]
        at, note_at = at + sentence, note_at + note
    found = places(page, base)
    assert sum(one != other for one, other in zip(found, expected, strict=True)) <= 0.05 * len(expected)


def test_a_quotation_in_a_note_is_not_base_text() -> None:
    base, note = prose(120, 1), prose(60, 2)
    page = base[:40] + note[:20] + base[10:18] + note[20:40] + base[40:80] + note[40:] + base[80:]
    found = places(page, base)
    assert found[60:68] == [NOTE] * 8
    assert [place for place in found if place >= 0] == list(range(120))


def test_a_damaged_character_in_base_text_is_base_text() -> None:
    base = prose(120, 3)
    page = base[:30] + "防" + base[31:60] + prose(30, 4) + base[60:]
    assert places(page, base)[28:33] == [28, 29, 30, 31, 32]


def test_a_note_of_two_characters_is_a_note() -> None:
    base = prose(120, 5)
    assert places(base[:50] + "復也" + base[50:], base)[49:53] == [49, NOTE, NOTE, 50]


def test_a_marker_parts_base_text_and_note_that_begin_alike() -> None:
    """The note opens with the words that the base text goes on with: a marker says where it opens."""
    base = prose(100, 6)
    page = base[:40] + BARRIER + base[40:42] + prose(40, 7) + base[40:]
    assert places(page, base)[38:44] == [38, 39, NOTE, NOTE, NOTE, NOTE]


# ---------------------------------------------------------------- gold


@pytest.fixture(scope="module")
def yili(shared: Path) -> WitnessText:
    found, _ = witness.load(witness.named(shared / "data" / "kanripo" / "KR1d0026"), Path())
    return found


def bare(shared: Path) -> dict[int, tuple[str, list[bool]]]:
    """Juan of 儀禮述註 without markers, signs and white space, and which characters are base text."""
    juan: dict[int, tuple[str, list[bool]]] = {}
    for line in (shared / "data" / "gold_dev.jsonl").read_text("utf-8").splitlines():
        segment = json.loads(line)
        if segment["layer"] in ("title", "table") or segment["juan"] == 11:
            continue
        words = segment["raw"].removeprefix("○")
        if segment["marker"] and segment["layer"] != "經":
            words = words[len(segment["marker"]) :]
        words = re.sub(r"[\s○]", "", words)
        text, labels = juan.get(segment["juan"], ("", []))
        juan[segment["juan"]] = text + words, [*labels, *[segment["layer"] == "經"] * len(words)]
    return juan


def right(found: list[list[int]], gold: list[list[bool]]) -> float:
    pairs = [
        (at != NOTE, label)
        for of, labels in zip(found, gold, strict=True)
        for at, label in zip(of, labels, strict=True)
    ]
    return sum(one == other for one, other in pairs) / len(pairs)


def test_base_text_and_notes_of_the_yili_are_told_apart(shared: Path, yili: WitnessText) -> None:
    """Without any marker and any layout; the base text has lost leaves, which the idiom of both layers makes up for."""
    base, juan = yili.base(), bare(shared)
    pages, gold = [Page(folded(text)) for text, _ in juan.values()], [labels for _, labels in juan.values()]
    assert right(base_places(pages, Index(folded(base.text)), base.holes), gold) >= 0.992
    notes = [folded(note) for note in yili.notes()]
    found = base_places(pages, Index(folded(base.text)), base.holes, notes)
    assert right(found, gold) >= 0.993
    assert LOST in {place for of in found for place in of}


def test_base_text_and_notes_of_the_laozi_are_told_apart(shared: Path) -> None:
    """老子 1–10 with 王弼's commentary, where nothing marks the notes; the runs of both were found by reading."""
    base, _ = witness.load(witness.named(MATERIAL / "laozi.txt"), Path())
    text, _ = witness.load(witness.named(shared / "data" / "kanripo" / "KR5c0073"), Path())
    runs = json.loads((MATERIAL / "laozi_runs.json").read_text("utf-8"))
    gold = [number % 2 == 0 for number, length in enumerate(runs) for _ in range(length)]
    start = text.text.index("道可道")
    page = folded(text.text[start : start + len(gold)])
    found = places(page, folded(base.text))
    assert right([found], [gold]) >= 0.997
    borders = [len(list(group)) for _, group in groupby(place != NOTE for place in found)]
    assert abs(len(borders) - len(runs)) <= 2
