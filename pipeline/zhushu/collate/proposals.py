"""What witnesses propose → the files of decisions/, with the editor's word kept, and what has changed in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from zhushu.collate import script
from zhushu.collate.characters import name
from zhushu.collate.collation import Collation
from zhushu.collate.script import Script
from zhushu.findings import finding
from zhushu.model import CharacterDecision, Decisions, Emendation, Finding, PageText, Place, Verdict
from zhushu.read import decisions as files

Entry = CharacterDecision | Emendation


@dataclass(frozen=True, slots=True)
class Changes:
    """Entries of one file, by what became of them."""

    file: str
    new: int = 0
    changed: int = 0
    dropped: int = 0
    kept: int = 0

    def __str__(self) -> str:
        return f"{self.file}: {self.new} new, {self.changed} changed, {self.dropped} dropped, {self.kept} as before"


@dataclass(frozen=True, slots=True)
class Proposed:
    """The files of decisions/ by their name in the edition, what changed, where the witnesses contradict the editor."""

    files: dict[str, str]
    changes: tuple[Changes, ...]
    findings: tuple[Finding, ...]


def propose(
    texts: Iterable[PageText], decided: Decisions, known: Script, collation: Collation, accept: bool = False
) -> Proposed:
    """The pages, what decisions/ holds, what the collation proposes → what decisions/ should hold."""
    proposals = _judged(collation.proposals) if accept else collation.proposals
    merged = files.merge(decided, proposals)
    contents = files.dump(merged, [text.page for text in texts])
    written = {f"{files.FOLDER}/{name}": content for name, content in contents.items()}
    written[script.FILE] = script.dump(collation.script)
    changes = (
        _changes(f"{files.FOLDER}/{files.CHARACTERS}", decided.characters, merged.characters),
        _changes(f"{files.FOLDER}/{files.EMENDATIONS}", decided.emendations, merged.emendations),
        _of_script(known, collation.script),
    )
    return Proposed(written, changes, tuple(_contradictions(decided, proposals)))


def has_entries(content: str) -> bool:
    """Does a file of decisions/ say anything beside its comments?"""
    return any(line.startswith(("[[", '"')) for line in content.splitlines())


def _judged(proposals: Decisions) -> Decisions:
    return Decisions(
        tuple(replace(entry, verdict=Verdict.ACCEPTED) for entry in proposals.characters),
        tuple(replace(entry, verdict=Verdict.ACCEPTED) for entry in proposals.emendations),
    )


def _key(entry: Entry) -> tuple[object, ...]:
    if isinstance(entry, Emendation):
        return entry.page, entry.offset, entry.verdict is Verdict.REJECTED and entry.text
    return entry.code, entry.verdict is Verdict.REJECTED and entry.text


def _changes(file: str, before: Iterable[Entry], after: Iterable[Entry]) -> Changes:
    old, new = {_key(entry): entry for entry in before}, {_key(entry): entry for entry in after}
    both = old.keys() & new.keys()
    changed = sum(old[key] != new[key] for key in both)
    return Changes(file, len(new.keys() - old.keys()), changed, len(old.keys() - new.keys()), len(both) - changed)


def _of_script(before: Script, after: Script) -> Changes:
    old, new = before.characters, after.characters
    both = old.keys() & new.keys()
    changed = sum(dict(old[key]) != dict(new[key]) for key in both)
    return Changes(
        script.FILE, len(new.keys() - old.keys()), changed, len(old.keys() - new.keys()), len(both) - changed
    )


def _contradictions(decided: Decisions, proposals: Decisions) -> Iterator[Finding]:
    """Where the editor has accepted one thing and the witness now says another."""
    characters = {entry.code: entry for entry in decided.characters if entry.verdict is Verdict.ACCEPTED}
    for proposal in proposals.characters:
        ours = characters.get(proposal.code)
        if ours and _said(ours) != _said(proposal):
            where = Place(f"{files.FOLDER}/{files.CHARACTERS}", ours.line)
            yield finding(
                "C050",
                where,
                what=name(proposal.code),
                ours=_said(ours),
                theirs=_said(proposal),
                witness=proposal.witness,
            )
    places = {(entry.page, entry.offset): entry for entry in decided.emendations if entry.verdict is Verdict.ACCEPTED}
    for correction in proposals.emendations:
        accepted = places.get((correction.page, correction.offset))
        if accepted and accepted.text != correction.text:
            where = Place(f"{files.FOLDER}/{files.EMENDATIONS}", accepted.line, accepted.offset)
            what = f"page {correction.page}, offset {correction.offset}"
            yield finding(
                "C050", where, what=what, ours=accepted.text, theirs=correction.text, witness=correction.witness
            )


def _said(entry: CharacterDecision) -> str:
    return entry.text or (f"&{entry.entity};" if entry.entity else entry.ids or "")
