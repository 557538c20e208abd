"""Findings → those to show, where edition.toml silences some of them and says why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from zhushu.findings import finding
from zhushu.model import EditionInfo, Finding, Place, Severity
from zhushu.run.job import Target

# Findings of these families come from outputs, which not every build makes.
_OUTPUT_FAMILIES = ("P", "D")


def applied(findings: Iterable[Finding], info: EditionInfo, target: Target, complete: bool) -> tuple[Finding, ...]:
    """Findings → those that no silence hides, and a finding on each silence that hides nothing.

    `complete` is true where every output was made, so that one that hides nothing now has nothing to hide.
    """
    said = tuple(findings)
    shown = tuple(found for found in said if not is_silenced(found, info.silences))
    hidden = {found.code for found in said} - {found.code for found in shown}
    return (*shown, *_useless(info.silences, hidden, target, complete))


def is_silenced(found: Finding, silences: dict[str, str]) -> bool:
    """Errors cannot be silenced: something is missing because of them."""
    return found.code in silences and found.severity is not Severity.ERROR


def _useless(silences: dict[str, str], hidden: set[str], target: Target, complete: bool) -> Iterator[Finding]:
    for code in silences:
        if code not in hidden and (complete or code[0] not in _OUTPUT_FAMILIES):
            yield finding("X007", _place(code, target), silenced=code)


def _place(code: str, target: Target) -> Place:
    """Where edition.toml names the code."""
    path = target.edition / "edition.toml"
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    for number, line in enumerate(lines, start=1):
        if f'"{code}"' in line or f"'{code}'" in line:
            return Place(str(path), number)
    return Place(str(path))
