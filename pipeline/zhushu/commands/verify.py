"""zhushu verify: does a TEI file give its raw pages back?"""

from __future__ import annotations

from pathlib import Path

import click

from zhushu.commands import _console

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_RAW = click.Path(exists=True, path_type=Path)


@click.command(short_help="Prove that a TEI file gives its raw pages back.")
@click.argument("tei", type=_FILE)
@click.argument("raws", metavar="RAW...", nargs=-1, required=True, type=_RAW)
@click.option("-q", "--quiet", is_flag=True, help="Say nothing if all is well.")
@click.option("--json", "as_json", is_flag=True, help="Say the result as JSON on standard output.")
def command(tei: Path, raws: tuple[Path, ...], quiet: bool, as_json: bool) -> None:
    """Rebuild the characters of each raw page from the TEI file alone, and compare.

    RAW are all the raw files the TEI file was made from, or the folder of the edition.
    """
    from zhushu.validate.verify import verify

    findings = verify(tei, list(raws))
    if as_json:
        _console.say_json({"tei": str(tei), "findings": [_console.record(found) for found in findings]})
    else:
        _console.show(findings)
        if not findings and not quiet:
            click.echo(f"{tei}: gives its raw files back, code point for code point")
    raise click.exceptions.Exit(_console.worst(findings))
