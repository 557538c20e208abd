"""The modern print edition: its Typst source, and what is in the PDF."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from golden import Golden
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pictures import looks_as_approved

from zhushu import fonts, resources, saxon
from zhushu.errors import PublishingError
from zhushu.model import Finding, Place
from zhushu.publish import Options, Texts, print

HERE = Path(__file__).resolve().parent
SMALL = HERE / "small.xml"
TEMPLATE = resources.stylesheet("print/typst/edition.typ")
UNDRAWABLE = "\U000323af"  # Extension H: in none of the shipped faces


def publish(tei: Path, out: Path, table: dict[str, object]) -> tuple[Finding, ...]:
    """Only the modern edition."""
    out.mkdir(parents=True, exist_ok=True)
    return print.publish(Texts(tei), out, Options("small", {"editions": ["modern"], **table}))


def made(out: Path, tei: Path = SMALL, **table: object) -> Path:
    """A TEI file → the folder of its print edition; no findings."""
    assert publish(tei, out, table) == ()
    return out


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("small")) / "small-modern.pdf"


def changed(out: Path, old: str, new: str) -> Path:
    """The small edition with other words in one place → a TEI file."""
    text = SMALL.read_text("utf-8")
    assert old in text
    out.joinpath("in.xml").write_text(text.replace(old, new), "utf-8")
    return out / "in.xml"


def text_of(pdf: Path) -> str:
    """All text of a PDF as pdfium reads it, without white space."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        pages = [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()
    return re.sub(r"[\s\x00-\x1f\ufffe]", "", "".join(pages))


# The source.


def test_source(golden: Golden, tmp_path: Path) -> None:
    """Without the design, which is a file of its own."""
    source = (made(tmp_path) / "small.typ").read_text("utf-8")
    golden(HERE / "source", {"small.typ": source.replace(TEMPLATE.read_text("utf-8"), "// edition.typ\n")})


def test_the_source_is_complete(small: Path, tmp_path: Path) -> None:
    """Alone in another folder, and with the faces it names, it gives the same PDF."""
    import typst

    source = Path(shutil.copy(small.with_name("small.typ"), tmp_path / "shop.typ"))
    folders = sorted({str(face.path.parent) for face in fonts.shipped()})
    compiler = typst.Compiler(str(source), font_paths=folders, ignore_system_fonts=True)
    pdf = compiler.compile(format="pdf", pdf_standards=["a-2a"])
    assert isinstance(pdf, bytes)
    assert print.settled(pdf) == small.read_bytes()


def test_a_simplified_text_has_the_shapes_of_the_mainland(tmp_path: Path) -> None:
    tei = changed(tmp_path, '<text xml:lang="lzh-Hant">', '<text xml:lang="lzh-Hans">')
    source = (made(tmp_path / "out", tei) / "small.typ").read_text("utf-8")
    assert 'faces: ("Noto Serif SC", "Noto Serif TC", "Zhushu Rare")' in source
    assert 'language: "CN"' in source


def test_words_of_ours_are_in_the_script_of_the_text(tmp_path: Path) -> None:
    """A text in simplified characters gets a simplified book; its own characters stay as they are."""
    tei = changed(tmp_path, '<text xml:lang="lzh-Hant">', '<text xml:lang="lzh-Hans">')
    out = made(tmp_path / "out", tei)
    assert 'base("傳", "○傳曰冠者何也成人之始也")' in (out / "small.typ").read_text("utf-8")
    text = text_of(out / "small-modern.pdf")
    for words in ("编校说明", "文字录自原页一种", "“㫖”，底本作“防”，据某閣本改。", "〔此处有缺页〕", "傳曰冠者何也"):
        assert words in text
    assert not set("編說據處頁") & set(text.replace("自原頁識別諸層", "").replace("經在前頁", ""))


def test_english_is_printed_where_the_edition_has_an_english_title(tmp_path: Path) -> None:
    tei = changed(tmp_path, "<author ref", '<title type="alt" xml:lang="en">A 𤣥 Test</title><author ref')
    assert "Layersrecognisedfromrawpages." in text_of(made(tmp_path / "out", tei) / "small-modern.pdf")


