"""Small TEI files in our contract, made by hypothesis: what the woodblock page has to set."""

from __future__ import annotations

from xml.sax.saxutils import escape

from hypothesis import strategies as st

HEADER = """<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:id="test">
<teiHeader><fileDesc><titleStmt><title type="main">{title}</title>{author}</titleStmt>
<editionStmt><edition n="0.1"/></editionStmt><publicationStmt><date when="2026-11-30"/></publicationStmt>
<sourceDesc><listWit><witness xml:id="raw">the raw pages</witness><witness xml:id="W"><msDesc><msIdentifier>
<msName>某本</msName></msIdentifier><msContents>{items}</msContents></msDesc></witness></listWit></sourceDesc></fileDesc>
<encodingDesc><charDecl>
<glyph xml:id="puaE14B"><mapping type="PUA">U+E14B</mapping><mapping type="IDS">⿰月巽</mapping></glyph>
<glyph xml:id="puaE7FF"><mapping type="PUA">U+E7FF</mapping></glyph></charDecl></encodingDesc></teiHeader>
<text><body><div type="edition">"""
FOOTER = """</div></body><back><div type="apparatus"><listApp>{apps}</listApp></div></back></text></TEI>"""

# beyond the BMP, private use, hostile markup, a dividing circle: all are one cell a character
LETTERS = "天地玄黃宇宙洪荒日月盈昃辰宿列張𤣥𧃊\ue913○<script>&，。「\ufe00"
texts = st.text(alphabet=LETTERS, min_size=1, max_size=40).map(escape)
PIECES = st.one_of(
    texts,
    texts,
    st.sampled_from(
        [
            '<g ref="#puaE14B"/>',
            '<g ref="#puaE7FF"/>',
            '<g ref="#puaEB8E">弦</g>',
            '<gap reason="illegible" unit="character" quantity="2"/>',
            '<unclear reason="encoding" cert="low">防</unclear>',
            '<space unit="character" quantity="2" rend="U+3000 U+3000"/>',
            '<pc type="unit">○</pc>',
            '<pb ed="W" n="002-1a"/>',
            '<pb ed="W" n="002-1b"/><lb ed="W" n="1"/>',
            '<lb ed="W" n="3"/>',
        ]
    ),
)
inline = st.lists(PIECES, min_size=1, max_size=5).map("".join)
long = st.integers(1, 400).map(lambda n: ("甲乙丙丁戊己庚辛壬癸𤣥" * 40)[:n])
notes = st.one_of(inline, long)


@st.composite
def units(draw: st.DrawFn, name: str) -> str:
    parts = []
    if draw(st.booleans()):
        parts.append(f'<seg type="經" xml:id="{name}.jing">{draw(inline)}</seg>')
    for k in range(draw(st.integers(0, 3))):
        label = draw(st.sampled_from(["", "<label>注曰</label>", '<pc type="layer">○</pc><label>疏曰</label>']))
        parts.append(f'<note type="注" place="inline" xml:id="{name}.zhu{k}">{label}{draw(notes)}</note>')
    return f'<ab type="unit" xml:id="{name}">\n{"".join(parts)}\n</ab>'


@st.composite
def juan(draw: st.DrawFn, n: int) -> str:
    parts = [f'<div type="textpart" subtype="juan" n="{n}" xml:id="juan{n}">']
    for kind in draw(st.sampled_from([(), ("juan", "chapter"), ("title", "juan", "author", "chapter")])):
        text = draw(texts)
        parts.append(f'<head type="{kind}">{text}<space unit="character" quantity="1" rend="U+3000"/>{text}</head>')
    for k in range(draw(st.integers(0, 6))):
        kind = draw(st.sampled_from(["unit", "unit", "unit", "section", "table", "chapter"]))
        unit = draw(units(f"u{n}.{k}"))
        if kind == "unit":
            parts.append(unit)
        elif kind == "section":
            parts.append(f'<div type="textpart" subtype="記" n="記" xml:id="juan{n}.ji{k}">{unit}</div>')
        elif kind == "chapter":
            parts.append(f'<div type="textpart" subtype="篇" n="d{k}"><head>{draw(texts)}</head>{unit}</div>')
        else:
            cells = "".join(f"<cell>{text}</cell>" for text in draw(st.lists(texts, min_size=1, max_size=4)))
            parts.append(f"<table><row>{cells}</row><row>{cells}</row></table>")
    parts += [f"<trailer>{text}</trailer>" for text in draw(st.lists(texts, max_size=2))]
    return "".join(parts) + "</div>"


@st.composite
def editions(draw: st.DrawFn) -> str:
    count = draw(st.integers(1, 3))
    items = draw(st.sampled_from(["", '<msItem n="1"><locus>卷之一</locus><title>士冠禮第一</title></msItem>']))
    author = draw(st.sampled_from(["", "<author>某人</author>"]))
    gaps = [
        "",
        '<gap reason="sampling" unit="page" extent="unknown"/>',
        '<gap reason="sampling" unit="page" extent="12"/>',
    ]
    body = draw(st.sampled_from(gaps))
    for n in range(1, count + 1):
        body += draw(juan(n)) + draw(st.sampled_from(gaps))
    head = HEADER.format(title="某禮𤣥述", author=author, items=items)
    return head + body + FOOTER.format(apps="")


@st.composite
def layouts(draw: st.DrawFn) -> dict[str, str]:
    """Parameters of grid.xsl, as text; columns of every height and notes of every pitch."""
    return {
        "columns": str(draw(st.integers(1, 10))),
        "cells": str(draw(st.integers(2, 24))),
        "note-cells": str(draw(st.integers(2, 30))),
        "note-rows": draw(st.sampled_from(["1", "2", "2"])),
        "note-indent": draw(st.sampled_from(["0", "0", "1"])),
        "notes": draw(st.sampled_from(["run-on", "column"])),
        "join-notes": draw(st.sampled_from(["yes", "no"])),
        "units": draw(st.sampled_from(["run-on", "column"])),
    }
