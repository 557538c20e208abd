"""Sources for print tools that are not ours: they are well made, whole, and the tools open them."""

from __future__ import annotations

import re
import shutil
import subprocess
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import pypdfium2
import pytest
from lxml import etree

from zhushu import fonts, resources, saxon
from zhushu.commands.export import FORMATS

SIGNS = Path(__file__).resolve().parents[1] / "woodblock" / "signs.xml"
TEI = "{http://www.tei-c.org/ns/1.0}"
FO = "{http://www.w3.org/1999/XSL/Format}"
SVG = "{http://www.w3.org/2000/svg}"
XHTML = "{http://www.w3.org/1999/xhtml}"
UPRIGHT = str.maketrans("︹︺﹁﹂", "〔〕「」")


def made(folder: Path, name: str, tei: Path = SIGNS, **parameters: str) -> Path:
    """A TEI file → the source of that name."""
    out = folder / f"book.{name}"
    saxon.transform(resources.stylesheet(f"export/{name}.xsl"), tei, out, **parameters)
    return out


def tool(name: str, package: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"no {name}: install {package}")
    return found


def run(command: Sequence[str | Path]) -> None:
    subprocess.run([str(word) for word in command], check=True, capture_output=True)


def text_of(pdf: Path) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return "".join(re.sub(r"[\s\u2060]", "", page.get_textpage().get_text_range()) for page in document)
    finally:
        document.close()


def longest_line(pdf: Path) -> int:
    """The characters of the fullest line: a line of A5 holds 36 of a note and is full without stretching."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        lines = [line for page in document for line in page.get_textpage().get_text_range().splitlines()]
    finally:
        document.close()
    plain = [unicodedata.normalize("NFKC", line) for line in lines]  # FOP writes the radical ⼀ for 一
    return max(len(line) for line in plain if re.fullmatch(r"[\u4e00-\u9fff]+", line))


def in_left_margin(pdf: Path) -> list[str]:
    """The words to the left of the type area of A5."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [word for page in document for word in page.get_textpage().get_text_bounded(right=47).split()]
    finally:
        document.close()


def numbers() -> list[str]:
    """The number of each passage of the signs as it is cited."""
    return [(unit.get("n") or "").replace("_", ".") for unit in etree.parse(str(SIGNS)).iter(f"{TEI}ab")]


def passages() -> list[str]:
    """Plain notes of the signs: what every source must have as it is."""
    notes = [note for note in etree.parse(str(SIGNS)).iter(f"{TEI}note") if note.get("resp")]
    texts = ["".join(str(text) for text in note.itertext()) for note in notes if note.find(f".//{TEI}g") is None]
    return [text for text in texts if 12 < len(text) < 60 and not re.search("[，。；]", text)]


# XSL-FO


def test_fo_is_whole(tmp_path: Path) -> None:
    root = etree.parse(str(made(tmp_path, "fo"))).getroot()
    assert root.tag == f"{FO}root"
    text = "".join(str(text) for text in root.itertext())
    assert all(passage in text for passage in passages())
    assert "𤣥端𧃊" in text
    assert "<script>" in text
    assert "⿰月巽　KR0871　U+E14B　凡二見" in text.partition("未識字")[2]
    assert "版權" in text
    assert ["".join(label.itertext()) for label in root.iter(f"{FO}list-item-label")] == numbers()
    targets = {element.get("id") for element in root.iter() if element.get("id")}
    assert {element.get("internal-destination") for element in root.iter(f"{FO}bookmark")} <= targets


def test_fop_makes_a_pdf(tmp_path: Path) -> None:
    fop = tool("fop", "fop")
    triplets = "".join(
        f'<font embed-url="{face.path.as_uri()}"><font-triplet name="{face.family}" style="normal" weight="normal"/>'
        f'<font-triplet name="{face.family}" style="normal" weight="bold"/></font>'
        for face in fonts.shipped()
    )
    settings = tmp_path / "fop.xconf"
    settings.write_text(
        '<fop version="1.0"><renderers><renderer mime="application/pdf">'
        f"<fonts>{triplets}</fonts></renderer></renderers></fop>",
        "utf-8",
    )
    run([fop, "-c", settings, made(tmp_path, "fo"), tmp_path / "book.pdf"])
    # FOP gives back the radical ⼀ where the text has 一
    text = unicodedata.normalize("NFKC", text_of(tmp_path / "book.pdf"))
    assert all(passage[:8] in text for passage in passages())
    assert longest_line(tmp_path / "book.pdf") == 36
    assert in_left_margin(tmp_path / "book.pdf") == numbers()


# Paged media


