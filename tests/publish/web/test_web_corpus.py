"""The index over several editions: its table, its shards, and the search over all of them."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from publish.web import editions
from publish.web.editions import Open

from zhushu import characters
from zhushu.publish import corpus
from zhushu.publish.web import script_data

LETTERS = st.text(st.sampled_from("賓賔宾发發髮𤼵𤣥玄主人\ue913"), min_size=1, max_size=12)


@pytest.fixture(scope="session")
def output(site: Path, long_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("output")
    for name, made in (("long", long_site), ("shili", site)):
        shutil.copytree(made.parent, folder / name)
    corpus.publish(folder, folder)
    return folder


def test_the_table_lists_every_work(output: Path) -> None:
    page = etree.parse(str(output / "index.html"), etree.HTMLParser(encoding="utf-8"))
    rows = page.xpath("//table[@class='sortable']/tbody/tr")
    assert [row.xpath("string(th/a/@href)") for row in rows] == ["long/web/index.html", "shili/web/index.html"]
    heads = ["".join(head.itertext()) for head in page.xpath("//thead/tr/th")]
    assert all(layer in "".join(heads) for layer in ("經", "注", "疏", "諸家", "按"))


def test_layers_stand_in_the_order_of_the_tradition(output: Path) -> None:
    page = etree.parse(str(output / "index.html"), etree.HTMLParser(encoding="utf-8"))
    heads = page.xpath("//thead/tr/th[contains(@class, 'number') and .//span[@lang='lzh-Hant']]")
    names = [next(head.itertext()) for head in heads]
    assert names == [
        layer for layer in ("經", "傳", "記", "序", "注", "箋", "疏", "音義", "諸家", "按", "校") if layer in names
    ]
    assert len(names) >= 6


def test_an_output_folder_without_web_editions_has_an_empty_list(tmp_path: Path) -> None:
    corpus.publish(tmp_path, tmp_path)
    assert "<tbody></tbody>" in (tmp_path / "index.html").read_text("utf-8")


def test_publishing_again_changes_nothing(output: Path) -> None:
    before = {path: path.read_bytes() for path in output.rglob("*") if path.is_file()}
    corpus.publish(output, output)
    assert {path: path.read_bytes() for path in output.rglob("*") if path.is_file()} == before


@given(texts=st.lists(LETTERS, min_size=1, max_size=4), query=LETTERS)
def test_shards_never_lose_a_work(texts: list[str], query: str) -> None:
    """Whatever a scan would find in a text, the shards of the query lead to it."""
    shards, _ = corpus.index([{text} for text in texts])

    def works(keys: set[str]) -> set[int]:
        return {work for key in keys for work in shards[ord(key[0]) % corpus.SHARDS].get(key, [])}

    left = set(range(len(texts)))
    if len(query) == 1:
        left &= works(set(corpus.forms(query)))
    for a, b in pairwise(query):
        left &= works({first + second for first in corpus.forms(a) for second in corpus.forms(b)})

    def found(text: str) -> bool:
        windows = (text[at : at + len(query)] for at in range(len(text) - len(query) + 1))
        return any(
            all(characters.forms(a) & characters.forms(b) for a, b in zip(w, query, strict=True)) for w in windows
        )

    assert {work for work, text in enumerate(texts) if found(text)} <= left


def test_streams_are_those_of_the_search(site: Path, sample: etree._Element) -> None:
    assert sorted(corpus.streams(script_data(site / "data" / "text.js"))) == sorted(editions.streams(sample))


def test_one_search_over_all_works(output: Path, open_page: Open, sample: etree._Element) -> None:
    page = open_page(output, "index.html")
    page.fill(".search input[type='search']", "宾主之礼备")
    page.wait_for_selector(".hits a")
    assert page.evaluate("zhushu.read") == 1
    assert "shili/web/juan2.html" in page.get_attribute(".hits a", "href")
    counts = sum(text.count("主人") for text in editions.streams(sample))
    counts += sum(text.count("主人") for text in editions.streams(etree.fromstring(editions.long_edition(120))))
    assert page.evaluate("zhushu.search('主人', { exact: true }).then(hits => hits.length)") == counts
    assert page.evaluate("zhushu.search('賓').then(hits => hits.length)") > page.evaluate(
        "zhushu.search('賓', { exact: true }).then(hits => hits.length)"
    )


def test_a_hit_opens_its_page_and_the_way_back(output: Path, open_page: Open) -> None:
    page = open_page(output, "index.html?q=乡射之禮")
    page.wait_for_selector(".hits a")
    page.click(".hits a")
    page.wait_for_function("window.zhushu && zhushu.ready")
    assert "shili/web/juan1.html" in page.url
    page.wait_for_selector(".stepper")
    page.click("[data-do='contents']")
    page.click(".corpus-link a")
    page.wait_for_selector(".sortable")


def test_the_table_sorts(output: Path, open_page: Open) -> None:
    page = open_page(output, "index.html")
    first = "document.querySelector('.sortable tbody tr a').getAttribute('href')"
    page.click("th:last-child button")
    assert page.evaluate(first) == "shili/web/index.html"
    page.click("th:last-child button")
    assert page.evaluate(first) == "long/web/index.html"
    assert page.get_attribute("th:last-child", "aria-sort") == "descending"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(output: Path, open_page: Open, theme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
    page = open_page(output, f"index.html?theme={theme}&q=主人")
    page.wait_for_selector(".hits a")
    assert axe.Axe().run(page, options={"preload": False}).response["violations"] == []


@pytest.mark.parametrize(
    ("juan", "gap", "headers", "said"),
    [
        (["1", "2"], "", ["𤣥\ue913第1页/共2页", "第２頁 共２頁"], "complete"),
        (["1"], "", ["第1页", "第2页"], "not known"),  # of how many?
        (["1", "2"], "", ["𤣥\ue913", ""], "not known"),
        (["1"], "", ["第1页/共3页", "第2页/共3页"], "not known"),
        (["1"], '<gap reason="sampling" unit="page" extent="1"/>', ["第1页/共2页", "第2页/共2页"], "incomplete"),
        (["2"], "", [], "incomplete"),
        (["1", "3", "序"], "", [], "incomplete"),
        (["序", "0", "1", "1"], "", [], "not known"),
    ],
)
def test_completeness_is_what_is_known(
    juan: list[str], gap: str, headers: list[str], said: str, tmp_path: Path
) -> None:
    parts = "".join(
        f'<div type="textpart" subtype="juan" n="{n}" xml:id="j{k}">'
        + "".join(f'<pb ed="raw" n="{k}"/><fw type="header">{header}</fw>' for header in headers[k :: len(juan)])
        + f'<ab type="unit" n="{k}" xml:id="p{k}.1"><seg type="經" subtype="jing" xml:id="p{k}.1.jing">𤣥</seg></ab>'
        + "</div>"
        for k, n in enumerate(juan)
    )
    head, _, rest = editions.SAMPLE.read_text("utf-8").partition("<body>")
    _, _, back = rest.partition("</body>")
    body = f'<body><div type="edition" n="urn:x" xml:lang="lzh-Hant">{gap}{parts}</div></body>'
    site = editions.build(f"{head}{body}{back}".encode(), tmp_path / "book")
    corpus.publish(tmp_path, tmp_path)
    [row] = etree.parse(str(tmp_path / "index.html"), etree.HTMLParser(encoding="utf-8")).xpath("//tbody/tr")
    assert row.xpath("string(td[3]//*[@lang='en'])") == said
    index = etree.parse(str(site / "index.html"), etree.HTMLParser(encoding="utf-8"))
    assert index.xpath("string(//section[@aria-labelledby='ui:counts']/p/span[2]/*[@lang='en'])") == said


def test_hostile_text_runs_nothing(tmp_path: Path, open_page: Open) -> None:
    source = editions.hostile_edition()
    editions.build(source, tmp_path / "hostile", source)
    corpus.publish(tmp_path, tmp_path)
    page = open_page(tmp_path, "index.html?q=window")
    page.wait_for_selector(".hits a")
    assert page.inner_text(".works-title").startswith('<script>window.hacked=1</script>" onload=')
    assert "window.hacked" in page.inner_text(".facets")
    page.click(".hits a")
    page.wait_for_function("window.zhushu && zhushu.ready")
    assert "hostile/web/" in page.url
    assert page.evaluate("window.hacked") is None
