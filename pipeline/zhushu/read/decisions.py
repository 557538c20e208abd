"""decisions/ → Decisions and back: what the editor of an edition has decided, in two TOML files.

`characters.toml` says what the private-use and control code points of the source stand for, `emendations.toml`
corrects single places. `zhushu collate` proposes, by `merge` and `dump`; the editor sets verdicts and writes notes.
Comments are made by `dump` and are not kept: the editor's own words belong into `note`.

What cannot be seen on a page (private use, control characters, surrogates, white space) is written by code points:
"U+E913", "U+D852 U+0001".
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from zhushu.errors import EditionError
from zhushu.findings import finding
from zhushu.model import CharacterDecision, Decisions, Emendation, Finding, Page, Place, Verdict
from zhushu.read import toml
from zhushu.read.names import is_reserved, natural, unwritable
from zhushu.read.toml import Document, Rule

FOLDER = "decisions"
CHARACTERS = "characters.toml"
EMENDATIONS = "emendations.toml"
_CONTEXT = 15  # characters on both sides of a place, for the editor

_CODE_POINT = r"U\+(?:10|[1-9A-F])?[0-9A-F]{4}"
_CODE_POINTS = re.compile(f"{_CODE_POINT}(?: {_CODE_POINT})*")
_ANY = Rule((str,), "a text")
_SOME = Rule((str,), "a text that is not empty", re.compile("(?s).+"), required=True)
_CODE = Rule((str,), "one code point: U+E913", re.compile(f"(?s){_CODE_POINT}|."), required=True)
_COMMON = {
    "verdict": Rule((str,), "proposed, accepted or rejected", re.compile("|".join(Verdict)), required=True),
    "witness": Rule((str,), "the siglum of a witness", re.compile("[A-Za-z][A-Za-z0-9_-]*")),
    "evidence": _ANY,
    "note": _ANY,
}
_CHARACTER_RULES = {
    "character": Rule(
        (list,),
        "an array of tables, each under [[character]]",
        each=Rule((dict,), "a table", keys={"code": _CODE, "text": _ANY, "ids": _ANY, "entity": _ANY, **_COMMON}),
    )
}
_EMENDATION_RULES = {
    "emendation": Rule(
        (list,),
        "an array of tables, each under [[emendation]]",
        each=Rule(
            (dict,),
            "a table",
            keys={
                "page": Rule((str, int), "the number of a page", re.compile("[0-9a-z]+"), required=True),
                "offset": Rule((int,), "a number: code points of the raw file, from 0", required=True),
                "sic": _SOME,
                "text": _SOME,
                **_COMMON,
            },
        ),
    )
}
_HEAD_OF_CHARACTERS = """\
# What code points of these pages stand for. Written by `zhushu collate`; yours are verdict and note.
#
# code      a private-use or control code point of the raw pages
# text      the character it stands for; left out where Unicode has none
# ids       its ideographic description; entity: its name in the witness or the source
# verdict   proposed: used only while the witness is at hand · accepted: used always · rejected: never
# witness   where it is known from, by siglum; evidence: how well
# note      your own words; comments are lost when the file is written again
"""
_HEAD_OF_EMENDATIONS = """\
# Corrections of single places. Written by `zhushu collate`; yours are verdict and note.
#
# page      the number of the page; offset: code points of the raw file before the place
# sic       what the page reads there; text: what should stand there, of the same length
# verdict   proposed: used only while the witness is at hand · accepted: used always · rejected: never
# witness   where it is known from, by siglum; evidence: how well
# note      your own words; comments are lost when the file is written again
"""


def load(folder: Path) -> Decisions:
    """An edition's folder → its decisions, in order; EditionError with every slip in the two files."""
    if (folder / FOLDER).exists() and not (folder / FOLDER).is_dir():
        raise EditionError(finding("R071", Place(FOLDER)))
    characters, problems = _read(folder, CHARACTERS, _CHARACTER_RULES)
    emendations, more = _read(folder, EMENDATIONS, _EMENDATION_RULES)
    if problems or more:
        raise EditionError(*toml.in_order(problems), *toml.in_order(more))
    return ordered(Decisions(tuple(_characters(characters)), tuple(_emendations(emendations))))


