"""What an editor's preface would say, in Chinese and English, for every reader of the file (TEI chapter HD 2.3)."""

from __future__ import annotations

from xml.sax.saxutils import escape

from zhushu.model import Edition


def principles(edition: Edition, traditional: bool) -> str:
    """An edition → projectDesc, samplingDecl and editorialDecl."""
    pages = [text.page.n for text in edition.pages]
    return (
        "<projectDesc>"
        + _said(
            "經注諸層由程式自原頁析出；每一文字皆可覆按其在原頁之處。",
            "Layers and voices recognised in raw pages; every character is traceable to its place.",
        )
        + "</projectDesc><samplingDecl>"
        + _said(
            f"所收原頁爲 {'、'.join(pages)}；闕頁處以 gap 標明。",
            f"The raw pages {', '.join(pages)}; gaps say what is missing.",
        )
        + f'</samplingDecl><editorialDecl><normalization method="{"silent" if traditional else "markup"}">'
        + (_said(*_READING_TEXT) if traditional else _said(*_RECORD))
        + '</normalization><correction method="markup">'
        + _said(
            "校改之字，其原頁之字、所據及可信程度具見校勘記。疑有訛誤而無他本可據者，標明而不改。",
            "A correction stands in the text between two anchors; the apparatus in the back gives the reading of the "
            "page, its source and its certainty. Suspected damage that no witness settles is marked unclear.",
        )
        + "</correction><segmentation>"
        + _said(
            "經文每一受注之段爲一 ab（unit）：先 seg，後依次列其注疏。ana 示段首分界之所據，cert 示其可信程度。",
            "One ab of type unit per glossed stretch of base text: its seg, then its notes in reading order. ana gives "
            "the evidence for the border at which an element opens, cert how certain it is.",
        )
        + '</segmentation><punctuation marks="all">'
        + _said(
            "標點符號一仍原頁，不增不刪。",
            "Punctuation and signs are those of the raw pages; none is added or left out.",
        )
        + "</punctuation></editorialDecl>"
    )


_RECORD = (
    "字形、繁簡一仍原頁；私用區之字可考者改爲通用碼位。異體字不改，其通行字見字表。",
    "Script and characters are those of the raw pages; private-use characters are resolved where known. Variant "
    "characters stay; charDecl gives their standard forms.",
)
_READING_TEXT = (
    "此爲繁體讀本：有他本可據者從他本，餘由簡體轉寫，一字可當數字者皆有標記。異體字不改，其通行字見字表。",
    "This is the reading text in traditional script: characters of a witness where one is aligned, else converted, and "
    "marked where one character may stand for several. Variant characters stay; charDecl gives their standard forms.",
)


def _said(chinese: str, english: str) -> str:
    return f'<p xml:lang="zh-Hant">{escape(chinese)}</p><p xml:lang="en">{escape(english)}</p>'
