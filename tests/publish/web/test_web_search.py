"""Search: counts equal a count made in Python from the TEI, whatever script the word is typed in."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from publish.web import editions
from publish.web.editions import Open

from zhushu import characters

ON_PAGE = """([q, file]) => zhushu.search(q).then(hits =>
  hits.filter(({ part }) => part.kind.work.pages[part.p][0] === file).length)"""


def folded(text: str, query: str) -> int:
    """Places where each character shares a form with that of the query, not overlapping, found the slow way."""
    count = at = 0
    while at + len(query) <= len(text):
        if all(characters.forms(a) & characters.forms(b) for a, b in zip(text[at:], query, strict=False)):
            count += 1
            at += len(query)
        else:
            at += 1
    return count


def search(page: Any, query: str, **options: Any) -> int:
    scopes: list[list[str]] = page.evaluate(
        "([q, o]) => zhushu.search(q, o).then(hits => hits.map(hit => hit.part.kind.scopes))", [query, options]
    )
    return sum(options.get("scope", "all") in scope for scope in scopes)


QUERIES = (
    "主人",
    "賓",
    "賔",
    "宾",
    "玄酒",
    "𤣥酒",
    "鄉射",
    "乡射",
    "賓升自西階",
    "主人此其餘",
    "不在此處",
    "。",
    "□",
    "第一",
)


@pytest.mark.parametrize("query", QUERIES)
def test_counts_equal_those_of_python(site: Path, open_page: Open, sample: etree._Element, query: str) -> None:
    page = open_page(site, "index.html")
    streams = editions.streams(sample)
    assert search(page, query, exact=True) == sum(stream.count(query) for stream in streams)
    assert search(page, query) == sum(folded(stream, query) for stream in streams)


def test_counts_of_a_long_text(long_site: Path, open_page: Open) -> None:
    page = open_page(long_site, "index.html")
    root = etree.fromstring(editions.long_edition(120))
    streams = editions.streams(root)
    for query in ("賓", "主人", "𤣥", "乡", "𫝊也", "之ABC"):
        assert search(page, query) == sum(folded(stream, query) for stream in streams), query


def test_forms_of_one_character_find_the_same(site: Path, open_page: Open) -> None:
    page = open_page(site, "juan1.html")
    assert search(page, "賔") == search(page, "賓") == search(page, "宾") > search(page, "賔", exact=True) > 0
    assert search(page, "玄酒") == search(page, "𤣥酒") == 1
    assert search(page, "乡射") == search(page, "鄉射") == 1
    assert search(page, "乡射", exact=True) == 0


def test_by_layer_and_voice(site: Path, open_page: Open, sample: etree._Element) -> None:
    page = open_page(site, "juan1.html")
    all_of_it, base, notes = (search(page, "主人", scope=scope) for scope in ("all", "base", "notes"))
    assert all_of_it == base + notes
    assert (
        search(page, "主人", scope="l:疏")
        == editions.text(sample.find(f".//*[@{editions.ID}='p1.1.shu1']")).count("主人") + 0
    )
    assert search(page, "主人", scope="v:zhuxi") == 1


def test_text_that_runs_on_is_found_over_the_border(site: Path, open_page: Open) -> None:
    page = open_page(site, "juan2.html?q=賓升自西階&hit=1#p3.2.jing")
    page.wait_for_selector(".stepper")
    lit = page.evaluate("[...CSS.highlights.get('hit-now')].map(range => range.toString())")
    assert lit == ["賓升自西", "階"]


@pytest.mark.parametrize("layout", ["list", "inline", "double", "columns"])
@pytest.mark.parametrize("script", ["record", "hans", "standard"])
def test_hits_are_lit_in_every_layout(site: Path, open_page: Open, layout: str, script: str) -> None:
    page = open_page(site, f"juan1.html?layout={layout}&script={script}&q=主人&hit=2")
    page.wait_for_selector(".stepper")
    lit = page.evaluate(
        "['hit', 'hit-now'].flatMap(name => [...CSS.highlights.get(name)].map(range => range.toString()))"
    )
    on_page = page.evaluate(ON_PAGE, ["主人", "juan1.html"])
    assert "".join(lit) == "主人" * on_page


def test_a_query_is_a_url(site: Path, open_page: Open) -> None:
    page = open_page(site, "juan1.html?q=宾&in=base")
    page.wait_for_selector(".hits a")
    total = page.locator(".hits a").count()
    assert page.inner_text(".status").startswith(str(total))
    page.click(".hits a >> nth=1")
    assert "hit=2" in page.url
    assert "in=base" in page.url
    page.goto(page.url.replace("juan1", "juan1"))
    page.wait_for_selector(".stepper")
    assert page.inner_text(".tally").endswith(f"2 / {total}")


def test_stepping_goes_over_pages(site: Path, open_page: Open) -> None:
    page = open_page(site, "juan1.html?q=主人&hit=1")
    total = int(page.inner_text(".tally").split("/")[1])
    for _ in range(total - 1):
        page.click("[data-do='hit-on']")
        page.wait_for_function("window.zhushu && zhushu.ready")
    assert "juan2.html" in page.url
    assert page.inner_text(".tally").endswith(f"{total} / {total}")


def test_facets_count_and_narrow(site: Path, open_page: Open) -> None:
    page = open_page(site, "juan1.html?q=主人")
    page.wait_for_selector(".facets button")
    counts = dict(text.rsplit(" ", 1) for text in page.locator(".facets button").all_inner_texts())
    assert int(counts["全部"]) == int(counts["正文"]) + int(counts["注文"])
    page.click(".facets button:has-text('鄭玄')")
    page.wait_for_timeout(150)
    assert page.locator(".hits a").count() == int(counts["鄭玄"])


def test_signs_of_regular_expressions_are_characters(site: Path, open_page: Open) -> None:
    page = open_page(site, "index.html")
    for query in ("[", "]", "^", "\\", ".", "*", "主.", "(主", "a-z", "-"):
        assert search(page, query) == 0


@pytest.mark.parametrize("book", ["seeds", "KR1d0040"])
def test_counts_in_books_are_those_of_python(built_book: Callable[[str], Path], open_page: Open, book: str) -> None:
    site = built_book(book)
    record = site.parent / "tei" / f"{site.parent.name}.xml"
    texts = editions.streams(etree.parse(str(record)).getroot())
    rng, long = random.Random(1), [text for text in texts if len(text) > 6]
    queries = ["賓", "乡射", "左𤣥酒", "\ue913"]
    for length in (1, 2, 4, 6) * 2:
        text = rng.choice(long)
        start = rng.randrange(len(text) - length)
        queries.append(text[start : start + length])
    page = open_page(site, "index.html")
    for query in queries:
        assert search(page, query, exact=True) == sum(text.count(query) for text in texts), query
        assert search(page, query) == sum(folded(text, query) for text in texts), query


def test_escape_closes_the_panel_and_keeps_the_search(site: Path, open_page: Open) -> None:
    page = open_page(site, "juan1.html?q=主人")
    page.wait_for_selector(".hits a")
    page.keyboard.press("Escape")
    assert not page.is_visible(".search")
    assert page.input_value(".search input[name='q']") == "主人"
    assert page.is_visible(".stepper")


def test_a_search_that_ran_is_in_the_url(site: Path, open_page: Open) -> None:
    """Back from a hit on another page brings the list of hits back; what is cleared is gone."""
    page = open_page(site, "index.html")
    page.keyboard.press("/")
    page.keyboard.type("主人")
    page.click(".facets button:has-text('鄭玄')")
    page.wait_for_function("location.search.includes('&in=v')")
    page.click(".hits a >> nth=0")
    page.wait_for_function("location.pathname.includes('juan') && window.zhushu?.ready")
    page.go_back()
    page.wait_for_selector(".hits a")
    assert page.input_value(".search input[name='q']") == "主人"
    page.fill(".search input[name='q']", "𤣥\ue913")
    page.wait_for_function("decodeURIComponent(location.search).includes('q=𤣥\ue913')")
    page = open_page(site, "juan1.html?q=主人#p1.2")
    page.keyboard.press("Escape")
    page.wait_for_function("!location.search")


def test_a_hit_in_a_head_is_listed_by_its_place(site: Path, open_page: Open) -> None:
    page = open_page(site, "juan1.html?q=示例")
    page.wait_for_selector(".hits a")
    assert "juan" not in "".join(page.locator(".hits small").all_inner_texts())
