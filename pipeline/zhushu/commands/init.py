"""zhushu init: a starter edition.toml."""

from __future__ import annotations

from pathlib import Path

import click

from zhushu.commands import _console


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("-q", "--quiet", is_flag=True, help="Say nothing if all is well.")
def command(folder: Path, quiet: bool) -> None:
    """Write an edition.toml into FOLDER, a folder of raw pages: what a build would assume, for you to correct."""
    import datetime

    from zhushu import files
    from zhushu.errors import RunError
    from zhushu.findings import finding
    from zhushu.model import Place
    from zhushu.read.starter import init

    path = folder / "edition.toml"
    if path.exists():
        raise RunError(finding("X012", Place(str(path)), path=path))
    with _console.errors_in_folder(folder):
        files.write(path, init(folder, datetime.date.today()).encode())
    if not quiet:
        click.echo(f"{path}: written; correct it, then `zhushu build {folder}`")
