"""zhushu export: the TEI as tools that want another shape of it read it."""

from __future__ import annotations

from pathlib import Path

import click

from zhushu import resources

FORMATS = sorted(path.stem for path in resources.stylesheet("export").glob("*.xsl"))


@click.command(short_help="Turn the TEI into that of another tradition or tool.")
@click.argument("tei", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--as", "name", type=click.Choice(FORMATS), required=True, help="The shape; docs/reference.md explains.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file; else standard output.")
def command(tei: Path, name: str, output: Path | None) -> None:
    """Turn a TEI file of zhushu into the TEI of another tradition or tool, or into a source for print.

    A file that exists already is left as it is: it may be the text of record.
    """
    import os
    import sys
    import tempfile

    from zhushu import files, saxon
    from zhushu.errors import PublishingError, RunError, TeiError
    from zhushu.findings import finding
    from zhushu.model import Place
    from zhushu.validate.document import read_tei

    if output and os.path.lexists(output):
        raise RunError(finding("X012", Place(str(output)), path=output))
    document, unread = read_tei(tei)  # Saxon would print what it cannot read, and fetch what a document type names
    if document is None:
        raise TeiError(*unread)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "export.xml")
        try:
            saxon.transform(resources.stylesheet(f"export/{name}.xsl"), tei, made)
        except saxon.StylesheetError as error:
            found = finding("X014", Place(str(tei)), stage=f"export --as {name}", error=str(error).strip())
            raise PublishingError(found) from error
        content = made.read_bytes()
    if output:
        files.write(output, content)
    else:
        sys.stdout.buffer.write(content)
