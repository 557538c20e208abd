"""The format of edition.toml, key by key (docs/edition.md explains it to editors)."""

from __future__ import annotations

import datetime
import re

from zhushu.read.names import UNWRITABLE
from zhushu.read.toml import Rule

_LANGUAGES = ("zh-Hant", "zh-Hans", "zh-Latn-pinyin", "en", "ja", "ko", "vi", "de", "fr")
# A text that XML can hold and is not all white space.
_WRITABLE = r"(?=[^\0]*\S)[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]+"
# One that stands in the header of the TEI, for readers who do not have the page.
_SHOWN = rf"(?=[^\0]*\S)[^{UNWRITABLE}]+"
_OF_CHARACTERS = "of characters that every reader knows: no control codes, no private use"


def _text(expected: str, form: str = _WRITABLE, required: bool = False) -> Rule:
    return Rule((str,), expected, re.compile(form), required)


def _shown(expected: str = "a text", required: bool = False) -> Rule:
    return _text(f"{expected} {_OF_CHARACTERS}", _SHOWN, required)


def _number(required: bool = False) -> Rule:
    """A number of the book, or a name in its place; it becomes part of identifiers."""
    return Rule(
        (str, int), "a whole number, or a text of ASCII letters, digits and _", re.compile("[0-9A-Za-z_]+"), required
    )


def _each(keys: dict[str, Rule], name: str) -> Rule:
    return Rule((list,), f"an array of tables, each under [[{name}]]", each=_table(keys, f"[[{name}]]"))


def _table(keys: dict[str, Rule], name: str) -> Rule:
    return Rule((dict,), f"a table, under {name}", keys=keys)


def _in_languages() -> Rule:
    """A text, or the same in several languages."""
    expected = f"a text {_OF_CHARACTERS}, or a table of language and text"
    return Rule((str, dict), expected, re.compile(_SHOWN), keys=_NAMES, filled=True)


_ID = r"[A-Za-z][A-Za-z0-9_-]{0,63}"
_NAMES = {language: _shown() for language in _LANGUAGES}
_SENTENCE = _shown("a text that is not empty,")
_URL = _text("an address that begins with https:// or http://", r"https?://\S+")
_FREE = Rule((dict,), "a table")

RULES: dict[str, Rule] = {
    "edition": _table(
        {
            "id": _text("a name of ASCII letters, digits, - and _ that begins with a letter", _ID),
            "title": _in_languages(),
            "author": _text("the id of a person", _ID),
            "language": _text("lzh-Hans (simplified) or lzh-Hant (traditional)", "lzh-Han[st]"),
            "profile": _text("the name of a profile, or the path of a profile's .toml file"),
            "date": Rule((str, datetime.date), "a date: 2026-11-30"),
            "version": _text("a version: 0.1.0", r"[0-9]+(\.[0-9]+)*([-+.][0-9A-Za-z.+-]+)?"),
            "urn": _text("a URN that begins with urn:", r"urn:[A-Za-z0-9][A-Za-z0-9-]*:[^\s<>\"]+"),
            "publisher": _SENTENCE,
            "encoding": _text("the name of an encoding: utf-8, gb18030, big5, utf-16"),
        },
        "[edition]",
    ),
    "person": _each(
        {
            "id": _text("a name of ASCII letters, digits, - and _ that begins with a letter", _ID, required=True),
            "names": Rule((dict,), "a table of language and text", required=True, keys=_NAMES, filled=True),
            "dates": _shown("years: 1651–1723,"),
            "roles": Rule((list,), "an array of texts", each=_shown()),
            "authorities": Rule(
                (dict,),
                "a table",
                keys={
                    "VIAF": _text("the digits of a VIAF number", "[0-9]+"),
                    "Wikidata": _text("a Wikidata item: Q123", "Q[0-9]+"),
                    "CBDB": _text("the digits of a CBDB number", "[0-9]+"),
                },
            ),
        },
        "person",
    ),
    "page": _each(
        {
            "file": _text(
                "a path inside the edition's folder, with /",
                r"(?![/\\])(?!.*\\)(?!(.*/)?\.\.(/|$))" + _WRITABLE,
                required=True,
            ),
            "n": Rule((str, int), "a whole number, or a text of a to z and digits", re.compile("[0-9a-z]+")),
            "juan": _number(),
            "section": _text("the id of a section of the profile", _ID),
        },
        "page",
    ),
    "division": _each({"n": _number(required=True), "title": _shown(required=True)}, "division"),
    "source": _table(
        {"description": _in_languages(), "print": _SENTENCE, "rights": _in_languages()}, "[source]"
    ),
    "witness": _each(
        {
            "siglum": _text(
                "ASCII letters, digits, - and _ that begin with a letter, and not raw or print",
                f"(?!(raw|print)$){_ID}",
                required=True,
            ),
            "path": _text("a path"),
            "format": _text("kanripo, tei or text", "kanripo|tei|text"),
            "role": _text("text (the same work) or base (the base text alone)", "text|base"),
            "title": _shown(required=True),
            "licence": _shown(),
        },
        "witness",
    ),
    "rights": _table({"licence": _URL, "statement": _SENTENCE}, "[rights]"),
    "deposit": _FREE,
    "print": _FREE,
    "epub": _FREE,
    "silence": _each(
        {
            "code": _text("the code of a finding: S012", "[A-Z][0-9]{3}", required=True),
            "reason": _text("a reason", required=True),
        },
        "silence",
    ),
}