def dump(decisions: Decisions, pages: Iterable[Page] = ()) -> dict[str, str]:
    """Decisions, and the pages they are about → the name and text of each file in decisions/.

    `load` gives back the same decisions, in order. The pages serve to show the editor each place in its context.
    """
    decisions = ordered(decisions)
    texts = {page.n: page.source.text for page in pages}
    characters = (_written("character", _of_character(entry)) for entry in decisions.characters)
    emendations = (
        _context(entry, texts.get(entry.page, "")) + _written("emendation", _of_emendation(entry))
        for entry in decisions.emendations
    )
    return {
        CHARACTERS: "\n".join((_HEAD_OF_CHARACTERS, *characters)),
        EMENDATIONS: "\n".join((_HEAD_OF_EMENDATIONS, *emendations)),
    }


def merge(decided: Decisions, proposed: Decisions) -> Decisions:
    """What stands in decisions/, what a witness now proposes → both, in order; the editor's word stays.

    Entries that were accepted or rejected stay as they are. Entries that nobody has judged give way to the new
    proposals (a note on them is kept), and nothing is proposed where something is accepted or the same is rejected.
    """
    return ordered(
        Decisions(
            _merged_characters(decided.characters, proposed.characters),
            _merged_emendations(decided.emendations, proposed.emendations),
        )
    )


def ordered(decisions: Decisions) -> Decisions:
    """Decisions → the same, by code point, and by page and offset."""
    return Decisions(
        tuple(sorted(decisions.characters, key=lambda entry: (entry.code, entry.verdict, entry.text))),
        tuple(sorted(decisions.emendations, key=_order_of_emendation)),
    )


def _order_of_emendation(entry: Emendation) -> tuple[object, ...]:
    return natural(entry.page), entry.page, entry.offset, entry.verdict, entry.sic, entry.text


def _merged_characters(
    decided: tuple[CharacterDecision, ...], proposed: tuple[CharacterDecision, ...]
) -> tuple[CharacterDecision, ...]:
    judged = [entry for entry in decided if entry.verdict is not Verdict.PROPOSED]
    accepted = {entry.code for entry in judged if entry.verdict is Verdict.ACCEPTED}
    rejected = {(entry.code, entry.text) for entry in judged if entry.verdict is Verdict.REJECTED}
    notes = {(entry.code, entry.text): entry.note for entry in decided}
    new = (
        replace(entry, note=notes.get((entry.code, entry.text), "") or entry.note)
        for entry in proposed
        if entry.code not in accepted and (entry.code, entry.text) not in rejected
    )
    return (*judged, *new)


def _merged_emendations(decided: tuple[Emendation, ...], proposed: tuple[Emendation, ...]) -> tuple[Emendation, ...]:
    judged = [entry for entry in decided if entry.verdict is not Verdict.PROPOSED]
    accepted = {place for entry in judged if entry.verdict is Verdict.ACCEPTED for place in _places(entry)}
    rejected = {_correction(entry) for entry in judged if entry.verdict is Verdict.REJECTED}
    notes = {_correction(entry): entry.note for entry in decided}
    new = (
        replace(entry, note=notes.get(_correction(entry), "") or entry.note)
        for entry in proposed
        if accepted.isdisjoint(_places(entry)) and _correction(entry) not in rejected
    )
    return (*judged, *new)


def _places(entry: Emendation) -> list[tuple[str, int]]:
    return [(entry.page, entry.offset + i) for i in range(len(entry.sic))]


def _correction(entry: Emendation) -> tuple[str, int, str]:
    return entry.page, entry.offset, entry.text


def _read(folder: Path, name: str, rules: dict[str, Rule]) -> tuple[Document, tuple[Finding, ...]]:
    file = f"{FOLDER}/{name}"
    if not os.path.lexists(folder / file):
        return Document(file, {}, {}), ()
    document, problems = toml.read(folder / file, file)
    found = (*toml.check(document, rules), *_ordinary(document), *_no_texts(document), *_no_sigla(document))
    return document, (*problems, *found)


def _ordinary(document: Document) -> Iterator[Finding]:
    """Code points that mean something by themselves: to decide on them would change them wherever they stand."""
    for i, entry in _entries(document, "character"):
        code = _unspelt(entry["code"]) if isinstance(entry.get("code"), str) else ""
        if len(code) == 1 and (unicodedata.category(code)[0] not in "CS" or code.isspace()):
            yield finding("R060", document.place("character", i, "code"), character=spelt(code))