def test_paged_is_whole(tmp_path: Path) -> None:
    root = etree.parse(str(made(tmp_path, "paged"))).getroot()
    text = "".join(str(text) for text in root.itertext())
    assert all(passage in text for passage in passages())
    assert "𤣥端𧃊" in text
    corrections = [span for span in root.iter(f"{XHTML}span") if span.get("class") == "foot"]
    assert len(corrections) == 3
    for span in corrections:  # the number of a correction does not begin a line
        before = span.getprevious()
        assert ((span.getparent().text if before is None else before.tail) or "").endswith("\u2060")
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    links = [a.get("href", "") for a in root.iter(f"{XHTML}a")]
    assert {link[1:] for link in links if link.startswith("#")} <= set(ids)
    assert [link for link in links if not link.startswith(("#", "https://"))] == []


def test_weasyprint_makes_a_pdf(tmp_path: Path) -> None:
    weasyprint = tool("weasyprint", "weasyprint")
    run([weasyprint, made(tmp_path, "paged"), tmp_path / "book.pdf"])
    text = text_of(tmp_path / "book.pdf")
    assert all(passage[:8] in text for passage in passages())
    assert "㫖　原作防".replace("　", "") in text
    assert "〔校" not in text  # it stands at the foot
    assert in_left_margin(tmp_path / "book.pdf") == numbers()
    assert longest_line(tmp_path / "book.pdf") == 36


def test_a_browser_prints_it(tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    chromium = tool("chromium", "chromium")
    source = made(tmp_path, "paged").rename(tmp_path / "book.xhtml")
    with playwright.sync_playwright() as session:
        browser = session.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(source.as_uri())
        page.pdf(path=tmp_path / "book.pdf", prefer_css_page_size=True)
        browser.close()
    text = text_of(tmp_path / "book.pdf")
    assert sum(passage[:8] in text for passage in passages()) > len(passages()) * 0.9
    # browsers know no notes at the foot: what the apparatus says is not to be read as text
    assert "㫖〔校㫖原作防" in text
    assert text.count("某礼述") > 3  # at the head of each page
    assert in_left_margin(tmp_path / "book.pdf") == numbers()
    assert longest_line(tmp_path / "book.pdf") == 36


def test_the_head_of_a_page_has_one_line(tmp_path: Path) -> None:
    """However long the title is, and text whatever it holds."""
    tei = tmp_path / "in.xml"
    long = '𤣥"}\\' + "某禮述註" * 20
    tei.write_text(re.sub("(<title[^>]*>)[^<]+", lambda match: match[1] + long, SIGNS.read_text("utf-8")), "utf-8")
    short = long[:19] + "…"
    heads = {
        "".join(head.itertext()) for head in etree.parse(str(made(tmp_path, "fo", tei))).iter(f"{FO}static-content")
    }
    assert f"{short}　卷一" in heads
    style = etree.parse(str(made(tmp_path, "paged", tei))).findtext(f".//{XHTML}style") or ""
    escaped = short.replace("\\", "\\\\").replace('"', '\\"')
    assert f'@top-center {{ content: "{escaped}";\ncontent: "{escaped}　" string(juan);' in style


# LaTeX


def test_notes_that_follow_each_other_are_one_stretch_of_two_rows(tmp_path: Path) -> None:
    source = made(tmp_path, "luatex").read_text("utf-8")
    assert "\\夹注" in source
    assert "}\\夹注" not in source


def test_latex_is_whole_and_balanced(tmp_path: Path) -> None:
    source = made(tmp_path, "luatex").read_text("utf-8")
    shown = re.sub(r"(?<!\\)%.*\n", "", source)
    bare = re.sub(r"\\[{}\\]", "", shown)
    assert bare.count("{") == bare.count("}")
    assert re.findall(r"\\begin\{(\w+)\}", shown) == ["document", "正文", "正文"]
    assert re.findall(r"\\end\{(\w+)\}", shown) == ["正文", "正文", "document"]
    text = re.sub(r"\\夹注|[{}]|\n", "", shown)
    assert all(passage in text for passage in passages())
    assert "弦𤣥端𧃊即位" in text
    # a command before a character of the text ends, so that the character is not taken for part of its name
    assert not re.search(r"\\空格(?!\{\})", shown)


@pytest.mark.parametrize(
    ("character", "written"),
    [("\\", "\\textbackslash{}"), ("%", "\\%"), ("_", "\\_"), ("^", "\\textasciicircum{}"), ("$", "\\$"), ("{", "\\{")],
)
def test_text_is_never_a_command(tmp_path: Path, character: str, written: str) -> None:
    tei = tmp_path / "in.xml"
    tei.write_text(SIGNS.read_text("utf-8").replace("司马洗爵升实", f"司马{character}洗爵升实"), "utf-8")
    assert f"司马{written}洗爵升实" in made(tmp_path, "luatex", tei).read_text("utf-8")


# SVG


def test_svg_shows_what_the_grid_has(tmp_path: Path) -> None:
    root = etree.parse(str(made(tmp_path, "svg"))).getroot()
    saxon.transform(resources.stylesheet("print/grid.xsl"), SIGNS, tmp_path / "grid.xml")
    grid = etree.parse(str(tmp_path / "grid.xml"))
    pages = root.findall(f"{SVG}svg")
    leaves = list(grid.iter("leaf"))
    assert [page.get("id") for page in pages] == [
        "juan1-1",
        "juan1-2",
        "juan1-3",
        "juan1-4",
        "juan12-1",
        "lists-1",
        "colophon-1",
    ]
    for page, leaf in zip(pages, leaves, strict=True):
        for drawn, run_ in zip(page.findall(f"{SVG}svg/{SVG}g")[1:], leaf.iter("run"), strict=True):
            expected = "".join(
                [run_.text or ""]
                + [("" if c.tag in ("mark", "app", "g") else c.text or "") + (c.tail or "") for c in run_]
            )
            shown = [
                text
                for text in drawn.findall(f"{SVG}text")
                if text.get("font-size") != "1.9" and "".join(text.itertext()) != "〓"
            ]
            assert "".join("".join(text.itertext()) for text in shown).translate(UPRIGHT) == expected
            for text in shown:
                if not text.get("textLength"):  # letters that share cells
                    assert text.text is None
                    assert all(cell.tail is None and len(cell.text or "") == 1 for cell in text)


def test_one_leaf(tmp_path: Path) -> None:
    root = etree.parse(str(made(tmp_path, "svg", leaf="juan1-2"))).getroot()
    assert [page.get("id") for page in root.findall(f"{SVG}svg")] == ["juan1-2"]


def test_a_browser_draws_it(tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    chromium = tool("chromium", "chromium")
    source = made(tmp_path, "svg", leaf="juan1-1").rename(tmp_path / "leaf.svg")
    with playwright.sync_playwright() as session:
        browser = session.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 950, "height": 700})
        page.goto(source.as_uri())
        picture = page.screenshot()
        browser.close()
    assert len(picture) > 50_000  # an empty frame is a tenth of it


