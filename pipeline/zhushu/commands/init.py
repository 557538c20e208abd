"""zhushu init: a starter edition.toml."""

from __future__ import annotations

from pathlib import Path

import click

from zhushu.commands import _console


@click.command(short_help="Write a starter edition.toml for a folder of pages.")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("-q", "--quiet", is_flag=True, help="Say nothing if all is well.")
def command(folder: Path, quiet: bool) -> None:
    """Write an edition.toml into FOLDER, a folder of raw pages: what a build would assume, for you to correct.

    Beside it goes profile.toml, a first profile made from what stands at the openings of the notes. It is used if no
    profile of zhushu is made for a work of this title and it has voices that are sure.
    """
    import datetime

    from zhushu import files
    from zhushu.errors import RunError
    from zhushu.findings import finding
    from zhushu.model import Place
    from zhushu.read import edition
    from zhushu.read.starter import init
    from zhushu.segment.learn import FILE, learnt_profile

    path = folder / "edition.toml"
    if path.exists():
        raise RunError(finding("X012", Place(str(path)), path=path))
    with _console.errors_in_folder(folder):
        assumed = edition.assumed(folder).profile
        learnt, used = (None, False) if (folder / FILE).exists() else learnt_profile(folder)
        files.write(path, init(folder, datetime.date.today(), FILE if used else None).encode())
        if learnt is not None:
            files.write(folder / FILE, learnt.encode())
    if not quiet:
        if learnt is not None:
            other = f"not used: edition.toml names the profile {assumed}; compare them"
            words = "used by edition.toml" if used else other
            click.echo(f"{folder / FILE}: written; {words}")
        click.echo(f"{path}: written; correct it, then `zhushu build {folder}`")
