"""The catalogue of findings: one TOML file per family holds wording and explanation of every code.

An entry: `[S012]`, `severity`, `message` (what is wrong, with {fields}), `hint` (what to do), `about` (a
paragraph for `zhushu explain`), `example`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from zhushu import resources
from zhushu.model import Finding, Place, Severity

FAMILIES = {
    "R": "reading",
    "S": "segmentation",
    "C": "collation",
    "T": "tei",
    "V": "validation",
    "P": "publishing",
    "D": "deposit",
    "X": "run",
}


@dataclass(frozen=True, slots=True)
class Entry:
    severity: Severity
    message: str
    hint: str
    about: str
    example: str


@cache
def catalogue() -> dict[str, Entry]:
    """Every code of every family → its entry."""
    entries: dict[str, Entry] = {}
    for family in FAMILIES.values():
        path = resources.package(f"findings/{family}.toml")
        for code, table in tomllib.loads(path.read_text("utf-8")).items():
            entries[code] = Entry(Severity(table.pop("severity")), **table)
    return entries


def finding(code: str, place: Place, **fields: object) -> Finding:
    """A code, a place and the fields its wording names → the finding."""
    entry = catalogue()[code]
    return Finding(code, entry.severity, entry.message.format(**fields), entry.hint.format(**fields), place)
