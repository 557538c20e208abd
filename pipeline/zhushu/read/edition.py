"""edition.toml → EditionInfo. Strict: every key that is unknown, missing, wrong or contradictory is a finding.

A folder without an edition.toml is an edition too: what the file would say is then assumed, and said in a finding.
docs/edition.md explains the format to editors; rules.py is the format.
"""

from __future__ import annotations

import datetime
import os
import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zhushu.errors import EditionError
from zhushu.findings import catalogue, finding
from zhushu.model import DivisionEntry, EditionInfo, Finding, PageEntry, Person, Place, Severity, Witness
from zhushu.read import pages, plain, toml
from zhushu.read.names import ascii_name, is_reserved, unwritable, writable
from zhushu.read.rules import RULES
from zhushu.read.source import known
from zhushu.read.toml import Document

FILE = "edition.toml"
PROFILE = "shuzhu"  # of pages in which 註曰 or 疏曰 opens notes, where they have no title
TITLED_PROFILE = "zhuyue"  # the same, where they have one that no profile is for
OTHER_PROFILE = "general"
_OPENS_NOTE = re.compile("[注註疏䟽]曰")
VERSION = "0.1.0"
# Characters that only one of the two scripts has, common enough to stand on any page.
_SIMPLIFIED = frozenset(
    "为则与礼书见谓传说国时诸饮乐马长门东车义经问闻将请当来对从进宾执献设举荐彻释发会学开兴尽孙阳阴风龙齐亲让丧万号乱归尔"
)
_TRADITIONAL = frozenset(
    "為則與禮書見謂傳說國時諸飲樂馬長門東車義經問聞將請當來對從進賓執獻設舉薦徹釋發會學開興盡孫陽陰風龍齊親讓喪萬號亂歸爾無後於"
)


@dataclass(frozen=True, slots=True)
class _Assumed:
    """What holds where edition.toml is silent."""

    id: str
    title: str
    language: str
    profile: str

    def urn(self, id_: str) -> str:
        return f"urn:cts:zhushu:{id_}.{id_}.zhushu-lzh1"


def load(folder: Path) -> tuple[EditionInfo, tuple[Finding, ...]]:
    """An edition's folder → what its edition.toml says, with what was assumed; EditionError with every error in it."""
    if not folder.is_dir():
        raise EditionError(finding("R050", Place(str(folder))))
    document, problems = Document(FILE, {}, {}), []
    if (folder / FILE).exists():
        document, syntax = toml.read(folder / FILE, FILE)
        problems = [*syntax, *toml.check(document, RULES), *_contradictions(document, folder)]
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise EditionError(*toml.in_order(problems))
    edition = document.data.get("edition", {})
    silent = _assume(folder, edition)
    about = (*_about(silent, edition, (folder / FILE).exists()), *_about_title(folder, edition), *_about_date(edition))
    info = _info(document.data, edition, silent)
    return info, (*problems, *about, *_about_script(info, document))


def assumed(folder: Path) -> EditionInfo:
    """A folder of pages → what holds of it where no edition.toml says otherwise."""
    return _info({}, {}, _assume(folder, {}))


def _contradictions(document: Document, folder: Path) -> Iterator[Finding]:
    """What no key shows by itself. Values of a wrong type have been reported and are passed over."""
    for table, key in (("person", "id"), ("witness", "siglum"), ("division", "n"), ("silence", "code"), ("page", "n")):
        yield from _repeated(document, table, key, "R046")
    yield from _repeated(document, "page", "file", "R022")
    yield from _taken_names(document)
    yield from _missing_files(document, folder)
    for i, code in _values(document, "silence", "code"):
        entry = catalogue().get(code)
        if entry is None or entry.severity is Severity.ERROR:
            reason = "there is no such finding" if entry is None else "an error cannot be silenced"
            yield finding("R051", document.place("silence", i, "code"), value=code, reason=reason)
    edition = document.data.get("edition")
    if isinstance(edition, dict):
        yield from _bad_values(document, edition)


