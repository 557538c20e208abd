"""Damage of every kind: recognised, kept, marked; and given back by the TEI."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from zhushu.encode import encode
from zhushu.model import Edition, EditionInfo, Page, PageText, ReadingKind, Source, Span
from zhushu.segment import profile, segment_pages
from zhushu.validate import validate
from zhushu.validate.verify import verify

INFO = EditionInfo("damage", {"zh-Hans": "述"}, "lzh-Hans", "shuzhu", "2026-11-30", "1", "urn:cts:zhushu:a.b.c")
KINDS = [
    ("荐脯●者", "●", ReadingKind.LACUNA, None, "S030"),
    ("荐脯?者", "?", ReadingKind.LACUNA, None, "S030"),
    ("手扌需于醢", "扌需", ReadingKind.GAIJI, "⿰扌需", "S031"),
    ("其纟意也", "纟意", ReadingKind.GAIJI, "⿰纟意", "S031"),
    ("其<匚单>也", "<匚单>", ReadingKind.GAIJI, None, "S031"),
    ("其{艹租}也", "{艹租}", ReadingKind.GAIJI, "⿱艹租", "S031"),
    ("其[⿰月巽]也", "[⿰月巽]", ReadingKind.GAIJI, "⿰月巽", "S031"),
    ("其⿰月巽也", "⿰月巽", ReadingKind.GAIJI, "⿰月巽", "S031"),
    ("其[月*巽]也", "[月*巽]", ReadingKind.GAIJI, None, "S031"),
    ("其SKchar也", "SKchar", ReadingKind.GAIJI, None, "S031"),
    ("其ヮ者", "ヮ", ReadingKind.SUSPECT, None, "S032"),
    ("其Ρ者", "Ρ", ReadingKind.SUSPECT, None, "S032"),
    ("冪(mì)者", "(mì)", ReadingKind.SUSPECT, None, "S033"),
    ("南麵而立", "麵", ReadingKind.SUSPECT, None, "S034"),
    ("釋曰雲者", "雲", ReadingKind.SUSPECT, None, "S034"),
]


def segmented(text: str) -> tuple[PageText, list[str]]:
    source = Source("1.txt", sha256(text.encode()).hexdigest(), "utf-8", text)
    (found,), findings = segment_pages([Page(source, Span(0, len(text)), "1", "1")], profile.load("shuzhu", Path()))
    return found, [one.code for one in findings]


@pytest.mark.parametrize(("words", "raw", "kind", "ids", "code"), KINDS, ids=[words for words, *_ in KINDS])
def test_each_kind(words: str, raw: str, kind: ReadingKind, ids: str | None, code: str, tmp_path: Path) -> None:
    text = f"主人𤣥\ue913端也\n注曰{words}也\n"
    found, codes = segmented(text)
    (reading,) = found.readings
    assert text[reading.span.start : reading.span.end] == raw
    assert (reading.kind, reading.ids) == (kind, ids)
    assert code in codes
    (tmp_path / "1.txt").write_text(text, "utf-8")
    path = tmp_path / "damage.xml"
    shuzhu = profile.load("shuzhu", Path())
    path.write_bytes(encode(Edition(INFO, shuzhu.persons, shuzhu.works, {}, (found,))))
    assert verify(path, [tmp_path / "1.txt"]) == ()
    assert [one for one in validate(path) if one.severity == "error"] == []


@pytest.mark.parametrize(
    "text",
    [
        "何也？曰：然。東，西。南；北𤣥",  # a question mark in a punctuated text
        "詩云王后復位曰雲行雨施𤣥",  # a real 曰雲 where nothing else is made by a converter
        "【疏】疏曰〔注〕[疏]（东西）𤣥",  # labels and notes are no broken characters
        "ヮソウ東西",  # kana by themselves
    ],
)
def test_what_is_no_damage(text: str) -> None:
    assert segmented(text)[0].readings == ()
