"""A folder of raw pages → the text of a first edition.toml for it, to be corrected by the editor."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from zhushu.errors import EditionError, ReadingError
from zhushu.findings import finding
from zhushu.model import Finding, Place, Severity, Source
from zhushu.read import edition, pages, plain
from zhushu.read import source as sources
from zhushu.read.names import page_name
from zhushu.read.toml import quoted

_HEAD = """\
# What this edition is. Every key is explained in docs/edition.md; a line that begins with # says nothing to zhushu.
# Lines marked “assumed” were read off the pages or the folder's name: correct them.

[edition]
id = {id}  # assumed; names the output folder and the files in it
title = {title}  # assumed
language = {language}  # assumed; lzh-Hans: simplified, lzh-Hant: traditional
profile = {profile}  # assumed; which words and signs open a note
{date}
version = "0.1.0"
# publisher = "…"
# author = "…"  # the id of a person of the profile, or of a [[person]] below

# [[person]]
# id = "liguangpo"
# names = {{ zh-Hant = "李光坡", en = "Li Guangpo" }}
# dates = "1651–1723"

# The pages, in the order of the book. n becomes part of every identifier: do not change it later.
# juan: say it where a juan begins; a page without one goes with the page before it.
"""
_TAIL = """
# Titles of juan that no page here carries.
# [[division]]
# n = "5"
# title = "鄉射禮第五"

# Another copy of the work (role = "text"), or of the base text alone (role = "base").
# [[witness]]
# siglum = "WYG"
# path = "../witness"
# title = "文淵閣四庫全書本"
# role = "text"
# licence = "…"

# [source]
# description = "where the pages come from"
# print = "the printed edition behind them"
# rights = "The classical text is in the public domain."

# [rights]
# licence = "https://creativecommons.org/licenses/by/4.0/"
# statement = "…"
"""


@dataclass(frozen=True, slots=True)
class _File:
    """A page file: its name, the number in its header, the one its own markup tells, and what is wrong with it.

    `juan` are those that the pages in it name, None for a page that names none.
    """

    name: str
    number: int | None
    told: str | None
    juan: tuple[str | None, ...]
    problems: tuple[str, ...]


def init(folder: Path, today: datetime.date | None = None, profile: str | None = None) -> str:
    """A folder of raw pages, the date and the profile to put in → the text of an edition.toml.

    Without a profile it is the one that a build would assume. Raises EditionError without a folder, ReadingError
    without pages.
    """
    if not folder.is_dir():
        raise EditionError(finding("R050", Place(str(folder))))
    names = pages.page_files(folder)
    if not names:
        raise ReadingError(pages.no_pages(folder))
    info = edition.assumed(folder)
    read = {name: sources.read(folder / name, folder) for name in names}
    known = pages.known_titles(info, (source.text for source, _ in read.values() if source))
    files = [_looked_at(folder / name, source, findings, known) for name, (source, findings) in read.items()]
    head = _HEAD.format(
        id=quoted(info.id),
        title="{ " + ", ".join(f"{language} = {quoted(title)}" for language, title in info.titles.items()) + " }",
        language=quoted(info.language),
        profile=quoted(profile or info.profile),
        date=f"date = {today}" if today else "# date = 2026-11-30",
    )
    return head + "".join(_entries(_in_order(files))) + _TAIL


def _looked_at(path: Path, source: Source | None, findings: tuple[Finding, ...], known: frozenset[str]) -> _File:
    header = plain.header(source.text, frozenset()) if source else None
    leaves = pages.leaves(path, source, known) if source else ()
    said = (f"{found.code}: {found.message}" for found in findings if found.severity is not Severity.NOTE)
    told = leaves[0].n if len(leaves) == 1 else None
    juan = tuple(leaf.juan for leaf in leaves)
    return _File(path.name, header.number if header else None, told, juan, tuple(said))


def _in_order(files: list[_File]) -> list[_File]:
    """Where every page has a number the numbers give the order, else the names do."""
    if all(file.number is not None for file in files):
        return sorted(files, key=lambda file: file.number or 0)
    return files


def _entries(files: list[_File]) -> Iterator[str]:
    """Page files → their [[page]] tables. A number that several pages carry is given to none of them."""
    times = Counter(file.number for file in files)
    named = Counter(file.told for file in files)
    juan = pages.FIRST_JUAN
    for file in files:
        alone = file.number is not None and times[file.number] == 1
        told = file.told if file.told and named[file.told] == 1 else None
        n = str(file.number) if alone else told or page_name(Path(file.name).stem)
        why = "" if alone else f"  # {'from its markup' if told else _why(file)}"
        problems = "".join(f"# {problem}\n" for problem in file.problems)
        yield f"\n{problems}[[page]]\nfile = {quoted(file.name)}\nn = {quoted(n)}{why}\n{_juan(file, juan)}"
        juan = next((one for one in reversed(file.juan) if one), juan)


def _juan(file: _File, before: str) -> str:
    """The juan of a page file as a build takes it; none for a book, each of whose pages is in its own."""
    if len(file.juan) > 1:
        return "# juan: the pages in the file name their own\n" if any(file.juan) else ""
    named = file.juan[0] if file.juan else None
    return f"juan = {quoted(named)}  # as the page says\n" if named else f"# juan = {quoted(before)}\n"


def _why(file: _File) -> str:
    """Why the number of a page is that of its file."""
    reason = "its header has no number" if file.number is None else f"several headers have the number {file.number}"
    return f"from the name of the file; {reason}"
