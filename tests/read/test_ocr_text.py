"""Raw OCR as plain text: blanks between all characters, columns from left to right."""

from __future__ import annotations

from pathlib import Path

from zhushu.model import Kind, Page, Source
from zhushu.read import plain
from zhushu.segment import profile, segment_pages

TEXT = "主人玄冠朝服緇帶素韠即位于門東西面有司如主人服即位于西方東面北上筮與席所卦者具饌于西塾"
COLUMN = 11


def read(text: str) -> tuple[str, list[str]]:
    source = Source("1.txt", "0" * 64, "utf-8", text)
    (leaf,) = plain.read(source, frozenset())
    page = Page(source, leaf.span, "1", "1", header=None, marks=leaf.marks, order=leaf.order)
    (found,), _ = segment_pages((page,), profile.load("general", Path()))
    shown = page.shown()
    spans = (span for one in found.segments if one.kind is not Kind.LAYOUT for span in one.spans)
    return "".join("".join(shown[span.start : span.end] for span in spans).split()), [one.code for one in leaf.findings]


def columns(text: str) -> list[str]:
    return [text[at : at + COLUMN] for at in range(0, len(text), COLUMN)]


def test_columns_from_left_to_right() -> None:
    text = TEXT * 8 + "𤣥\ue913"
    assert read("\n".join(columns(text))) == (text, [])
    assert read("\n".join(reversed(columns(text)))) == (text, ["R038"])


def test_blanks_between_all_characters() -> None:
    assert read(" ".join(TEXT + "𤣥")) == (TEXT + "𤣥", ["R039"])
    assert read("東西 南北 上下𤣥")[1] == []


def test_both() -> None:
    text = TEXT * 8
    spaced = "\n".join(" ".join(column) for column in reversed(columns(text)))
    assert read(spaced) == (text, ["R039", "R038"])