def _bad_values(document: Document, edition: dict[str, Any]) -> Iterator[Finding]:
    date, encoding = edition.get("date"), edition.get("encoding")
    if isinstance(date, str) and not _is_date(date):
        yield finding("R048", document.place("edition", "date"), value=date)
    if isinstance(encoding, str) and not known(encoding):
        yield finding("R049", document.place("edition", "encoding"), value=encoding)


def _is_date(text: str) -> bool:
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _values(document: Document, table: str, key: str) -> Iterator[tuple[int, str]]:
    """A table and a key → the key's values in the tables of that name, as texts, each with its place among them."""
    entries = document.data.get(table)
    for i, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict) and type(entry.get(key)) in (str, int):
            yield i, str(entry[key])


def _repeated(document: Document, table: str, key: str, code: str) -> Iterator[Finding]:
    first: dict[str, int | None] = {}
    for i, said in _values(document, table, key):
        value = posixpath.normpath(said) if key == "file" else said  # ./a.txt is a.txt
        place = document.place(table, i, key)
        if value in first:
            yield finding(code, place, key=toml.name((table, i, key)), value=value, line=first[value])
        first.setdefault(value, place.line)


def _taken_names(document: Document) -> Iterator[Finding]:
    """Persons and witnesses whose name something else has: identifiers of an edition share one name space."""
    persons = {value for _, value in _values(document, "person", "id")}
    for table, key in (("person", "id"), ("witness", "siglum")):
        for i, value in _values(document, table, key):
            place = document.place(table, i, key)
            if is_reserved(value) and (table, value) != ("person", "unknown"):
                yield finding("R062", place, value=value, owner="zhushu itself")
            elif table == "witness" and value in persons:
                yield finding("R062", place, value=value, owner="a person")


def _missing_files(document: Document, folder: Path) -> Iterator[Finding]:
    for table, key in (("page", "file"), ("witness", "path")):
        for i, path in _values(document, table, key):
            there = os.path.isfile if table == "page" else os.path.exists  # false for names that no file can have
            if not there(folder / path):
                yield finding("R047", document.place(table, i, key), key=toml.name((table, i, key)), path=path)


def _assume(folder: Path, edition: dict[str, Any]) -> _Assumed:
    titles = () if "title" in edition else _titles(folder, edition.get("encoding"))
    title = writable(titles[0] if titles else folder.resolve().name)
    id_ = ascii_name(folder.resolve().name, "-")
    silent = {"language", "profile"} - edition.keys()
    sample = pages.sample(folder, edition.get("encoding")) if silent else ""
    return _Assumed(
        id=id_ if id_[0].isalpha() else f"e{id_}",
        title=title,
        language="" if "language" in edition else _language(sample),
        profile="" if "profile" in edition else _profile(_known_titles(edition) or titles, sample),
    )


def _titles(folder: Path, encoding: str | None) -> tuple[str, ...]:
    """What the pages name as the title of the work; else what their first line is, if it is one that we know."""
    from zhushu.segment.profile import for_title

    opening = plain.short_first_line(pages.sample(folder, encoding))
    known = (opening,) if opening and for_title(opening) else ()
    return pages.titles(folder, encoding) or known


def _known_titles(edition: dict[str, Any]) -> tuple[str, ...]:
    title = edition.get("title", ())
    return (title,) if isinstance(title, str) else tuple(title.values()) if isinstance(title, dict) else ()


def _profile(titles: Iterable[str], sample: str) -> str:
    """The titles of a work and some of its text → the profile that is for it, else the one for its habits."""
    from zhushu.segment.profile import for_title

    titles = tuple(titles)
    named = next(filter(None, map(for_title, titles)), None)
    by_habit = TITLED_PROFILE if titles else PROFILE
    return named or (by_habit if _OPENS_NOTE.search(sample) else OTHER_PROFILE)


def _language(text: str) -> str:
    """The script that a text is in, by its commonest characters."""
    simplified = sum(character in _SIMPLIFIED for character in text)
    traditional = sum(character in _TRADITIONAL for character in text)
    return "lzh-Hans" if simplified > traditional else "lzh-Hant"


