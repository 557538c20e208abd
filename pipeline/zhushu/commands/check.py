"""zhushu check: is a TEI file what the contract, or the TEI, asks for?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from zhushu.commands import _console

if TYPE_CHECKING:
    from zhushu.model import Finding

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(short_help="Validate TEI files: grammar, rules, citations.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=_FILE)
@click.option(
    "--against",
    type=click.Choice(["zhushu", "tei-all"]),
    default="zhushu",
    show_default=True,
    help="zhushu: the contract that outputs and clients rely on (docs/tei.md). tei-all: the TEI alone.",
)
@click.option("--format", "form", type=click.Choice(["text", "json", "sarif"]), default="text", show_default=True)
@click.option("--explain", is_flag=True, help="Ask a second, independent validator (xmlschema) for its reasons; slow.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing of files that are right.")
def command(
    files: tuple[Path, ...], against: Literal["zhushu", "tei-all"], form: str, explain: bool, quiet: bool
) -> None:
    """Validate TEI files: grammar, rules, citations.

    Exit code 1 if there is a finding of level error.
    """
    if explain and (against != "zhushu" or form == "sarif"):
        raise click.UsageError("--explain goes with --against zhushu, and with text or JSON")
    from zhushu.validate import validate

    results: dict[Path, tuple[Finding, ...]] = {}
    for file in files:
        results[file] = validate(file, against)
        if form == "text":
            _say(file, results[file], explain, quiet)
    if form == "json":
        _console.say_json({"files": [_record(file, findings, explain) for file, findings in results.items()]})
    elif form == "sarif":
        from zhushu.validate.sarif import log

        _console.say_json(log(found for findings in results.values() for found in findings))
    raise click.exceptions.Exit(max(_console.worst(findings) for findings in results.values()))


def _say(file: Path, findings: tuple[Finding, ...], explain: bool, quiet: bool) -> None:
    _console.show(findings)
    for path, reason in _reasons(file, explain):
        click.echo(f"{file}: xmlschema at {path}: {reason}", err=True)
    if not findings and not quiet:
        click.echo(f"{file}: valid")


def _record(file: Path, findings: tuple[Finding, ...], explain: bool) -> dict[str, object]:
    record: dict[str, object] = {"file": str(file), "findings": [_console.record(found) for found in findings]}
    if explain:
        record["xmlschema"] = [{"path": path, "reason": reason} for path, reason in _reasons(file, explain)]
    return record


def _reasons(file: Path, explain: bool) -> list[tuple[str, str]]:
    if not explain:
        return []
    from zhushu.validate.grammars import explain as by_xmlschema

    return by_xmlschema(file)
