"""TEI → <id>.epub and <id>-vertical.epub: EPUB 3, from the files that xslt/epub/epub.xsl makes."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from zhushu import files, fonts, resources, saxon
from zhushu.errors import PublishingError
from zhushu.findings import finding
from zhushu.model import Finding, Place
from zhushu.publish import Options, Texts
from zhushu.publish.settings import SettingsError, checked

NAME = "epub"

Writing = Literal["horizontal", "vertical"]

_CONTAINER = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[epub] of edition.toml. `writing`: which books are made; `notes`: small in the line, or popup footnotes."""

    writing: tuple[Writing, ...] = ("horizontal", "vertical")
    notes: Literal["inline", "popup"] = "inline"
    text: Literal["reading", "record"] = "reading"


def publish(texts: Texts, out: Path, options: Options) -> tuple[Finding, ...]:
    """The TEI files of an edition → its e-books in the folder `out`."""
    chosen = settings(options)
    tei = texts.hant if texts.hant is not None and chosen.text == "reading" else texts.record
    names = {"horizontal": f"{options.id}.epub", "vertical": f"{options.id}-vertical.epub"}
    embedded = rare_fonts(tei)
    for writing in chosen.writing:
        files.write(out / names[writing], book(tei, writing, chosen.notes, embedded))
    return ()


def settings(options: Options) -> Settings:
    """The [epub] table → settings, checked."""
    try:
        return checked(options.epub, Settings, "epub", options.lines)
    except SettingsError as error:
        raise PublishingError(finding("P401", error.place, problem=error.problem)) from error


def book(tei: Path, writing: Writing, notes: str, embedded: Mapping[str, tuple[bytes, str]]) -> bytes:
    """TEI → an EPUB. `embedded`: name of a font file → its content and the characters it is for, as CSS names them."""
    parts: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder, "package.opf")
        try:
            saxon.transform(
                resources.stylesheet("epub/epub.xsl"),
                tei,
                package,
                writing=writing,
                notes=notes,
                fonts="|".join(sorted(embedded)),
            )
        except saxon.StylesheetError as error:
            raise PublishingError(finding("P402", Place(str(tei)), problem=str(error))) from error
        parts |= {path.name: path.read_bytes() for path in Path(folder).iterdir()}
    parts |= {name: content for name, (content, _) in embedded.items()}
    parts["style.css"] = style(writing, {name: characters for name, (_, characters) in embedded.items()})
    return container(parts)


def style(writing: Writing, ranges: Mapping[str, str]) -> bytes:
    """The style sheet of a book, with the fonts it brings: they only draw what other fonts may lack."""
    names = ("style.css", "vertical.css") if writing == "vertical" else ("style.css",)
    css = "".join(resources.stylesheet(f"epub/{name}").read_text("utf-8") for name in names)
    faces = "".join(
        f'@font-face {{ font-family: "Zhushu Rare"; src: url("{name}"); unicode-range: {ranges[name]}; }}\n'
        for name in sorted(ranges)
    )
    family = 'body { font-family: serif, "Zhushu Rare"; }\n' if faces else ""
    return f"{css}{faces}{family}".encode()


def rare_fonts(tei: Path) -> dict[str, tuple[bytes, str]]:
    """TEI → font files for the characters of it that reading systems often lack: extensions and rare signs."""
    text = set(tei.read_text("utf-8"))
    rare = next(face for face in fonts.shipped() if face.family == fonts.RARE)
    wanted = [c for c in text if _is_extension(c) or ord(c) in rare.characters]
    plan = fonts.plan(wanted, (rare, *(face for face in fonts.shipped() if face != rare)))
    made = {}
    for face in plan.faces:
        points = sorted(ord(character) for character, drawn_by in plan.uses.items() if drawn_by == face)
        if points:
            ranges = ", ".join(f"U+{point:X}" for point in points)
            made[f"{face.path.stem.lower()}{face.path.suffix}"] = (fonts.subset(face, points), ranges)
    return made


def _is_extension(character: str) -> bool:
    return "\u3400" <= character <= "\u4dbf" or "\U00020000" <= character <= "\U000fffff"


def container(parts: Mapping[str, bytes]) -> bytes:
    """Files of a book → the zip, the same bytes for the same files: the type first and bare, no time but the first."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        _add(archive, "mimetype", b"application/epub+zip", zipfile.ZIP_STORED)
        _add(archive, "META-INF/container.xml", _CONTAINER.encode(), zipfile.ZIP_DEFLATED)
        for name in sorted(parts):
            _add(archive, f"EPUB/{name}", parts[name], zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _add(archive: zipfile.ZipFile, name: str, content: bytes, compression: int) -> None:
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = compression
    entry.external_attr = 0o644 << 16
    entry.create_system = 3
    archive.writestr(entry, content)
