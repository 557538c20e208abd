"""Edition → TEI P5: the text of record, and the reading text in traditional script with the same structure and ids."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from zhushu.encode.body import body
from zhushu.encode.header import header, urn
from zhushu.encode.names import edition_name
from zhushu.model import Edition


def encode(edition: Edition) -> bytes:
    """An edition with at least one page → its TEI file, UTF-8 (DESIGN §7)."""
    return _document(edition, traditional=False)


def reading_text(edition: Edition) -> bytes:
    """An edition whose pages carry a reading text → the TEI file in traditional script."""
    return _document(edition, traditional=True)


def _document(edition: Edition, traditional: bool) -> bytes:
    info = edition.info
    written = body(edition, traditional)
    language = quoteattr("lzh-Hant" if traditional else info.language)
    # an apparatus without entries is no apparatus
    apparatus = "".join(written.apparatus)
    back = (
        '<back><div type="apparatus" xml:lang="zh-Hant"><head>校勘記</head>'
        f"<listApp>{apparatus}</listApp></div></back>\n"
        if apparatus
        else ""
    )
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:id={quoteattr(edition_name(edition))} xml:lang="zh-Hant">\n'
        + header(edition, written.glyphs.all(), traditional)
        + f'<text xml:lang={language}>\n<body><div type="edition" xml:lang={language} n={quoteattr(urn(info))}>\n'
        + "".join(written.parts)
        + f"</div></body>\n{back}</text>\n</TEI>\n"
    )
    return text.encode("utf-8")
