"""TEI → findings: is it well-formed, is it what zhushu's contract asks for and what the TEI asks for, can it be cited?

`validate` is the whole of it. Schemas and rules are compiled on first use and kept for the life of the process.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from zhushu.model import Finding
from zhushu.validate import citations, document, grammars, rules
from zhushu.validate.document import Document, Flaw
from zhushu.validate.rules import Parsed

Schema = Literal["zhushu", "tei-all"]

# Constraints on citeStructure that must hold before its expressions are evaluated: they allow no function calls.
_CITATION_SHAPE = {"V010", "V011", "V072", "V073", "V074", "V075"}


def validate(tei: Path, against: Schema = "zhushu") -> tuple[Finding, ...]:
    """A TEI file → all that is wrong with it; no finding of level error means that it may be put in place."""
    read, findings = document.read_tei(tei)
    if read is None:
        return findings
    found = _tei(read) if against == "tei-all" else _contract(read)
    return document.shown(read, (*document.repeated_identifiers(read), *found))


def _tei(read: Document) -> Iterator[Flaw]:
    yield from grammars.tei_all(read)
    parsed = rules.parsed(read)
    yield from rules.tei(parsed) if isinstance(parsed, Parsed) else [parsed]


def _contract(read: Document) -> Iterator[Flaw]:
    """Our grammar, then TEI All's as the second gate; our rules and the TEI's; citations, where it is safe to try."""
    yield from grammars.contract(read) or grammars.tei_all(read)
    parsed = rules.parsed(read)
    if not isinstance(parsed, Parsed):
        yield parsed
        return
    ours = rules.contract(parsed)
    yield from ours
    yield from rules.tei(parsed)
    if not _CITATION_SHAPE & {flaw.code for flaw in ours}:
        yield from citations.check(parsed)
