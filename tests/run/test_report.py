"""The report: counts that add up, places that are where it says, and nothing in it that a browser would run."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from run.editions import PAGE, make

from zhushu.model import Evidence, Page, PageText, Reading, ReadingKind, Source, Span
from zhushu.run.build import Request, build
from zhushu.run.job import Target
from zhushu.run.survey import CONTEXT, survey_of
from zhushu.run.text import edition_of

HOSTILE = "<script>alert('注')</script>"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of an edition with a suspect character, a gap and a title that would run in a browser."""
    folder = tmp_path_factory.mktemp("report")
    edition = make(folder / "edition", more='\n[[silence]]\ncode = "C001"\nreason = "a <b> reason"\n')
    toml = (edition / "edition.toml").read_text("utf-8").replace('"儀禮述註"', f'"儀禮{HOSTILE}"')
    (edition / "edition.toml").write_text(toml, "utf-8")
    page = PAGE.format(n=1).replace("献获者于侯", "献获者于侯防").replace("皆三祭\n", "皆三□祭\x01\n")
    (edition / "one.txt").write_text(page, "utf-8")
    (done,) = build([edition], Request(folder / "output", to=("text",)))
    assert done.exit_code == 0, done.findings
    return folder / "output" / "small"


@pytest.fixture(scope="module")
def report(built: Path) -> dict[str, Any]:
    known: dict[str, Any] = json.loads((built / "report" / "report.json").read_text("utf-8"))
    return known


@pytest.fixture(scope="module")
def page(built: Path) -> str:
    return (built / "report" / "report.html").read_text("utf-8")


def test_counts_add_up(report: dict[str, Any], built: Path) -> None:
    lines = (built / "text" / "small.segments.jsonl").read_text("utf-8").splitlines()
    assert sum(layer["segments"] for layer in report["layers"]) == len(lines)
    assert sum(border["borders"] for border in report["borders"]) == len(lines)
    assert {layer["layer"] for layer in report["layers"]} == {"經", "注", "疏"}


def test_places_are_where_it_says(report: dict[str, Any], built: Path) -> None:
    places = [doubt["spot"] for doubt in report["doubts"]] + [gaiji["first"] for gaiji in report["gaiji"]]
    assert places
    for spot in places:
        raw = (built.parent.parent / "edition" / spot["file"]).read_text("utf-8")
        offset, text = spot["offset"], spot["text"]
        assert raw[offset : offset + len(text)] == text
        assert raw.count("\n", 0, offset) + 1 == spot["line"]
        before, after = re.sub(r"\s", "", raw[raw.index("\n") : offset]), re.sub(r"\s", "", raw[offset + len(text) :])
        assert spot["before"] == before[-CONTEXT:]
        assert spot["after"] == after[:CONTEXT]
        assert re.fullmatch(r"p\d+(\.\d+\.\w+)?", spot["passage"])


def test_worst_first(report: dict[str, Any]) -> None:
    kinds = [doubt["kind"] for doubt in report["doubts"]]
    order = ["lacuna", "suspect", "border", "damage"]
    assert kinds == sorted(kinds, key=order.index)
    assert {"lacuna", "suspect"} <= set(kinds)


def test_unknown_code_points(report: dict[str, Any]) -> None:
    known = {gaiji["code"]: gaiji for gaiji in report["gaiji"]}
    assert known["U+E913"]["places"] == 2
    assert known["U+0001"]["text"] == ""


def test_silenced_findings_keep_their_reason(report: dict[str, Any]) -> None:
    assert {found["reason"] for found in report["silenced"]} == {"a <b> reason"}
    assert "C001" not in {found["code"] for found in report["findings"]}


def test_it_says_whether_the_text_is_valid(report: dict[str, Any], page: str) -> None:
    assert (report["valid"], report["complete"], report["failed"]) == (True, True, [])
    assert "valid, and every raw page is given back" in page


def test_every_output_has_its_inputs(report: dict[str, Any]) -> None:
    assert report["stages"]["tei"]["inputs"]["one.txt"]
    assert report["stages"]["text"]["inputs"]["tei/small.xml"] == report["stages"]["tei"]["outputs"]["tei/small.xml"]


class Tags(HTMLParser):
    """Every tag, in balance, and every address."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_page_is_whole_and_runs_nothing(page: str) -> None:
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert "script" not in tags.seen
    assert [address for address in tags.addresses if not address.startswith("#")] == []
    assert "&lt;script&gt;" in page


def test_page_shows_what_no_font_draws(page: str) -> None:
    assert '<span class="box">E913</span>' in page
    assert '<span class="box">0001</span>' in page
    assert not re.search("[\x00-\x08\ue000-\uf8ff]", page)


def test_passages_link_to_the_web_edition(built: Path, tmp_path: Path) -> None:
    from zhushu.run.report import report_of

    target = Target("small", built.parent.parent / "edition", built)
    assert report_of(target).links == {}
    (built / "web").mkdir()
    (built / "web" / "juan5.html").write_text('<p id="p1.1.jing">司马</p>', "utf-8")
    assert report_of(target).links == {"p1.1.jing": "../web/juan5.html#p1.1.jing"}


def test_witness_beside_the_page(tmp_path: Path) -> None:
    """A correction shows both sides; variants are counted by class."""
    edition, _ = edition_of(Target("small", make(tmp_path / "edition"), tmp_path))
    first = edition.pages[0]
    at = first.page.source.text.index("献获")
    damage = Reading(
        Span(at, at + 1), ReadingKind.DAMAGE, "𤣥", witness="WYG", evidence=Evidence.WITNESS, source="seen"
    )
    variant = Reading(Span(at + 1, at + 2), ReadingKind.VARIANT, "获", "獲", witness="WYG", evidence=Evidence.WITNESS)
    pages = (replace(first, readings=(damage, variant)), *edition.pages[1:])
    survey = survey_of(replace(edition, pages=pages))
    (doubt,) = [doubt for doubt in survey.doubts if doubt.kind == "damage"]
    assert (doubt.spot.text, doubt.reading, doubt.witness) == ("献", "𤣥", "WYG")
    assert [(v.text, v.other, v.witness, v.places) for v in survey.variants] == [("获", "獲", "WYG", 1)]


def test_a_page_without_text_has_a_survey() -> None:
    source = Source("empty.txt", "", "utf-8", "")
    empty = PageText(Page(source, Span(0, 0), "1", "1"), (), ())
    from zhushu.model import Edition, EditionInfo

    info = EditionInfo("x", {}, "lzh-Hant", "shuzhu", "", "1", "urn:x")
    assert survey_of(Edition(info, (), (), {}, (empty,))).pages[0].characters == 0
