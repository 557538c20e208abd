"""What the commands have in common: how findings are shown, as text and as JSON."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from zhushu.model import Finding, Severity

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
FEW = 10  # of one code; the report has them all


def show(findings: Iterable[Finding], most: int | None = None) -> None:
    """Findings → lines on standard error, `most` of each code."""
    shown: Counter[str] = Counter()
    for found in findings:
        shown[found.code] += 1
        if most is None or shown[found.code] <= most:
            click.echo(line(found), err=True)
    for code, count in shown.items():
        if most is not None and count > most:
            click.echo(f"… and {count - most} more of {code} (--verbose shows them)", err=True)


def in_folder(findings: Iterable[Finding], edition: Path) -> tuple[Finding, ...]:
    """Findings that name files as from an edition's folder → the same with paths as the user named them."""
    from zhushu.run.job import STATE, Target
    from zhushu.run.places import named

    target = Target("", edition, edition / STATE)
    return tuple(named(found, target) for found in findings)


@contextmanager
def errors_in_folder(edition: Path) -> Iterator[None]:
    """What ends a command that works on one edition names files as the user does."""
    from zhushu.errors import ZhushuError

    try:
        yield
    except ZhushuError as error:
        raise type(error)(*in_folder(error.findings, edition)) from error


def line(found: Finding) -> str:
    """`file:line: S012 warning: message — hint`, where the place is known so well."""
    place = found.place
    where = ":".join(str(part) for part in (place.file, place.line) if part not in ("", None))
    exact = place.xpath or (f"offset {place.offset}" if place.offset is not None else "")
    severity = styled(found.severity, fg=_COLOURS[found.severity], bold=found.severity is Severity.ERROR)
    exactly = f" ({exact})" if exact else ""
    return f"{where}: {found.code} {severity}: {found.message}{exactly} — {found.hint}"


def styled(text: str, fg: str | None = None, bold: bool = False) -> str:
    """Text → the same in colour, for those who want it; `click.echo` takes it off where there is no terminal."""
    return text if os.environ.get("NO_COLOR") else click.style(text, fg=fg, bold=bold)


def record(found: Finding) -> dict[str, object]:
    """Finding → plain data, without what is not known."""
    place = {
        "file": found.place.file,
        "line": found.place.line,
        "offset": found.place.offset,
        "xpath": found.place.xpath,
    }
    return {
        "code": found.code,
        "severity": str(found.severity),
        "message": found.message,
        "hint": found.hint,
        "place": {name: value for name, value in place.items() if value is not None},
    }


def say_json(value: object) -> None:
    """Plain data → JSON on standard output, in ASCII where that is not in a Unicode encoding."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    click.echo(json.dumps(value, ensure_ascii=not unicode, indent=2))


def worst(findings: Iterable[Finding]) -> int:
    """Findings → exit code: 1 if one is an error."""
    return int(any(found.severity is Severity.ERROR for found in findings))
