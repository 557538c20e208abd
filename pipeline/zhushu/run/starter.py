"""A folder of raw pages → the starter edition.toml that its editor goes on from."""

from __future__ import annotations

from pathlib import Path

from zhushu.model import EditionInfo, Page
from zhushu.read.edition import assumed
from zhushu.read.pages import pages
from zhushu.read.toml import quoted


def starter(folder: Path) -> str:
    """Folder of raw pages → an edition.toml that says what a build would assume without one. Raises ZhushuError."""
    info = assumed(folder)
    found, _ = pages(folder, info)
    return "\n\n".join((_head(info), _pages(found), _REST))


def _head(info: EditionInfo) -> str:
    titles = ", ".join(f"{language} = {quoted(title)}" for language, title in info.titles.items())
    lines = [
        "# What this edition is. Correct what is wrong, fill in what is missing; docs/edition.md explains every key.",
        "",
        "[edition]",
        f"id = {quoted(info.id)}  # the name of its folder in the output; part of its URN",
        f"title = {{ {titles} }}  # also: zh-Hans, zh-Latn-pinyin, en",
        '# author = "zhangsan"  # the id of a person below',
        f"language = {quoted(info.language)}  # the script of the raw pages: lzh-Hans or lzh-Hant",
        f"profile = {quoted(info.profile)}  # the markers of the layers: a name, or a .toml file in this folder",
        f"version = {quoted(info.version)}",
        "# date = 2026-01-01  # of this version; the only date that outputs carry",
        f"# urn = {quoted(info.urn)}",
    ]
    return "\n".join(lines)


def _pages(found: tuple[Page, ...]) -> str:
    """A file for each page, in the order that a build would take; files that hold several pages stand once."""
    files: dict[str, Page] = {}
    for page in found:
        files.setdefault(page.source.path, page)
    head = "# The pages in the order of the book, each with the juan it belongs to. `n` goes into identifiers for good."
    return "\n\n".join((head, *(_page(page) for page in files.values())))


def _page(page: Page) -> str:
    header = page.source.text[page.header.start : page.header.end] if page.header else ""
    said = f"  # {' '.join(header.split())}" if header.isprintable() and header else ""
    whole = len(page.source.text) == page.span.end
    n = f"\nn = {quoted(page.n)}" if whole else ""
    return f"[[page]]{said}\nfile = {quoted(page.source.path)}{n}\njuan = {quoted(page.juan)}"


_REST = """\
# Titles of the juan, where the pages do not carry them.
# [[division]]
# n = "1"
# title = "士冠禮第一"

# Voices and contributors, where the profile does not know them.
# [[person]]
# id = "zhangsan"
# names = { zh-Hant = "張三", zh-Hans = "张三", en = "Zhang San" }
# dates = "1651–1723"
# authorities = { VIAF = "", Wikidata = "", CBDB = "" }

# Another copy of the text, to repair this one by: `zhushu collate` proposes, you decide.
# [[witness]]
# siglum = "WYG"
# path = "../witness"
# format = "kanripo"  # or tei, text
# role = "text"  # the same work; or base: the base text alone
# title = "文淵閣四庫全書本"
# licence = "CC BY-SA 4.0"

# [source]
# description = "Where the pages come from."
# print = "The printed edition behind them."
# rights = "The classical text is in the public domain."

# [rights]
# licence = "https://creativecommons.org/licenses/by/4.0/"
# statement = "The classical text is in the public domain. The encoding is licensed under CC BY 4.0."
"""
