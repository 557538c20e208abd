"""zhushu collate: what witnesses say of an edition → proposals in its decisions/."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(short_help="Compare an edition with witnesses; propose decisions.")
@click.argument("edition", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--witness", "witnesses", multiple=True, type=click.Path(exists=True, path_type=Path),
    help="Another copy of the text (beside those of edition.toml); may be repeated, the best first.",
)  # fmt: skip
@click.option("--encoding", metavar="NAME", help="Encoding of the raw pages, where it is not recognised.")
@click.option("--accept", is_flag=True, help="Write the proposals as accepted: you have looked at the witness.")
@click.option("--dry-run", is_flag=True, help="Say what would change, and write nothing.")
@click.option("-v", "--verbose", is_flag=True, help="Show notes too, and every finding.")
@click.option("-q", "--quiet", is_flag=True, help="Show only errors.")
def command(
    edition: Path,
    witnesses: tuple[Path, ...],
    encoding: str | None,
    accept: bool,
    dry_run: bool,
    verbose: bool,
    quiet: bool,
) -> None:
    """Compare the pages of EDITION with witnesses, and write what they say into EDITION/decisions/.

    Private-use characters go to characters.toml, corrections to emendations.toml, what characters stand for in
    traditional script to script.toml. Each proposal waits there for a verdict; a verdict is never changed.
    """
    from zhushu import files
    from zhushu.collate import script
    from zhushu.collate.edition import collate_edition
    from zhushu.collate.proposals import has_entries, propose
    from zhushu.commands import _console
    from zhushu.model import Severity
    from zhushu.read import decisions
    from zhushu.read import edition as editions
    from zhushu.read.pages import pages
    from zhushu.segment import profile, segment_pages

    with _console.errors_in_folder(edition):
        info, _ = editions.load(edition)
        if not witnesses and not any(entry.path for entry in info.witnesses):
            raise click.UsageError(f"{edition} names no witness with a path: give one with --witness")
        if encoding:
            from dataclasses import replace

            info = replace(info, encoding=encoding)
        decided, known = decisions.load(edition), script.load(edition)
        habits = profile.load(info.profile, edition)
        texts, _ = segment_pages(pages(edition, info)[0], habits)
        _, collated = collate_edition(edition, info, texts, decided, habits, witnesses)
        proposed = propose(texts, decided, known, collated, accept)
    findings = _console.in_folder(collated.findings + proposed.findings, edition)
    shown = {Severity.ERROR} if quiet else set(Severity) if verbose else {Severity.ERROR, Severity.WARNING}
    _console.show([one for one in findings if one.severity in shown], most=None if verbose else _console.FEW)
    if not dry_run:
        for name, content in proposed.files.items():
            if has_entries(content) or (edition / name).exists():
                files.write(edition / name, content.encode("utf-8"))
    if not quiet:
        for changes in proposed.changes:
            click.echo(str(changes))
        if not dry_run:
            verdicts = "accepted as proposed" if accept else "set the verdict of each entry, accepted or rejected"
            click.echo(f"Next: look at {edition / decisions.FOLDER} ({verdicts}), then zhushu build {edition}")
    raise click.exceptions.Exit(_console.worst(findings))