def _about(silent: _Assumed, edition: dict[str, Any], there: bool) -> Iterator[Finding]:
    """A finding that says what was assumed."""
    said = {key: getattr(silent, key) for key in ("id", "title", "language", "profile") if key not in edition}
    if said:
        words = ", ".join(f"{key} = {value}" for key, value in said.items())
        yield finding("R053" if there else "R052", Place(FILE), assumed=words)


def _info(data: dict[str, Any], edition: dict[str, Any], silent: _Assumed) -> EditionInfo:
    """Checked data → EditionInfo."""
    id_ = edition.get("id", silent.id)
    language = edition.get("language", silent.language)
    source, rights = data.get("source", {}), data.get("rights", {})
    return EditionInfo(
        id=id_,
        titles=_by_language(edition.get("title", silent.title), language),
        language=language,
        profile=edition.get("profile", silent.profile),
        date=str(edition.get("date", _source_date())),
        version=edition.get("version", VERSION),
        urn=edition.get("urn", silent.urn(id_)),
        author=edition.get("author"),
        encoding=edition.get("encoding"),
        persons=tuple(_person(entry) for entry in data.get("person", ())),
        pages=tuple(_page(entry) for entry in data.get("page", ())),
        divisions=tuple(DivisionEntry(str(entry["n"]), entry["title"]) for entry in data.get("division", ())),
        witnesses=tuple(_witness(entry) for entry in data.get("witness", ())),
        publisher=edition.get("publisher", ""),
        source_description=_by_language(source.get("description", {}), ""),
        source_print=source.get("print", ""),
        source_rights=_by_language(source.get("rights", {}), ""),
        licence=rights.get("licence", ""),
        rights=rights.get("statement", ""),
        print=data.get("print", {}),
        epub=data.get("epub", {}),
        deposit=data.get("deposit", {}),
        silences={entry["code"]: entry["reason"] for entry in data.get("silence", ())},
    )


def _source_date() -> str:
    """The day that SOURCE_DATE_EPOCH names, "" where it names none."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    try:
        return datetime.datetime.fromtimestamp(int(seconds), datetime.UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


def _about_title(folder: Path, edition: dict[str, Any]) -> Iterator[Finding]:
    """A finding where the title that was assumed is not, character for character, what the pages say."""
    if "title" in edition:
        return
    found = next(iter(pages.titles(folder, edition.get("encoding"))), folder.resolve().name)
    character = unwritable(found)
    if character:
        place = pages.where(folder, edition.get("encoding"), found)
        yield finding("R058", place, character=character, title=writable(found))


def _about_script(info: EditionInfo, document: Document) -> Iterator[Finding]:
    """A finding where the reading text will be in another script than the title."""
    if info.language == "lzh-Hans" and set(info.titles) & {"zh-Hans"} and "zh-Hant" not in info.titles:
        yield finding("R070", document.place("edition", "title"), title=info.titles["zh-Hans"])


def _about_date(edition: dict[str, Any]) -> Iterator[Finding]:
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    if "date" not in edition and seconds and not _source_date():
        yield finding("R054", Place(FILE), value=seconds[:40])


def _by_language(title: str | dict[str, str], language: str) -> dict[str, str]:
    """A title without a language is in that of the text; of other prose it is not known ("")."""
    return title if isinstance(title, dict) else {language.replace("lzh", "zh"): title}


def _person(entry: dict[str, Any]) -> Person:
    return Person(
        entry["id"], entry["names"], entry.get("dates"), tuple(entry.get("roles", ())), entry.get("authorities", {})
    )


def _page(entry: dict[str, Any]) -> PageEntry:
    n, juan = (str(entry[key]) if key in entry else None for key in ("n", "juan"))
    return PageEntry(entry["file"], n, juan, entry.get("section"))


def _witness(entry: dict[str, Any]) -> Witness:
    return Witness(
        entry["siglum"],
        entry.get("path"),
        entry.get("format", ""),
        entry.get("role", "text"),
        entry["title"],
        entry.get("licence"),
    )
