"""An edition and the witnesses it names, or the command line names → its pages, collated."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from zhushu.collate import restore, script, witness
from zhushu.collate.collation import Collation, collation
from zhushu.collate.restore import Restorer
from zhushu.collate.witness import WitnessText
from zhushu.findings import finding
from zhushu.model import Decisions, EditionInfo, Finding, PageText, Place, Verdict, Witness
from zhushu.read import decisions as files
from zhushu.read.names import is_reserved
from zhushu.segment.profile import Profile

TEXT, BASE = "text", "base"  # roles of a witness
_UNDESCRIBED = "（編者校勘所引，未著錄）"


@dataclass(frozen=True, slots=True)
class Witnesses:
    """The witnesses at hand, by role, in the order of their authority; `entries` are all that the edition names."""

    entries: tuple[Witness, ...]
    texts: tuple[WitnessText, ...]
    bases: tuple[WitnessText, ...]
    findings: tuple[Finding, ...]


def collate_edition(
    folder: Path,
    info: EditionInfo,
    texts: Iterable[PageText],
    decisions: Decisions,
    profile: Profile,
    paths: Iterable[Path] = (),
) -> tuple[EditionInfo, Collation]:
    """An edition and its segmented pages, further witnesses → the edition with all its witnesses, the collation."""
    found = witnesses(folder, info, paths)
    known = script.load(folder)
    collated = collation(
        tuple(texts),
        decisions,
        profile,
        found.texts,
        restorer(folder),
        known,
        found.bases,
        traditional=info.language.endswith("Hant"),
    )
    undeclared = _undeclared(found.entries, decisions)
    entries = tuple(Witness(siglum, None, "", TEXT, _UNDESCRIBED) for siglum in undeclared)
    about = tuple(finding("C019", place, witness=siglum) for siglum, place in undeclared.items())
    named = replace(info, witnesses=found.entries + entries)
    return named, replace(collated, findings=found.findings + about + collated.findings)


def _undeclared(entries: Iterable[Witness], decisions: Decisions) -> dict[str, Place]:
    """The sigla that accepted decisions name and nothing declares, each with the first place that does."""
    declared = {entry.siglum for entry in entries}
    undeclared: dict[str, Place] = {}
    for file, decided in ((files.CHARACTERS, decisions.characters), (files.EMENDATIONS, decisions.emendations)):
        for one in decided:
            if one.witness and one.witness not in declared and one.verdict is Verdict.ACCEPTED:
                undeclared.setdefault(one.witness, Place(f"{files.FOLDER}/{file}", one.line))
    return undeclared


def restorer(folder: Path) -> Restorer:
    """An edition → its restorer, with the model of `zhushu train` if there is one, and with decisions/script.toml."""
    known = script.load(folder)
    path = folder / restore.FILE
    model = restore.load(path) if os.path.lexists(path) else None
    return Restorer(model, known.characters, known.words)


def witnesses(folder: Path, info: EditionInfo, paths: Iterable[Path] = ()) -> Witnesses:
    """What edition.toml names and has a path for, then what the command line names → the witnesses, read.

    A path of the command line that turns out to be a witness edition.toml names without a path is that witness.
    """
    declared = {entry.siglum: entry for entry in info.witnesses}
    read: list[tuple[Witness, WitnessText]] = []
    findings: list[Finding] = []
    for entry in info.witnesses:
        if entry.path:
            text, about = witness.load(entry, folder)
            read.append((entry, text))
            findings += about
    for path in paths:
        text, about = witness.load(witness.named(path.absolute()), Path())
        if is_reserved(text.siglum):
            text = _renamed(text, f"{text.siglum}-witness")
        entry = declared.get(text.siglum) or Witness(text.siglum, None, "", TEXT, text.title or path.name)
        text = _apart(text, {one.siglum for one, _ in read})
        declared.setdefault(text.siglum, replace(entry, siglum=text.siglum))
        read.append((declared[text.siglum], text))
        findings += about
    texts = tuple(text for entry, text in read if entry.role != BASE)
    bases = tuple(text for entry, text in read if entry.role == BASE)
    return Witnesses(tuple(declared.values()), texts, bases, tuple(findings))


def _apart(text: WitnessText, taken: set[str]) -> WitnessText:
    """A second witness of one siglum (two works of one printing) → with a siglum of its own."""
    if text.siglum not in taken:
        return text
    number = next(n for n in range(2, len(taken) + 3) if f"{text.siglum}{n}" not in taken)
    return _renamed(text, f"{text.siglum}{number}")


def _renamed(text: WitnessText, siglum: str) -> WitnessText:
    return replace(text, siglum=siglum, breaks=tuple(replace(mark, siglum=siglum) for mark in text.breaks))
