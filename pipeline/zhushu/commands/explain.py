"""zhushu explain: a code → what it means and what to do."""

from __future__ import annotations

import difflib

import click

from zhushu.commands import _console


@click.command(short_help="Explain a finding, or list all.")
@click.argument("code", required=False)
@click.option("--json", "as_json", is_flag=True, help="Say the result as JSON on standard output.")
def command(code: str | None, as_json: bool) -> None:
    """Explain the finding CODE (as in `zhushu explain S012`), or list all codes."""
    from zhushu.findings import catalogue

    entries = catalogue()
    if code is None:
        _list(as_json)
        return
    entry = entries.get(code.upper())
    if entry is None:
        near = difflib.get_close_matches(code.upper(), entries, n=3)
        suggestion = f"did you mean {' or '.join(near)}? " if near else ""
        raise click.BadParameter(f"there is no finding {code}; {suggestion}`zhushu explain` lists them all")
    fields = {
        "code": code.upper(),
        "severity": str(entry.severity),
        "message": entry.message,
        "hint": entry.hint,
        "about": entry.about,
        "example": entry.example,
    }
    if as_json:
        _console.say_json(fields)
        return
    click.echo(f"{_console.styled(code.upper(), bold=True)} ({entry.severity}): {entry.message}\n")
    click.echo(click.wrap_text(entry.about, width=88, preserve_paragraphs=True))
    click.echo(f"\nWhat to do: {entry.hint}\n\nExample:\n  {entry.example}")


def _list(as_json: bool) -> None:
    from zhushu.findings import FAMILIES, catalogue

    entries = catalogue()
    if as_json:
        _console.say_json({code: {"severity": str(e.severity), "message": e.message} for code, e in entries.items()})
        return
    for letter, family in FAMILIES.items():
        click.echo(_console.styled(f"{letter}: {family}", bold=True))
        for code, entry in entries.items():
            if code.startswith(letter):
                click.echo(f"  {code} {entry.severity:<7}  {entry.message}")