def test_librsvg_draws_each_character_in_its_place(tmp_path: Path) -> None:
    rsvg = tool("rsvg-convert", "librsvg2-bin")
    source = made(tmp_path, "svg", leaf="juan1-1")
    run([rsvg, "--format=pdf", "--output", tmp_path / "leaf.pdf", source])
    document = pypdfium2.PdfDocument(tmp_path / "leaf.pdf")
    page = document[0]
    scale, text = 25.4 / 72, page.get_textpage()
    drawn: dict[int, list[tuple[float, float]]] = {}  # by UTF-16 unit, as pdfium counts
    for n in range(text.count_chars()):
        left, bottom, right, top = text.get_charbox(n)
        place = ((left + right) / 2 * scale, (page.get_height() - (bottom + top) / 2) * scale)
        drawn.setdefault(pypdfium2.raw.FPDFText_GetUnicode(text, n), []).append(place)
    document.close()
    cells = [cell for cell in etree.parse(str(source)).iter(f"{SVG}tspan") if cell.text != "　"]
    assert len(cells) > 150
    for cell in cells:
        x, y = float(cell.get("x", "")), float(cell.get("y", "")) - 2  # from the line it stands on to its middle
        units = (cell.text or "").encode("utf-16-le")
        for unit in (int.from_bytes(units[k : k + 2], "little") for k in range(0, len(units), 2)):
            assert any(abs(x - at[0]) < 3 and abs(y - at[1]) < 4 for at in drawn.get(unit, ())), cell.text


@pytest.mark.parametrize("name", ["fo", "luatex", "paged", "svg"])
def test_a_text_without_juan_is_no_empty_book(name: str, tmp_path: Path) -> None:
    tei = tmp_path / "in.xml"
    tei.write_text(SIGNS.read_text("utf-8").replace(' subtype="juan"', ""), "utf-8")
    with pytest.raises(saxon.StylesheetError, match="no div of the subtype juan"):
        made(tmp_path, name, tei)


def test_sources_are_exports() -> None:
    """`zhushu export --as` offers them."""
    assert {"fo", "luatex", "paged", "svg"} <= set(FORMATS)
