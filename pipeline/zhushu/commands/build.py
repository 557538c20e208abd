"""zhushu build: editions → their outputs."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zhushu.commands import _console
from zhushu.model import Severity
from zhushu.run.stages import OUTPUTS

if TYPE_CHECKING:
    from zhushu.run.build import Built


def _outputs(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[str, ...]:
    """The value of --to, names with commas between them → the names."""
    if value is None:
        return OUTPUTS
    names = tuple(name.strip() for name in value.split(",") if name.strip())
    unknown = [name for name in names if name not in OUTPUTS]
    if unknown or not names:
        raise click.BadParameter(f"{', '.join(unknown) or 'nothing'} is not an output: choose from {','.join(OUTPUTS)}")
    return names


@click.command(short_help="Make editions: TEI, web, print, e-book, data.")
@click.argument("editions", metavar="EDITION...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default="output", show_default=True, help="Where outputs go."
)
@click.option(
    "--to", metavar="NAMES", callback=_outputs, help=f"Outputs to make, of {','.join(OUTPUTS)}; all if not given."
)
@click.option(
    "--witness", "witnesses", multiple=True, type=click.Path(exists=True, path_type=Path),
    help="Another copy of the text (beside those of edition.toml); may be repeated.",
)  # fmt: skip
@click.option("--encoding", metavar="NAME", help="Encoding of the raw pages, where it is not recognised.")
@click.option(
    "-j", "--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default="number of processors",
    help="Processes to work with.",
)  # fmt: skip
@click.option("--scheduler", metavar="ADDRESS", help="Work on the Dask cluster at this address (extra `scale`).")
@click.option("--force", is_flag=True, help="Make everything again, up to date or not.")
@click.option("-v", "--verbose", is_flag=True, help="Show notes too, and every finding.")
@click.option("-q", "--quiet", is_flag=True, help="Show only errors.")
@click.option("--json", "as_json", is_flag=True, help="Say the result as JSON on standard output.")
def command(
    editions: tuple[Path, ...],
    output: Path,
    to: tuple[str, ...],
    witnesses: tuple[Path, ...],
    encoding: str | None,
    jobs: int,
    scheduler: str | None,
    force: bool,
    verbose: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Make TEI, web, print, e-book and data from EDITION, a folder of raw pages (or a folder of such folders).

    Only what is not up to date is made again. Each edition gets a folder of its own in the output folder, with a
    report for its editor.
    """
    from zhushu.commands._progress import progress
    from zhushu.errors import ZhushuError
    from zhushu.run.build import Built, Request, build
    from zhushu.run.editions import editions as folders_of

    request = Request(output, to, witnesses, encoding, jobs, scheduler, force)
    try:
        found = folders_of(editions)
        with progress(silent=quiet or as_json) as watch:
            built = build([folder for below in found for folder in below.editions], request, watch)
    except ZhushuError as error:
        if as_json:
            _console.say_json([{"findings": [*map(_console.record, error.findings)], "exit_code": error.exit_code}])
            raise click.exceptions.Exit(error.exit_code) from error
        raise
    over = tuple(Built(below.named, findings=below.passed_over) for below in found if below.passed_over)
    built = (*built, *(replace(one, exit_code=_console.worst(one.findings)) for one in over))
    if as_json:
        _console.say_json([_record(edition) for edition in built])
    else:
        for edition in built:
            _say(edition, verbose, quiet)
    raise click.exceptions.Exit(next((edition.exit_code for edition in built if edition.exit_code), 0))


def _say(built: Built, verbose: bool, quiet: bool) -> None:
    """An edition → its findings, and one line on how it went."""
    shown = [found for found in built.findings if _is_shown(found.severity, verbose, quiet)]
    _console.show(shown, most=None if verbose else _console.FEW)
    if quiet:
        return
    counts = Counter(found.severity for found in built.findings)
    parts = [f"{counts[severity]} {severity}{'s' if counts[severity] > 1 else ''}" for severity in Severity]
    said = ", ".join(part for part, severity in zip(parts, Severity, strict=True) if counts[severity]) or "no findings"
    state = "not everything could be made" if built.exit_code else "complete"
    if "index" in built.steps:
        click.echo(f"{built.output}: index of the editions {state}" + (f"; {said}" if built.findings else ""))
        return
    where = f" ({_where_notes_are(built)})" if counts[Severity.NOTE] and not verbose else ""
    click.echo(f"{built.output or built.edition}: {state}; {said}{where}")


def _where_notes_are(built: Built) -> str:
    report = built.output / "report/report.html" if built.output else None
    return "notes: --verbose, or report/report.html" if report and report.is_file() else "notes: --verbose"


def _is_shown(severity: Severity, verbose: bool, quiet: bool) -> bool:
    return severity is Severity.ERROR or (not quiet and (verbose or severity is Severity.WARNING))


def _record(built: Built) -> dict[str, object]:
    return {
        "edition": str(built.edition),
        "output": str(built.output) if built.output else None,
        "stages": {name: str(step) for name, step in built.steps.items()},
        "findings": [_console.record(found) for found in built.findings],
        "exit_code": built.exit_code,
    }
