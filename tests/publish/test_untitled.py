"""A division without a head: what every output calls it, and that no name for machines is printed."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree, html

from zhushu import resources, saxon
from zhushu.publish import Options, Texts, epub, web

SIGNS = Path(__file__).resolve().parent / "woodblock" / "signs.xml"
X = {"h": "http://www.w3.org/1999/xhtml"}


@pytest.fixture(scope="module")
def tei(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The signs with a 篇 without a head, and a second 記."""
    text = SIGNS.read_text("utf-8")
    for old, new in (("<head>又一篇第二</head>", ""), ('n="p1_d1"', 'n="p000_3_d"'), ('n="記"', 'n="ji2"')):
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = tmp_path_factory.mktemp("untitled") / "in.xml"
    path.write_text(text, "utf-8")
    return path


def transformed(name: str) -> Callable[[Path, Path], str]:
    def made(tei: Path, folder: Path) -> str:
        saxon.transform(resources.stylesheet(name), tei, folder / "out")
        return (folder / "out").read_text("utf-8")

    return made


def site(tei: Path, folder: Path) -> str:
    assert web.publish(Texts(tei), folder, Options("signs", {})) == ()
    bodies = [html.fromstring(path.read_text("utf-8")).body for path in sorted(folder.glob("*.html"))]
    return "\n".join(str(text) for body in bodies for text in body.itertext())


def book(tei: Path, folder: Path) -> str:
    assert epub.publish(Texts(tei), folder, Options("signs", {}, epub={})) == ()
    with zipfile.ZipFile(folder / "signs.epub") as archive:
        pages = [etree.fromstring(archive.read(name)) for name in archive.namelist() if name.endswith(".xhtml")]
    contents = [a.text for page in pages for a in page.iterfind(".//h:nav[@id='toc']//h:a", X)]
    assert contents == ["卷一　<script>禮第一", "記", "卷十二　士喪禮第十二", "校勘記", "版權"]
    return "\n".join(str(text) for page in pages for text in page.itertext())


@pytest.mark.parametrize(
    ("made", "shown"),
    [
        (site, r"\n記\n"),
        (book, r"\n記\n"),
        (transformed("print/typst.xsl"), r'#part\("記"'),
        (transformed("print/grid.xsl"), ' opens="記"'),
        (transformed("text/text.xsl"), r"\n記\n"),
        (transformed("export/fo.xsl"), "<fo:bookmark-title>記<"),
        (transformed("export/paged.xsl"), ">記</h2>"),
    ],
    ids=["web", "epub", "print", "woodblock", "text", "fo", "paged"],
)
def test_no_name_for_machines(made: Callable[[Path, Path], str], shown: str, tei: Path, tmp_path: Path) -> None:
    """A section is called what it is, once; a 篇 has no heading at all."""
    text = made(tei, tmp_path)
    assert re.search(shown, text)
    printed = re.sub(r'(id|internal-destination)="[^"]*"', "", text)
    assert not re.search(r"p000.?3.?d|ji2(?!\.)|[\n>\"]篇[\n<\"]", printed)