def _no_texts(document: Document) -> Iterator[Finding]:
    """Code points that no edition can hold, where an entry says what should stand in it."""
    for table in ("character", "emendation"):
        for i, entry in _entries(document, table):
            for key in ("text", "ids", "entity", "evidence"):
                value = entry.get(key)
                text = _unspelt(value) if isinstance(value, str) else ""
                wrong = next((c for c in text if unwritable(c) or (key == "text" and c.isspace())), None)
                if wrong is not None:
                    code = f"U+{ord(wrong):04X}"
                    yield finding("R061", document.place(table, i, key), key=key, character=code)


def _no_sigla(document: Document) -> Iterator[Finding]:
    """Witnesses that have a name of zhushu's own."""
    for table in ("character", "emendation"):
        for i, entry in _entries(document, table):
            siglum = entry.get("witness")
            if isinstance(siglum, str) and is_reserved(siglum):
                yield finding("R062", document.place(table, i, "witness"), value=siglum, owner="zhushu itself")


def _entries(document: Document, table: str) -> Iterator[tuple[int, dict[str, Any]]]:
    entries = document.data.get(table)
    for i, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict):
            yield i, entry


def _characters(document: Document) -> Iterator[CharacterDecision]:
    for i, entry in enumerate(document.data.get("character", ())):
        yield CharacterDecision(
            code=_unspelt(entry["code"]),
            text=_unspelt(entry.get("text", "")),
            ids=entry.get("ids"),
            entity=entry.get("entity"),
            line=document.place("character", i).line,
            **_shared(entry),
        )


def _emendations(document: Document) -> Iterator[Emendation]:
    for i, entry in enumerate(document.data.get("emendation", ())):
        yield Emendation(
            page=str(entry["page"]),
            offset=entry["offset"],
            sic=_unspelt(entry["sic"]),
            text=_unspelt(entry["text"]),
            line=document.place("emendation", i).line,
            **_shared(entry),
        )


def _shared(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        "verdict": Verdict(entry["verdict"]),
        "witness": entry.get("witness"),
        "evidence": entry.get("evidence", ""),
        "note": entry.get("note", ""),
    }


def _of_character(entry: CharacterDecision) -> dict[str, str | int | None]:
    code = f"U+{ord(entry.code):04X}"
    return {"code": code, "text": spelt(entry.text), "ids": entry.ids, "entity": entry.entity, **_of_shared(entry)}


def _of_emendation(entry: Emendation) -> dict[str, str | int | None]:
    sic, text = spelt(entry.sic), spelt(entry.text)
    return {"page": entry.page, "offset": entry.offset, "sic": sic, "text": text, **_of_shared(entry)}


def _of_shared(entry: CharacterDecision | Emendation) -> dict[str, str | int | None]:
    return {"verdict": entry.verdict, "witness": entry.witness, "evidence": entry.evidence, "note": entry.note}


def _written(table: str, entry: dict[str, str | int | None]) -> str:
    """The keys of an entry → its table in TOML; empty keys are left out."""
    lines = (
        f"{key} = {value if isinstance(value, int) else toml.quoted(value)}"
        for key, value in entry.items()
        if value is not None and value != ""
    )
    return "\n".join((f"[[{table}]]", *lines, ""))


def _context(entry: Emendation, text: str) -> str:
    """The place of an emendation between its neighbours, as a comment."""
    start, end = entry.offset, entry.offset + len(entry.sic)
    if not 0 <= start < end <= len(text):
        return ""
    before, after = text[max(0, start - _CONTEXT) : start], text[end : end + _CONTEXT]
    return f"# {_visible(before)}【{_visible(text[start:end])}】{_visible(after)}\n"


def _visible(text: str) -> str:
    """Line ends become / and what cannot be seen its code point."""
    lines = re.sub(r"[\r\n]+", "/", text)
    return "".join(f"<{ord(character):04X}>" if _unseen(character) else character for character in lines)


def _unseen(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cn", "Co", "Cs")


def spelt(text: str) -> str:
    """A text → itself, or its code points where not every character of it can be seen."""
    hidden = any(_unseen(character) or character.isspace() for character in text) or _CODE_POINTS.fullmatch(text)
    return " ".join(f"U+{ord(character):04X}" for character in text) if hidden else text


def _unspelt(text: str) -> str:
    if not _CODE_POINTS.fullmatch(text):
        return text
    return "".join(chr(int(code.removeprefix("U+"), 16)) for code in text.split(" "))
