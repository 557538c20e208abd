"""Pages of an edition, one after the other: sections, and what is reported."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from segment.scoring import page

from zhushu.errors import SegmentationError
from zhushu.model import Finding, Kind, Page, PageText
from zhushu.read import edition, pages
from zhushu.segment import segment_pages
from zhushu.segment.profile import Profile

OPENS = "賔出𤣥\n注曰\ue913去也\n记朝服而谋\n注曰谋也"
GOES_ON = "其牲狗也𤣥\n注曰\ue913择人"
CHAPTER = "聘礼第八\n君与卿图事𤣥\n注曰\ue913谋也"


def sections(texts: Iterable[PageText]) -> list[list[str | None]]:
    return [[unit.section for unit in text.units] for text in texts]


def codes(findings: Iterable[Finding]) -> set[str]:
    return {finding.code for finding in findings}


def numbered(text: str, number: int, juan: str = "5") -> Page:
    return replace(page(text, str(number), juan), number=number)


def test_a_section_goes_on_over_the_pages_of_its_juan(shuzhu: Profile) -> None:
    texts, findings = segment_pages([numbered(OPENS, 1), numbered(GOES_ON, 2), numbered(GOES_ON, 3)], shuzhu)
    assert sections(texts) == [[None, "ji"], ["ji"], ["ji"]]
    assert "S026" not in codes(findings)


def test_a_section_ends_with_its_juan_and_at_a_chapter(shuzhu: Profile) -> None:
    juan_of = [(OPENS, "5"), (GOES_ON, "6"), (OPENS, "7"), (CHAPTER, "7"), (GOES_ON, "7")]
    texts, _ = segment_pages([numbered(text, n, juan) for n, (text, juan) in enumerate(juan_of, 1)], shuzhu)
    assert sections(texts) == [[None, "ji"], [None], [None, "ji"], [None], [None]]


def test_a_section_over_missing_pages_is_reported(shuzhu: Profile) -> None:
    texts, findings = segment_pages([numbered(OPENS, 1), numbered(GOES_ON, 4)], shuzhu)
    assert sections(texts) == [[None, "ji"], ["ji"]]
    assert "S026" in codes(findings)


def test_what_is_in_a_section_by_guess_is_not_certain(shuzhu: Profile) -> None:
    sure, unsure = "注曰也\n大夫\ue913升\n注曰𤣥也", f"{GOES_ON}\n记{GOES_ON}"
    of_gap = [numbered(OPENS, 1), numbered(sure, 3), numbered(unsure, 4), numbered(sure, 5)]
    texts, findings = segment_pages(of_gap, shuzhu)
    assert [finding.place.file for finding in findings if finding.code == "S026"] == ["3.txt"]
    said = [[str(s.certainty) for s in text.segments if s.kind is Kind.BASE] for text in texts]
    assert said[1:] == [["medium"], ["medium", "high"], ["high"]]
    texts, _ = segment_pages([numbered(OPENS, 1), numbered(sure, 2)], shuzhu)
    assert [str(s.certainty) for s in texts[1].segments if s.kind is Kind.BASE] == ["high"]


def test_an_end_title_ends_a_section(shuzhu: Profile) -> None:
    ended = f"{OPENS}\n仪礼述注卷五"
    texts, findings = segment_pages([numbered(ended, 1), numbered(GOES_ON, 2)], shuzhu)
    assert sections(texts) == [[None, "ji"], [None]]
    (text,), _ = segment_pages([page(f"{ended}\n{GOES_ON}")], shuzhu)
    assert sections([text]) == [[None, "ji", None]]
    assert [s.layer for s in text.segments if s.kind is Kind.BASE] == ["經", "記", "經"]
    assert "S026" not in codes(findings)


def test_a_page_may_say_that_it_opens_in_the_main_text(shuzhu: Profile) -> None:
    here = replace(numbered(GOES_ON, 4), section="jing")
    texts, findings = segment_pages([numbered(OPENS, 1), here, numbered(GOES_ON, 5)], shuzhu)
    assert sections(texts) == [[None, "ji"], [None], [None]]
    assert "S026" not in codes(findings)


def test_a_page_may_say_in_which_section_it_opens(shuzhu: Profile) -> None:
    texts, findings = segment_pages([replace(numbered(GOES_ON, 4), section="ji")], shuzhu)
    assert sections(texts) == [["ji"]]
    assert [s.layer for s in texts[0].segments if s.kind is Kind.BASE] == ["記"]
    assert "S026" not in codes(findings)


def test_a_section_the_profile_does_not_have(shuzhu: Profile) -> None:
    with pytest.raises(SegmentationError) as caught:
        segment_pages([replace(numbered(GOES_ON, n), section="zhuan") for n in (1, 2)], shuzhu)
    assert [finding.code for finding in caught.value.findings] == ["S025", "S025"]
    assert caught.value.exit_code == 5


def test_nothing_is_an_edition_too(shuzhu: Profile) -> None:
    assert segment_pages([], shuzhu) == ((), ())
    (empty,), _ = segment_pages([page("")], shuzhu)
    assert empty.segments == empty.units == ()


def test_markers_that_never_fire_are_named(shuzhu: Profile) -> None:
    _, findings = segment_pages([page("主人𤣥\n注曰\ue913端○杨氏曰正○呂氏曰非")], shuzhu)
    (silent,) = [finding for finding in findings if finding.code == "S020"]
    assert "陸佃曰" in silent.message
    assert "疏曰" in silent.message
    assert "註曰" not in silent.message
    assert "…氏曰" not in silent.message
    assert silent.place.file == "profiles/shuzhu.toml"


def test_a_finding_names_line_and_offset(shuzhu: Profile) -> None:
    raw = "主人𤣥\r\n注曰\ue913端\r\n賔\n注曰入○呂氏曰非"
    _, findings = segment_pages([page(raw)], shuzhu)
    (unknown,) = [finding for finding in findings if finding.code == "S023"]
    assert (unknown.place.line, unknown.place.offset) == (4, raw.index("○"))


def test_the_seeds(seeds: Path, shuzhu: Profile) -> None:
    info, _ = edition.load(seeds)
    found, _ = pages.pages(seeds, info)
    texts, findings = segment_pages(found, shuzhu)
    assert [(text.page.n, len(text.units), text.units[0].part) for text in texts] == [
        ("000", 83, "F"),
        ("17", 54, None),
        ("001", 117, None),
        ("22", 52, None),
        ("63", 55, "F"),
    ]
    assert {unit.section for unit in texts[1].units} == {"ji"}
    assert [unit.section for unit in texts[0].units].count("ji") == 7
    assert codes(findings) == {"S020", "S021"}
