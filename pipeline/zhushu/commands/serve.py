"""zhushu serve: an output folder in the browser of this machine."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from os import PathLike
from pathlib import Path

import click


def _editions(output: Path) -> bytes | None:
    """An output folder → a page with a link to each edition in it, None where there are none."""
    import html
    from urllib.parse import quote

    names = [path.relative_to(output).as_posix() for path in sorted(output.glob("*/web/index.html"))]
    items = "".join(f'<li><a href="{quote(name)}">{html.escape(name.split("/")[0])}</a></li>' for name in names)
    head = '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>zhushu</title><h1>Editions</h1>'
    return f"{head}<ul>{items}</ul></html>\n".encode() if items else None


@click.command(short_help="Show an output folder in the browser of this machine.")
@click.argument("output", default="output", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("-p", "--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option("-q", "--quiet", is_flag=True, help="Do not say what is asked for.")
def command(output: Path, port: int, quiet: bool) -> None:
    """Show the folder OUTPUT at an address that only this machine can reach, until Ctrl-C."""
    from http import HTTPStatus
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    from zhushu.errors import RunError
    from zhushu.findings import finding
    from zhushu.model import Place

    class Handler(SimpleHTTPRequestHandler):
        extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".xml": "application/xml; charset=utf-8"}  # noqa: RUF012 (the base class's own shape)

        def list_directory(self, path: str | PathLike[str]) -> BytesIO | None:
            """The output folder itself, where no build has made an index for it: its editions, by their names."""
            page = _editions(Path(path)) if Path(path).resolve() == output.resolve() else None
            if page is None:
                return super().list_directory(path)
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            return BytesIO(page)

        def log_message(self, format: str, *args: object) -> None:
            if not quiet:
                click.echo(format % args, err=True)

    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(output)))
    except OSError as error:
        address = f"localhost:{port}"
        raise RunError(finding("X013", Place(address), address=address, reason=error.strerror)) from error
    with server:
        click.echo(f"{output}: http://localhost:{server.server_port}/ (Ctrl-C to stop)")
        server.serve_forever()
