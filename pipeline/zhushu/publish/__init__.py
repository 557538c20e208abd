"""TEI → web, print, epub, text: one module per output, each a thin hand around one entry stylesheet in xslt/."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Texts:
    """The TEI files an output is made from: the text of record, and the reading text where there is one."""

    record: Path
    hant: Path | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """What edition.toml and the command line say about outputs. `print` and `epub` are its tables.

    `outputs` names what the same build makes (text, print …), so that the web edition offers it for download.
    `lines` are those of the keys of edition.toml ("print.modern.notes"), for findings; nothing that is made
    depends on them.
    """

    id: str
    print: dict[str, object]
    outputs: tuple[str, ...] = ()
    epub: dict[str, object] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
