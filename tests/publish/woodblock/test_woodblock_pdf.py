"""The woodblock PDF: what it says, how it is built, what it looks like."""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from lxml import etree
from pictures import looks_as_approved

from zhushu.errors import PublishingError
from zhushu.model import Finding, Place
from zhushu.publish import Options, Texts
from zhushu.publish.woodblock import woodblock
from zhushu.publish.woodblock.layout import load, with_its_file

HERE = Path(__file__).resolve().parent
SIGNS = HERE / "signs.xml"
JARS = Path("/usr/share/java")
UNDRAWABLE = "\U000323af"  # Extension H: in none of the shipped faces


def made(out: Path, tei: Path = SIGNS, findings: tuple[str, ...] = (), **table: object) -> Path:
    """A TEI file and the table [print.woodblock] → the PDF; the codes of the findings are those given."""
    out.mkdir(parents=True, exist_ok=True)
    found = woodblock(Texts(tei), out, Options("signs", {"woodblock": table}))
    assert tuple(finding.code for finding in found) == findings
    return out / "signs-woodblock.pdf"


def refused(out: Path, **table: object) -> Finding:
    """A table [print.woodblock] that cannot be used → the finding that says so."""
    with pytest.raises(PublishingError) as error:
        woodblock(Texts(SIGNS), out, Options("signs", {"woodblock": table}))
    return error.value.findings[0]


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("woodblock"))


def solid(text: str) -> str:
    return re.sub(r"[\s\u3000\ufffe]", "", text)


def expected_pages(pdf: Path) -> list[str]:
    """The text of each leaf as the grid has it."""
    grid = etree.parse(str(pdf.with_name("signs.grid.xml")))
    return [solid("".join("".join(run.itertext()) for run in leaf.iter("run"))) for leaf in grid.iter("leaf")]


def pdfium_pages(pdf: Path) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [solid(page.get_textpage().get_text_range()) for page in document]
    finally:
        document.close()


def poppler_pages(pdf: Path) -> list[str]:
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext: install poppler-utils")
    text = subprocess.run(["pdftotext", "-raw", str(pdf), "-"], capture_output=True, text=True, check=True).stdout
    return [solid(page) for page in text.split("\f")[:-1]]


# What the file says


@pytest.mark.parametrize("read", [pdfium_pages, poppler_pages], ids=["pdfium", "poppler"])
def test_text_comes_back_in_the_order_of_reading(pdf: Path, read: object) -> None:
    """Every five characters of a leaf that follow each other do so in what a reader of the file gets."""
    assert callable(read)
    expected, pages = expected_pages(pdf), read(pdf)
    assert len(pages) == len(expected)
    for text, page in zip(expected, pages, strict=True):
        missing = [text[k : k + 5] for k in range(len(text) - 4) if text[k : k + 5] not in page]
        assert not missing


@pytest.mark.parametrize("read", [pdfium_pages, poppler_pages], ids=["pdfium", "poppler"])
def test_characters_beyond_the_bmp_come_back(pdf: Path, read: object) -> None:
    assert callable(read)
    expected, text = "".join(expected_pages(pdf)), "".join(read(pdf))
    for character in "𤣥𧃊":
        assert text.count(character) == expected.count(character) > 0


def test_no_radicals_and_no_compatibility_characters(pdf: Path) -> None:
    text = "".join(pdfium_pages(pdf))
    assert not [c for c in text if 0x2E80 <= ord(c) <= 0x2FDF or 0xF900 <= ord(c) <= 0xFAFF]


def test_two_characters_of_one_glyph_stay_two(tmp_path: Path) -> None:
    """A compatibility character of the source comes back as itself, its unified twin beside it as well."""
    tei = tmp_path / "in.xml"
    tei.write_text(SIGNS.read_text("utf-8").replace("𤣥端", "𤣥\uf9d0類\uf9d0端"), "utf-8")
    text = "".join(pdfium_pages(made(tmp_path, tei)))
    assert "\uf9d0類\uf9d0" in text


