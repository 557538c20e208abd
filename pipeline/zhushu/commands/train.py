"""zhushu train: texts in traditional script → the model that restores the script of an edition."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(short_help="Learn from texts how an edition was written.")
@click.argument("edition", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("texts", metavar="TEXT...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("-q", "--quiet", is_flag=True, help="Say nothing if all is well.")
def command(edition: Path, texts: tuple[Path, ...], quiet: bool) -> None:
    """Learn from each TEXT how EDITION was written before it was simplified, and keep that beside the edition.

    Name texts near to the edition: of the same author, series, or classic; first the one whose spelling is nearest.
    What is learnt holds counts of pairs of characters, and is kept in restorer.msgpack in the edition's folder.
    """
    from zhushu import files
    from zhushu.collate import restore
    from zhushu.collate.training import model_of
    from zhushu.commands import _console
    from zhushu.read import decisions
    from zhushu.read import edition as editions
    from zhushu.read.pages import pages
    from zhushu.segment import profile, segment_pages

    with _console.errors_in_folder(edition):
        info, _ = editions.load(edition)
        segmented, _ = segment_pages(pages(edition, info)[0], profile.load(info.profile, edition))
        model, names = model_of(texts, info, segmented, decisions.load(edition))
    files.write(edition / restore.FILE, restore.save(model))
    if not quiet:
        for name, weight in zip(names, model.weights, strict=True):
            click.echo(f"{name}: weighs {weight:.2f}")
        click.echo(f"{edition / restore.FILE}: written; `zhushu build {edition}` uses it")
