"""What the stages left behind → report.json and report.html, the page an editor works from."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec

from zhushu.model import Finding
from zhushu.run import manifest, report_page
from zhushu.run.job import Target
from zhushu.run.manifest import Entry, Manifest
from zhushu.run.silences import is_silenced
from zhushu.run.stages import TEXT
from zhushu.run.survey import Survey


@dataclass(frozen=True, slots=True)
class Report:
    """What report.json holds. `survey` is None where the pages could never be read.

    `stages` are those that are in place, `failed` those whose last run changed nothing. `links` say where the web
    edition has a passage: it is not in report.json.
    """

    id: str
    survey: Survey | None
    findings: tuple[Finding, ...]
    silenced: tuple[Finding, ...]
    failed: tuple[str, ...]
    stages: dict[str, Entry]
    versions: dict[str, str]
    links: dict[str, str]

    @property
    def is_valid(self) -> bool:
        """Only a text that passes schema, rules, citation and the proof of losslessness is put in place (law 3)."""
        return TEXT.name in self.stages and TEXT.name not in self.failed


def write(target: Target, out: Path) -> None:
    """Target whose other stages are done → report.json and report.html in `out`."""
    report = report_of(target)
    (out / "report.json").write_text(as_json(report), "utf-8", newline="\n")
    (out / "report.html").write_text(report_page.page(report), "utf-8", newline="\n")


def report_of(target: Target) -> Report:
    """Manifest, survey and web edition of a target → its report."""
    said = manifest.load(target.manifest)
    survey = _survey(target.survey)
    silences = survey.silences if survey else {}
    findings = _findings(said)
    return Report(
        target.id,
        survey,
        tuple(found for found in findings if not is_silenced(found, silences)),
        tuple(found for found in findings if is_silenced(found, silences)),
        tuple(name for name in said.failures if name != "report"),
        {name: entry for name, entry in said.stages.items() if name != "report"},
        manifest.tools(),
        _links(target.output / "web"),
    )


def _survey(path: Path) -> Survey | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Survey)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def _findings(said: Manifest) -> list[Finding]:
    """Of each stage what its last run said: that of the failure, if it failed."""
    last = {name: entry.findings for name, entry in said.stages.items()} | said.failures
    return [found for name in sorted(last) if name != "report" for found in last[name]]


def _links(web: Path) -> dict[str, str]:
    """The folder of the web edition → the page of each passage, seen from the report."""
    pages = sorted(web.rglob("*.html")) if web.is_dir() else []
    links: dict[str, str] = {}
    for page in pages:
        address = f"../web/{page.relative_to(web).as_posix()}"
        for identifier in re.findall(r'\sid="(p[^"]+)"', page.read_text("utf-8")):
            links.setdefault(identifier, f"{address}#{identifier}")
    return links


def as_json(report: Report) -> str:
    """Report → report.json, with what is not known left out of places."""
    survey = asdict(report.survey) if report.survey else {}
    silences = survey.pop("silences", {})
    plain = {
        "id": report.id,
        "complete": not report.failed,
        "valid": report.is_valid,
        "failed": report.failed,
        **survey,
        "findings": [_plain(found) for found in report.findings],
        "silenced": [_plain(found) | {"reason": silences[found.code]} for found in report.silenced],
        "stages": {name: {"inputs": e.inputs, "outputs": e.outputs} for name, e in report.stages.items()},
        "versions": report.versions,
    }
    return json.dumps(plain, ensure_ascii=False, indent=1) + "\n"


def _plain(found: Finding) -> dict[str, object]:
    place = {name: value for name, value in asdict(found.place).items() if value is not None}
    return {**asdict(found), "place": place}