def literals(call: str) -> str:
    """The string literals of a call, joined: what the reader of the source gets to see."""
    return "".join(re.sub(r"\\(.)", r"\1", found) for found in re.findall(r'"((?:[^"\\]|\\.)*)"', call, re.DOTALL))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.sampled_from("經𤣥𧃊\ue913㪷\\\"#[]{}$*_`<>&@~-=/(),;'ab \u3000"), min_size=1, max_size=30))
def test_text_never_becomes_markup(text: str, tmp_path: Path) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    tei = changed(tmp_path, "經在前頁", f"經{escaped}頁")
    saxon.transform(resources.stylesheet("print/typst.xsl"), tei, tmp_path / "text.typ")
    source = (tmp_path / "text.typ").read_text("utf-8")
    call = source[source.index('#note-lines(at: ("2.1"') : source.index('#part("記"')]
    assert literals(call.partition('note("注"')[2]).startswith(f"yi註曰經{text}頁")


# The PDF.


def test_fido_knows_what_it_is(seeds_printed: tuple[Path, Path], fido: str) -> None:
    """In a book that is longer than what it reads of a file."""
    said = subprocess.run([fido, "-q", str(seeds_printed[1])], capture_output=True, text=True, check=True).stdout
    assert said.split(",")[2] == "fmt/476"  # PDF/A-2a in PRONOM


def test_is_tagged_pdf_a(small: Path) -> None:
    with pikepdf.open(small) as pdf:
        metadata = pdf.open_metadata()
        assert metadata["pdfaid:part"] == "2"
        assert metadata["pdfaid:conformance"] == "A"
        assert metadata["dc:title"] == "試禮述註"
        assert pdf.Root.MarkInfo.Marked
        assert "/StructTreeRoot" in pdf.Root
        assert "/OutputIntents" in pdf.Root
        assert str(pdf.Root.Lang) == "zh-TW"
        assert not pdf.is_encrypted


def test_fonts_are_embedded_subsets(small: Path) -> None:
    with pikepdf.open(small) as pdf:
        dictionaries = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary)]
        embedded = [thing for thing in dictionaries if thing.get("/Type") == "/Font"]
        assert {str(font.Subtype) for font in embedded} == {"/Type0", "/CIDFontType0", "/CIDFontType2"}
        for font in embedded:
            assert re.match(r"/[A-Z]{6}\+(NotoSerif(TC|SC)|ZhushuRare)-Regular", str(font.BaseFont))
            if font.Subtype == "/Type0":
                assert "/ToUnicode" in font
            else:
                assert {"/FontFile2", "/FontFile3"} & set(font.FontDescriptor.keys())


def test_outline_by_juan_and_section(small: Path) -> None:
    with pikepdf.open(small) as pdf, pdf.open_outline() as outline:
        assert [(item.title, [child.title for child in item.children]) for item in outline.root] == [
            ("編校說明", []),
            ("目次", []),
            ("卷一\u3000試冠第一", []),
            ("卷二\u3000試射第二", ["記"]),
            ("校改與待考字表", []),
            ("人名索引", []),
            ("原頁一覽", []),
        ]


def test_same_in_same_out(small: Path, tmp_path: Path) -> None:
    assert (made(tmp_path) / "small-modern.pdf").read_bytes() == small.read_bytes()


def test_what_a_reader_must_find(small: Path) -> None:
    text = text_of(small)
    for words in (
        "主人𤣥冠迎賔于門外",
        "門外者廟門之外也𧃊之言㫖",
        "⿰月巽",
        "〔此前缺十二頁〕",
        "〔此處有缺頁〕",
        "試禮述註卷一終",
        "「㫖」，底本作「防」，據某閣本改。字庫所無之字所變。",
        "「醢」，底本闕，據某閣本補。未必是。",
        "「也」，某閣本作「矣」。",
        r'\n"引號"#call($x)與*星*皆照錄□□其文闕',
        "［醢］",
        "自原頁識別諸層",
        "文字錄自原頁一種，依次編排；其檔名與校驗碼見書末。",
        "befa96fcf69fe3cd35ae781203007976b35a35e481fc0457dd06d664e0a64ec6",
        "賓，2",
        "001-1b",
        "乙某YiMou，127–200",
        "引用甲某撰：《試禮述註》，某書局，1.2版，二〇二六年，段落1.1.2。",
    ):
        assert words in text