def test_a_simplified_text_has_the_shapes_of_the_mainland(pdf: Path, tmp_path: Path) -> None:
    def most_used(pdf: Path) -> str:
        with pikepdf.open(pdf) as file:
            shown = b"".join(page.Contents.read_bytes() for page in file.pages)
            names = re.findall(rb"/(F[0-9]+\.[0-9]+) ", shown)
            font = file.pages[0].Resources.Font["/" + max(set(names), key=names.count).decode()]
            return str(font.BaseFont)

    traditional = tmp_path / "in.xml"
    traditional.write_text(
        SIGNS.read_text("utf-8").replace('<text xml:lang="lzh-Hans">', '<text xml:lang="lzh-Hant">'), "utf-8"
    )
    assert "NotoSerifSC" in most_used(pdf)
    assert "NotoSerifTC" in most_used(made(tmp_path, traditional))


def test_a_title_over_several_columns_is_once_in_the_outline(tmp_path: Path) -> None:
    title = "士喪禮第十二之一凡三十有六節𤣥附記並圖說考異校勘記"
    tei = tmp_path / "in.xml"
    tei.write_text(SIGNS.read_text("utf-8").replace("士喪禮第十二", title), "utf-8")
    with pikepdf.open(made(tmp_path, tei)) as file, file.open_outline() as outline:
        assert [child.title for child in outline.root[1].children] == [title]


def test_outline_has_juan_and_chapters(pdf: Path) -> None:
    with pikepdf.open(pdf) as file, file.open_outline() as outline:
        titles = [(item.title, [child.title for child in item.children]) for item in outline.root]
    assert titles == [
        ("卷一", ["<script>禮第一", "記", "又一篇第二"]),
        ("卷十二", ["士喪禮第十二"]),
        ("校勘記", ["卷一", "疑字", "闕字", "未識字"]),
        ("牌記", []),
    ]


def test_pages_are_called_as_their_folds(pdf: Path) -> None:
    with pikepdf.open(pdf) as file:
        assert [page.label for page in file.pages] == [
            "卷一葉一",
            "卷一葉二",
            "卷一葉三",
            "卷一葉四",
            "卷十二葉一",
            "校勘記葉一",
            "牌記葉一",
        ]


# How the file is built


