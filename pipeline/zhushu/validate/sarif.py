"""Findings → a SARIF 2.1.0 log, which editors and code hosts show at the lines of a file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from zhushu import __version__
from zhushu.findings import catalogue
from zhushu.model import Finding, Place


def log(findings: Iterable[Finding]) -> dict[str, object]:
    """Findings → the log as plain data, with the rules that they name."""
    found = list(findings)
    codes = sorted({one.code for one in found})
    driver = {
        "name": "zhushu",
        "version": __version__,
        "rules": [_rule(code) for code in codes],
    }
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(one, codes.index(one.code)) for one in found],
            }
        ],
    }


def _rule(code: str) -> dict[str, object]:
    entry = catalogue()[code]
    return {
        "id": code,
        "shortDescription": {"text": entry.hint},
        "fullDescription": {"text": entry.about},
        "defaultConfiguration": {"level": str(entry.severity)},
    }


def _result(found: Finding, rule: int) -> dict[str, object]:
    return {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": str(found.severity),
        "message": {"text": f"{found.message} {found.hint}"},
        "locations": [_location(found.place)],
    }


def _location(place: Place) -> dict[str, object]:
    physical: dict[str, object] = {"artifactLocation": {"uri": _uri(place.file)}}
    if place.line:
        physical["region"] = {"startLine": place.line}
    location: dict[str, object] = {"physicalLocation": physical}
    if place.xpath:
        location["logicalLocations"] = [{"fullyQualifiedName": place.xpath, "kind": "element"}]
    return location


def _uri(file: str) -> str:
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