def passages(tei: Path) -> list[str]:
    from lxml import etree

    names = ("{http://www.tei-c.org/ns/1.0}seg", "{http://www.tei-c.org/ns/1.0}note")
    return [re.sub(r"\s", "", "".join(element.itertext())) for element in etree.parse(str(tei)).iter(*names)]


def share_in_order(tei: Path, text: str) -> float:
    """The share of the 5-grams of all passages that a text has."""
    wanted = [passage[k : k + 5] for passage in passages(tei) for k in range(len(passage) - 4)]
    there = {text[k : k + 5] for k in range(len(text) - 4)}
    return sum(gram in there for gram in wanted) / len(wanted)


def without_signs(text: str) -> str:
    return re.sub("\u2060〔[〇一二三四五六七八九十百千]+〕", "", text)


def odd(text: str) -> set[str]:
    """Kangxi radicals and compatibility characters, which fonts put in the place of characters."""
    return set(re.findall("[\u2e80-\u2fdf\uf900-\ufaff\U0002f800-\U0002fa1f]", text))


@pytest.fixture(scope="module")
def reading_text(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Callable[[str], Path]:
    """The TEI of the reading text, made from raw pages: of "seeds", or of a folder of ../shared/data/kanripo."""
    from zhushu.run.build import Request, build

    @cache
    def made_of(name: str) -> Path:
        pages = request.getfixturevalue("seeds" if name == "seeds" else "shared")
        out = tmp_path_factory.mktemp(name)
        (built,) = build([pages if name == "seeds" else pages / "data/kanripo" / name], Request(out, to=("text",)))
        assert built.exit_code == 0, built.findings
        (tei,) = out.glob("*/tei/*.hant.xml")
        return tei

    return made_of


@pytest.fixture(scope="module")
def seeds_printed(reading_text: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The TEI of the seeds and the PDF of it. All their characters are drawn."""
    tei = reading_text("seeds")
    return tei, made(tmp_path_factory.mktemp("seeds-printed"), tei) / "small-modern.pdf"


def test_reading_order_of_the_seeds(seeds_printed: tuple[Path, Path]) -> None:
    """All but what a page break divides; the signs of the apparatus stand apart."""
    tei, pdf = seeds_printed
    text = without_signs(text_of(pdf))
    assert share_in_order(tei, text) > 0.998
    assert not odd(text) - odd("".join(passages(tei)))
    if shutil.which("pdftotext"):
        for order in ([], ["-raw"]):
            done = subprocess.run(["pdftotext", *order, pdf, "-"], check=True, capture_output=True, encoding="utf-8")
            assert share_in_order(tei, without_signs(re.sub(r"\s", "", done.stdout))) > 0.99


def test_characters_beyond_the_bmp_of_the_seeds(seeds_printed: tuple[Path, Path]) -> None:
    tei, pdf = seeds_printed
    text, wanted = text_of(pdf), "".join(passages(tei))
    for character in sorted({character for character in wanted if ord(character) > 0xFFFF}):
        assert text.count(character) >= wanted.count(character)


@dataclass(frozen=True)
class Character:
    """A character on a page: how large, and where its left edge and foot are."""

    text: str
    size: float
    x: float
    y: float


def characters_of(pdf: Path) -> Iterator[list[Character]]:
    """The characters of each page in reading order, but for those that nobody sees."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            text = page.get_textpage()
            numbered = ((k, chr(pypdfium2.raw.FPDFText_GetUnicode(text.raw, k))) for k in range(text.count_chars()))
            yield [
                Character(found, round(pypdfium2.raw.FPDFText_GetFontSize(text.raw, k), 1), *text.get_charbox(k)[:2])
                for k, found in numbered
                if found > " " and found != "\u2060"
            ]
    finally:
        document.close()


def numbers_of(page: list[Character], size: float, left: float = 1000) -> list[str]:
    """The numbers of a size on a page; of those that stand at the left edge only."""
    numbers: list[list[Character]] = []
    for before, found in pairwise([Character("", 0, 0, 0), *page]):
        if found.text in "0123456789" and found.size == size:
            if before.text in "0123456789" and before.size == size and numbers and abs(before.y - found.y) < 1.5:
                numbers[-1].append(found)
            else:
                numbers.append([found])
    return ["".join(each.text for each in number) for number in numbers if number[0].x < left]


@pytest.mark.parametrize("book", ["seeds", "KR1d0040"])
@pytest.mark.parametrize("notes", ["block", "inline", "footnote"])
def test_an_entry_stands_on_the_page_of_its_mark(
    book: str, notes: str, reading_text: Callable[[str], Path], tmp_path: Path
) -> None:
    """And no line begins with a mark, or ends with the circle before a label."""
    pdf = made(tmp_path, reading_text(book), modern={"notes": notes}) / "small-modern.pdf"
    found = 0
    for number, page in enumerate(characters_of(pdf), start=1):
        text = "".join(each.text for each in page)
        if "符號" in text:  # the key to the signs shows two
            continue
        marks = Counter(re.findall("〔[〇一二三四五六七八九十百]+〕", text))
        assert set(marks.values()) <= {2}, (number, marks)
        signs = numbers_of(page, 6)
        if notes == "footnote" and signs:
            left = min(each.x for each in page if each.size == 8)
            assert signs == numbers_of(page, 8, left + 3), number
        for before, each, after in zip(page, page[1:], page[2:], strict=False):
            is_mark = each.text == "〔" and each.size != 8
            is_mark |= each.text in "0123456789" and each.size == 6
            assert not is_mark or each.x > before.x, (number, before, each)
            assert each.text != "○" or after.text not in "疏註" or after.x > each.x, (number, each)
        found += len(marks) + len(signs)
    assert found > 10 or (book, notes) in {("KR1d0040", "block"), ("KR1d0040", "inline")}  # it has no apparatus


def test_pages_look_as_approved(small: Path) -> None:
    looks_as_approved(small, 1, "modern-title")
    looks_as_approved(small, 5, "modern-juan")
    looks_as_approved(small, 7, "modern-characters")


def test_readers_have_nothing_to_say(small: Path) -> None:
    """Neither poppler, which wants no defaults in the catalogue, nor qpdf, which checks every offset."""
    if shutil.which("pdfinfo") is None:
        pytest.skip("no pdfinfo: install poppler-utils")
    assert subprocess.run(["pdfinfo", small], check=True, capture_output=True, encoding="utf-8").stderr == ""
    with pikepdf.open(small) as pdf:
        assert pdf.check_pdf_syntax() == []


def test_an_entry_on_a_title_stands_where_the_title_does(tmp_path: Path) -> None:
    """Once: contents, running heads and the outline have the title without its mark."""
    old = '<head type="chapter">試冠第一</head>'
    new = '<head type="chapter">試<anchor xml:id="h1"/>𤣥<anchor xml:id="h1e"/>冠<pb ed="WYG" n="001-1a"/>第一</head>'
    text = changed(tmp_path, old, new).read_text("utf-8")
    entry = '<app xml:id="h" from="#h1" to="#h1e"><lem wit="#WYG">𤣥</lem><rdg wit="#raw">\ue913</rdg></app>'
    (tmp_path / "in.xml").write_text(text.replace("<app xml:id", entry + "<app xml:id", 1), "utf-8")
    (found,) = publish(tmp_path / "in.xml", tmp_path, {})  # no face has the private character
    assert found.code == "P101"
    pdf = tmp_path / "small-modern.pdf"
    assert text_of(pdf).count("「𤣥」，底本作「〓") == 1
    assert 'named: line("試𤣥冠第一")' in (tmp_path / "small.typ").read_text("utf-8")
    with pikepdf.open(pdf) as file, file.open_outline() as outline:
        assert outline.root[2].title == "卷一\u3000試𤣥冠第一"


def unit(name: str, text: str) -> str:
    return f'<ab type="unit" n="{name}" xml:id="{name}"><seg type="經" xml:id="{name}.jing">{text}</seg></ab>'


def test_an_entry_on_a_title_goes_with_it_to_the_next_page(tmp_path: Path) -> None:
    """In one of these juan there is room for the title and its entry, not for the line after them."""
    juan, apparatus = "", ""
    for n in range(10, 19):
        above = "".join(unit(f"u{n}.{k}", "主人冠迎賔于門外") for k in range(n))
        title = f'<head type="chapter">又<anchor xml:id="h{n}"/>𤣥<anchor xml:id="e{n}"/>篇{n}</head>'
        below = unit(f"v{n}", f"下文{n}")
        juan += f'<div type="textpart" subtype="juan" n="{n}" xml:id="j{n}">{above}{title}{below}</div>'
        apparatus += f'<app from="#h{n}" to="#e{n}"><lem wit="#WYG">𤣥</lem><rdg wit="#raw">甲{n}</rdg></app>'
    text = re.sub("(?s)<body>.*</body>", f'<body><div type="edition">{juan}</div></body>', SMALL.read_text("utf-8"))
    (tmp_path / "in.xml").write_text(
        re.sub("(?s)<listApp>.*</listApp>", f"<listApp>{apparatus}</listApp>", text), "utf-8"
    )
    pdf = made(tmp_path / "out", tmp_path / "in.xml") / "small-modern.pdf"
    pages = ["".join(each.text for each in page) for page in characters_of(pdf)]
    begun = set()
    for n in range(10, 19):
        where = [[k for k, page in enumerate(pages) if words in page] for words in (f"底本作「甲{n}」", f"下文{n}")]
        title = [k for k, page in enumerate(pages) if f"〕篇{n}" in page]
        assert title == where[0] == where[1], n
        begun.add(title[0] - [k for k, page in enumerate(pages) if f"{n}.u{n}.0" in page or f"u{n}.0" in page][-1])
    assert begun == {0, 1}


def test_entries_of_long_numbers(tmp_path: Path) -> None:
    """Each on the page of its mark, though lines of a note would stay together; no number in two lines."""
    juan, apparatus = "", ""
    for n in range(1, 91):
        mark = f'<anchor xml:id="h{n}"/>𤣥<anchor xml:id="e{n}"/>'
        juan += unit(f"u{n}", "主人冠迎賔于門外" * (n % 7 + 1) + mark + "主人冠迎賔于門外" * (n % 3 + 2))
        apparatus += f'<app from="#h{n}" to="#e{n}"><lem wit="#WYG">𤣥</lem><rdg wit="#raw">甲</rdg></app>'
    body = f'<body><div type="edition"><div type="textpart" subtype="juan" n="1" xml:id="j1">{juan}</div></div></body>'
    text = re.sub("(?s)<body>.*</body>", body, SMALL.read_text("utf-8"))
    text = re.sub("(?s)<listApp>.*</listApp>", f"<listApp>{apparatus}</listApp>", text)
    (tmp_path / "in.xml").write_text(text, "utf-8")
    pages = characters_of(made(tmp_path / "out", tmp_path / "in.xml") / "small-modern.pdf")
    found = 0
    for number, page in enumerate(pages, start=1):
        shown = "".join(each.text for each in page)
        if "符號" in shown:
            continue
        signs = [match.span() for match in re.finditer("〔[〇一二三四五六七八九十]+〕", shown)]
        assert set(Counter(shown[a:b] for a, b in signs).values()) <= {2}, number
        for a, b in signs:
            assert max(each.y for each in page[a:b]) - min(each.y for each in page[a:b]) < 8, (number, shown[a:b])
        found += len(signs)
    assert found == 180


# Options, and what is wrong.


def test_both_editions_and_each_finding_once(tmp_path: Path) -> None:
    tei = changed(tmp_path, "經在前頁", f"經在{UNDRAWABLE}前頁")
    (tmp_path / "out").mkdir()
    table, lines = {"fonts": ["No Such Font 𤣥"]}, {"print": 5, "print.fonts": 6}
    findings = print.publish(Texts(tei), tmp_path / "out", Options("small", table, lines=lines))
    assert [(found.code, found.place.line) for found in findings if found.code == "P103"] == [("P103", 6)]
    assert sorted(found.code for found in findings) == ["P101", "P103"]
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "small.typ", "small-modern.pdf", "small.grid.xml", "small-woodblock.pdf",
    }  # fmt: skip


@pytest.mark.parametrize(
    "modern",
    [
        {"notes": "inline"},
        {"notes": "footnote"},
        {"paper": "170x240", "numbers": "none", "leaves": "no"},
        {"paper": "16k", "text": "record"},
    ],
    ids=str,
)
def test_options(modern: dict[str, str], small: Path, tmp_path: Path) -> None:
    pdf = made(tmp_path, modern=modern) / "small-modern.pdf"
    assert pdf.read_bytes() != small.read_bytes()
    text = text_of(pdf)
    assert all(words in text for words in ("主人𤣥冠迎賔于門外", "傳曰冠者何也", "經在前頁"))
    assert ("1.1" in re.sub(r"[0-9]\.[0-9]\.[0-9]", "", text)) is (modern.get("numbers") != "none")


def test_footnotes_are_numbered_by_juan(tmp_path: Path) -> None:
    """The notes on one stretch of base text are one; notes without base text are none."""
    source = (made(tmp_path, modern={"notes": "footnote"}) / "small.typ").read_text("utf-8")
    numbers = re.findall(r'at: \("[^"]*", "([^"]*)"\)|at-foot\(([0-9]+),', source)
    assert numbers == [("p1.1", ""), ("", "1"), ("p1.2", ""), ("", "2"), ("p2.1", ""), ("p2.2", ""), ("p2.3", "")]
    text = text_of(tmp_path / "small-modern.pdf")
    assert "賔于門外1" in text
    assert "成人之始也2" in text
    assert "2冠古亂反" in text
    # an entry on a note stands in it
    assert "之言㫖\u2060〔一「㫖」，底本作「防」，據某閣本改。字庫所無之字所變。〕也" in text


@pytest.mark.parametrize(
    ("table", "line", "words"),
    [
        ({"modern": {"note": "block"}}, 7, "no key print.modern.note; known there: paper, notes, numbers"),
        ({"modern": {"notes": "𤣥"}}, 8, 'print.modern.notes is "𤣥"; it may be "block" or "footnote" or "inline"'),
        ({"modern": {"paper": "letter"}}, 7, 'print.modern.paper is "letter"; it may be a text like ^(a4|a5'),
        ({"modern": {"paper": "87x200"}}, 7, 'print.modern.paper is "87x200"; it may be 88x119 or larger'),
        ({"modern": {"paper": "200x118"}}, 7, 'print.modern.paper is "200x118"; it may be 88x119 or larger'),
        ({"font": []}, 5, "it has no key print.font; known there: editions, fonts"),
        ({"fonts": "Noto"}, 5, 'print.fonts is "Noto"; it may be an array, each member a text'),
        ({"editions": ["\ue913"]}, 6, 'print.editions.0 is "\ue913"; it may be "modern" or "woodblock"'),
        ({"woodblock": {"grid": {"columns": 0}}}, 9, "print.woodblock.grid.columns is 0; it may be a number from 1 to"),
        ({"woodblock": {"fold": {"fishtails": 4}}}, 9, "fold.fishtails is 4; it may be 0 or 1 or 2"),
    ],
    ids=str,
)
def test_an_option_that_does_not_exist(table: dict[str, object], line: int, words: str, tmp_path: Path) -> None:
    """The finding has the line of the key, or of the table around it, and what the key may be."""
    lines = {"print": 5, "print.editions.0": 6, "print.modern": 7, "print.modern.notes": 8, "print.woodblock": 9}
    with pytest.raises(PublishingError) as stopped:
        print.publish(Texts(SMALL), tmp_path, Options("small", table, lines=lines))
    (found,) = stopped.value.findings
    assert (found.code, found.place) == ("P202" if "woodblock" in table else "P104", Place("edition.toml", line))
    assert words in found.message


def test_a_character_that_no_face_draws(tmp_path: Path) -> None:
    tei = changed(tmp_path, "經在前頁", f"經在{UNDRAWABLE}前{UNDRAWABLE}頁")
    (found,) = publish(tei, tmp_path, {})
    assert (found.code, found.severity, found.place.file) == ("P101", "warning", str(tei))
    assert found.place.line is not None
    assert UNDRAWABLE in found.message
    assert "U+323AF), which stands 2 times in the text: p2.1.zhu1" in found.message
    text = text_of(tmp_path / "small-modern.pdf")
    assert "經在〓3前〓3頁" in text
    assert "3〓U+323AF2.2.1" in text


def test_a_character_one_of_whose_parts_no_face_draws(tmp_path: Path) -> None:
    tei = changed(tmp_path, "⿰月巽", f"⿰𤣥{UNDRAWABLE}")
    publish(tei, tmp_path, {})
    assert "parts: ()" in (tmp_path / "small.typ").read_text("utf-8")


def test_an_edition_without_a_publisher(tmp_path: Path) -> None:
    tei = changed(tmp_path, "<publisher>某書局</publisher>", "<publisher>unpublished</publisher>")
    text = text_of(made(tmp_path / "out", tei) / "small-modern.pdf")
    assert "unpublished" not in text
    assert "引用甲某撰：《試禮述註》，1.2版，二〇二六年，段落1.1.2。" in text


def test_an_edition_without_a_date(tmp_path: Path) -> None:
    tei = changed(tmp_path, '<date when="2026-11-30"/>', "<date>undated</date>")
    with pikepdf.open(made(tmp_path / "out", tei) / "small-modern.pdf") as pdf:
        assert str(pdf.docinfo.CreationDate).startswith("D:1970")
    assert "某書局，1.2版，段落" in text_of(tmp_path / "out/small-modern.pdf")


def titled(folder: Path, *titles: str) -> Path:
    old = '<title type="main" xml:lang="lzh-Hant">試禮述註</title>'
    return changed(folder, old, "".join(titles))


def test_a_title_in_the_other_script(tmp_path: Path) -> None:
    """The title in the script of the text is printed; where there is none, that is said."""
    hans = '<title type="main" xml:lang="lzh-Hans">试礼述注𤣥</title>'
    tei = titled(tmp_path, hans, '<title type="alt" xml:lang="lzh-Hant">試禮述註𤣥</title>')
    assert print.publish(Texts(tei, tei), tmp_path, Options("small", {})) == ()
    with pikepdf.open(tmp_path / "small-modern.pdf") as pdf, pikepdf.open(tmp_path / "small-woodblock.pdf") as other:
        assert str(pdf.docinfo.Title) == str(other.docinfo.Title) == "試禮述註𤣥"
    (found,) = print.publish(Texts(tei, titled(tmp_path, hans)), tmp_path, Options("small", {}, lines={"edition": 3}))
    assert (found.code, found.place) == ("P107", Place("edition.toml", 3))
    assert "试礼述注𤣥 is in simplified script" in found.message
    assert 'zh-Hans = "试礼述注𤣥" }' in found.hint


def test_a_font_that_is_not_installed(tmp_path: Path) -> None:
    (found,) = publish(SMALL, tmp_path, {"fonts": ["No Such Serif 𤣥"]})
    assert found.code == "P103"
    assert "No Such Serif 𤣥" in found.message


def test_a_file_that_is_not_tei(tmp_path: Path) -> None:
    broken = tmp_path / "broken.xml"
    broken.write_text("<TEI>", "utf-8")
    with pytest.raises(PublishingError) as stopped:
        publish(broken, tmp_path, {})
    assert [found.code for found in stopped.value.findings] == ["P105"]
