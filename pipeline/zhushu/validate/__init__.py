"""TEI → findings: is it well-formed, is it what zhushu's contract asks for and what the TEI asks for, can it be cited?

`validate` is the whole of it. Schemas and rules are compiled on first use and kept for the life of the process.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Literal

from zhushu.findings import finding
from zhushu.model import Finding, Place
from zhushu.validate import citations, document, grammars, rules
from zhushu.validate.document import Document
from zhushu.validate.odd.grammar import TEI

Schema = Literal["zhushu", "tei-all"]

# Constraints on citeStructure that must hold before its expressions are evaluated: they allow no function calls.
_CITATION_SHAPE = {"V010", "V011", "V072", "V073", "V074", "V075"}
_SHOWN = 100


def validate(tei: Path, against: Schema = "zhushu") -> tuple[Finding, ...]:
    """A TEI file → all that is wrong with it; no finding of level error means that it may be put in place."""
    read, findings = document.read(tei)
    if read is None:
        return findings
    if not str(read.root.tag).startswith(f"{{{TEI}}}"):
        return (finding("V005", read.place(read.root), name=str(read.root.tag)),)
    found = _tei(read) if against == "tei-all" else _contract(read)
    return _shortened([*document.repeated_identifiers(read), *found], str(tei))


def _tei(read: Document) -> list[Finding]:
    parsed, refused = rules.parsed(read)
    return [*grammars.tei_all(read), *(rules.tei(parsed) if parsed else refused)]


def _contract(read: Document) -> list[Finding]:
    """Our grammar, then TEI All's as the second gate; our rules and the TEI's; citations, where it is safe to try."""
    found = list(grammars.contract(read) or grammars.tei_all(read))
    parsed, refused = rules.parsed(read)
    if parsed is None:
        return [*found, *refused]
    found += rules.contract(parsed)
    found += rules.tei(parsed)
    if not _CITATION_SHAPE & {one.code for one in found}:
        found += citations.check(parsed)
    return found


def _shortened(findings: list[Finding], file: str) -> tuple[Finding, ...]:
    """At most a hundred places of each code: a fault of a program repeats on every page."""
    counts: Counter[str] = Counter()
    shown = []
    for one in findings:
        counts[one.code] += 1
        if counts[one.code] <= _SHOWN:
            shown.append(one)
    crowded = [(code, count - _SHOWN) for code, count in counts.items() if count > _SHOWN]
    return (*shown, *(finding("V009", Place(file), count=count, which=code) for code, count in crowded))