def test_structure_is_that_of_pdfa_2u(pdf: Path) -> None:
    with pikepdf.open(pdf) as file:
        metadata = file.Root.Metadata.read_bytes().decode()
        assert "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance>" in metadata
        assert "某礼述" in metadata  # in the script of the text
        assert file.Root.OutputIntents[0].DestOutputProfile.read_bytes()[36:40] == b"acsp"
        assert str(file.Root.Lang) == "lzh-Hans"
        assert "<rdf:li>lzh-Hans</rdf:li>" in metadata
        assert ">CC BY 4.0</rdf:li></rdf:Alt></dc:rights>" in metadata
        assert ">https://creativecommons.org/licenses/by/4.0/</xmpRights:WebStatement>" in metadata
        assert not file.is_encrypted
        fonts = [item for item in file.objects if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"]
        kinds = {str(font.Subtype) for font in fonts}
        assert kinds <= {"/Type0", "/CIDFontType0", "/CIDFontType2"}
        for font in fonts:
            if font.Subtype == "/Type0":
                assert font.Encoding == "/Identity-V"
                assert "/ToUnicode" in font
            else:
                assert re.match(r"/[A-Z]{6}\+", str(font.BaseFont))
                assert "/FontFile2" in font.FontDescriptor or "/FontFile3" in font.FontDescriptor


def test_preflight_finds_pdfa_1b_valid(tmp_path: Path) -> None:
    names = (
        "preflight",
        "pdfbox2",
        "fontbox2",
        "xmpbox",
        "commons-logging",
        "commons-io",
        "javax.activation",
        "jaxb-api",
    )
    jars = [JARS / f"{name}.jar" for name in names]
    if shutil.which("javac") is None or not all(jar.is_file() for jar in jars):
        pytest.skip("no PDFBox preflight: install libpdfbox2-java, libactivation-java, libjaxb-api-java and a JDK")
    pdf = made(tmp_path, pdf="A-1b")
    path = ":".join(map(str, jars))
    run = ["java", "-cp", path, str(HERE / "Preflight.java"), str(pdf)]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == "valid\n"


def test_fido_knows_what_it_is(pdf: Path, fido: str) -> None:
    said = subprocess.run([fido, "-q", str(pdf)], capture_output=True, text=True, check=True).stdout
    assert said.split(",")[2] == "fmt/478"  # PDF/A-2u in PRONOM


def test_same_in_same_out(pdf: Path, tmp_path: Path) -> None:
    again = made(tmp_path / "another folder")
    assert again.read_bytes() == pdf.read_bytes()


def test_qpdf_finds_nothing_wrong(pdf: Path) -> None:
    if shutil.which("qpdf") is None:
        pytest.skip("no qpdf")
    subprocess.run(["qpdf", "--check", str(pdf)], check=True, capture_output=True)


# What it looks like


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("first-leaf", 1),
        ("long-note", 2),
        ("section-table-chapter", 3),
        ("last-leaf", 4),
        ("supplied-titles", 5),
        ("lists", 6),
        ("colophon", 7),
    ],
)
def test_pictures(pdf: Path, name: str, page: int) -> None:
    looks_as_approved(pdf, page, f"woodblock-{name}")


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("black", {"layout": "siku-black", "grid": {"punctuation": "cells"}}),
        ("jiuhang-reversed", {"layout": "jiuhang", "marks": {"labels": "reversed"}}),
        ("wuyingdian-boxed", {"layout": "wuyingdian", "marks": {"labels": "boxed"}}),
        ("screen", {"layout": "screen"}),
    ],
)
def test_pictures_of_layouts(tmp_path: Path, name: str, table: dict[str, object]) -> None:
    looks_as_approved(made(tmp_path, **table), 1, f"woodblock-{name}")


# What is said when something is wrong


def test_a_character_without_a_font_is_numbered_listed_and_copied(tmp_path: Path) -> None:
    """In the cell 〓 with its number; in the text layer the character, of whatever plane; a finding with its place."""
    tei = tmp_path / "in.xml"
    tei.write_text(SIGNS.read_text("utf-8").replace("𤣥端", f"𤣥{UNDRAWABLE}\ue913端"), "utf-8")
    pdf = made(tmp_path, tei, findings=("P101", "P101"))
    text = solid("".join(pdfium_pages(pdf)))
    assert f"𤣥{UNDRAWABLE}\ue913端" in text
    assert text.count(UNDRAWABLE) == 2  # once more in the list
    assert "U+323AF" in text
    grid = etree.parse(str(tmp_path / "signs.grid.xml"))
    known = int(grid.xpath("count(//gaiji[not(starts-with(@id, 'U+'))])"))
    assert grid.xpath("//gaiji[starts-with(@id, 'U+')]/@id") == ["U+323AF", "U+E913"]
    assert {(g.get("n"), g.text) for g in grid.iterfind(".//g[@ref='U+323AF']")} == {(str(known + 1), UNDRAWABLE)}


def test_a_glyph_of_two_squares_takes_the_one_of_its_cell(tmp_path: Path) -> None:
    """〱 is two squares high in every font: it is squeezed, and what follows stands a cell below it."""

    def matrices(character: str) -> dict[tuple[float, float], float]:
        """Where strings begin on the first page → how high their characters are."""
        tei = tmp_path / "in.xml"
        tei.write_text(SIGNS.read_text("utf-8").replace("𤣥端", f"𤣥{character}端"), "utf-8")
        with pikepdf.open(made(tmp_path / character, tei)) as pdf:
            operators = pikepdf.parse_content_stream(pdf.pages[0])
            found = [[float(n) for n in operands] for operands, operator in operators if str(operator) == "Tm"]
        return {(x, y): tall for _, _, _, tall, x, y in found}

    usual, squeezed = matrices("々"), matrices("〱")
    ((x, below),) = squeezed.keys() - usual.keys()
    ((there, y),) = [place for place, tall in squeezed.items() if usual.get(place, tall) != tall]
    assert squeezed[x, y] == usual[x, y] / 2
    assert there == x
    assert any(place == pytest.approx((x, 2 * y - below), abs=0.02) for place in usual)  # 𤣥, a cell above


