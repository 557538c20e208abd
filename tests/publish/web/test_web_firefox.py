"""The web edition in Firefox: what tests of Chromium cannot say of the other engine."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lxml import etree
from publish.web import editions
from publish.web.firefox import Firefox
from publish.web.test_web_reading import DIRECTIONS, FIT, LAYOUTS, MARKS, PLACE, ROWS

ENTER = "\ue007"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("needs Firefox: apt-get install firefox-esr")
    running = Firefox(program, tmp_path_factory.mktemp("profile"))
    yield running
    running.close()


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("layout", [*LAYOUTS, "columns"])
def test_every_layout_shows_every_passage(
    site: Path, firefox: Firefox, sample: etree._Element, layout: str, direction: str
) -> None:
    firefox.open(f"{site.as_uri()}/juan1.html?layout={layout}&dir={direction}", 1300, 900)
    first = sample.find(f".//{editions.TEI}div[@n='1']")
    expected = [editions.text(passage) for passage in editions.passages(sample) if first in passage.iterancestors()]
    if layout == "columns":
        shown = firefox.evaluate("() => document.querySelector('.columns').textContent")
        assert all(text in shown for text in ("鄉射之禮○主人戒賔再拜", "以𤣥酒戒賔之事者"))
    else:
        assert firefox.evaluate(ROWS) == expected
    firefox.press("j", ENTER)
    assert firefox.evaluate("() => document.querySelector('.card[open] h2').textContent").endswith(
        "1.1（示例本，1a 葉 3 行）"
    )
    assert firefox.errors() == []


@pytest.mark.parametrize("width", [1300, 700])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_double_rows_fill_their_lines(
    built_book: Callable[[str], Path], firefox: Firefox, direction: str, width: int
) -> None:
    page = built_book("seeds") / "juan6.html"
    firefox.open(f"{page.as_uri()}?layout=double&dir={direction}", width, 900)
    continuing, faults = firefox.evaluate(FIT)
    assert continuing > 15
    assert faults == []


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_numbers_and_marks_stand_between_double_rows(site: Path, firefox: Firefox, direction: str) -> None:
    firefox.open(f"{site.as_uri()}/juan1.html?layout=double&dir={direction}&line=on", 1300, 900)
    time.sleep(0.3)
    marks = firefox.evaluate(MARKS)
    assert [name for name, _ in marks] == ["1.1", "3", "4", "5", "6", "7", "1b", "1.2", "2", "3", "1.3"]
    assert max(off for _, off in marks) < 2


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_links_land_in_place(long_site: Path, firefox: Firefox, layout: str, direction: str) -> None:
    firefox.open(f"{long_site.as_uri()}/juan9.html?layout={layout}&dir={direction}#p9.70", 1300, 900)
    time.sleep(0.3)
    _left, top, right, _bottom, width, _height = firefox.evaluate(PLACE, "p9.70")
    assert width - 140 < right < width if direction == "v" else 40 < top < 140


def test_search_counts_are_those_of_python(site: Path, firefox: Firefox, sample: etree._Element) -> None:
    firefox.open(f"{site.as_uri()}/index.html", 1300, 900)
    for query in ("主人", "𤣥酒", "賓升自西階", "。"):
        counted = firefox.evaluate("query => zhushu.search(query, { exact: true }).then(hits => hits.length)", query)
        assert counted == editions.occurrences(sample, query), query
    assert firefox.errors() == []


def test_what_goes_wrong_in_a_page_is_seen(site: Path, firefox: Firefox) -> None:
    firefox.open(f"{site.as_uri()}/index.html", 1300, 900)
    fault = "const script = document.createElement('script'); script.textContent = 'zhushu.nothing()';"
    firefox.evaluate(f"() => {{ {fault} document.head.append(script); }}")
    [error] = firefox.errors()
    assert "zhushu.nothing is not a function" in error