def test_a_description_that_cannot_be_drawn_is_a_note(tmp_path: Path) -> None:
    tei = tmp_path / "in.xml"
    tei.write_text(SIGNS.read_text("utf-8").replace("⿰月巽", f"⿰月{UNDRAWABLE}"), "utf-8")
    made(tmp_path, tei, findings=("P101", "P204"))


def test_nothing_printed_to_follow_is_a_warning(tmp_path: Path) -> None:
    made(tmp_path, findings=("P207",), layout="printed")


def test_layouts_are_checked(tmp_path: Path) -> None:
    assert refused(tmp_path, layout="no-such").code == "P201"
    assert "siku" in refused(tmp_path, layout="no-such").hint
    assert refused(tmp_path, grid={"columns": 0}).code == "P202"
    assert refused(tmp_path, grid={"colums": 8}).code == "P202"
    assert refused(tmp_path, page={"width": 120}).code == "P206"


def test_a_layout_of_ones_own(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('inherits = "siku"\n[grid]\ncolumns = 4\n', "utf-8")
    assert len(pdfium_pages(made(tmp_path, layout=str(mine)))) > 6
    mine.write_text(f'inherits = "{mine}"\n', "utf-8")
    assert "inherits from itself" in refused(tmp_path, layout=str(mine)).message
    mine.write_text("grid = [", "utf-8")
    assert refused(tmp_path, layout=str(mine)).code == "P202"


def test_a_layout_file_is_found_from_the_folder_of_the_edition(tmp_path: Path) -> None:
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts/mine.toml").write_text('inherits = "narrow.toml"\n[grid]\ncells = 18\n', "utf-8")
    (tmp_path / "layouts/narrow.toml").write_text('inherits = "jiuhang"\n[grid]\ncolumns = 4\n', "utf-8")
    table = {"layout": "layouts/mine.toml", "grid": {"note_cells": 18}}
    found = with_its_file({"fonts": ["Any"], "woodblock": table}, tmp_path)
    assert found["fonts"] == ["Any"]
    layout = load(found["woodblock"], Place("edition.toml"))
    assert (layout.grid.columns, layout.grid.cells, layout.grid.note_cells, layout.fold.fishtails) == (4, 18, 18, 2)
    broken = {"woodblock": {"layout": "layouts/no-such.toml"}}
    assert with_its_file(broken, tmp_path) == broken


def test_a_stylesheet_that_stops_is_a_finding(tmp_path: Path) -> None:
    broken = tmp_path / "broken.xml"
    broken.write_text("<TEI", "utf-8")
    with pytest.raises(PublishingError) as error:
        made(tmp_path, broken)
    assert error.value.findings[0].code == "P203"


def test_a_full_disk_stops_nothing_but_the_edition(tmp_path: Path) -> None:
    """qpdf ends the process where it cannot write. A limit on the size of files is as good as a full disk."""
    made(tmp_path)
    (tmp_path / "signs-woodblock.pdf").unlink()
    code = (
        "import resource, sys; from pathlib import Path; from zhushu import fonts; from zhushu.model import Place;"
        "from zhushu.publish.woodblock import grid, paint; from zhushu.publish.woodblock.layout import load;"
        "made, out = map(Path, sys.argv[1:]);"
        "plan = fonts.plan(grid.characters(made) | set('〓上下'), fonts.shipped());"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, (1000, {resource.RLIM_INFINITY}));"
        "paint(made, out, load({}, Place('x')), plan, Place('x'))"
    )
    command = [sys.executable, "-c", code, tmp_path / "signs.grid.xml", tmp_path / "signs-woodblock.pdf"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.returncode
    assert "OSError" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["signs.grid.xml"]
