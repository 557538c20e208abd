"""The TEI files of an edition → one output, by the module of publish/ of that name."""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path

from zhushu.model import EditionInfo, Finding
from zhushu.publish import Options, Texts
from zhushu.run.job import Target


def texts(target: Target) -> Texts:
    """Target → its TEI files; the reading text is not always there."""
    record = target.output / "tei" / f"{target.id}.xml"
    hant = record.with_suffix(".hant.xml")
    return Texts(record, hant if hant.is_file() else None)


def options(info: EditionInfo, target: Target) -> Options:
    """What edition.toml and the command line say about outputs."""
    from zhushu.publish.woodblock.layout import with_its_file

    printing = with_its_file(info.print, target.edition)
    return Options(id=info.id, print=printing, epub=info.epub, outputs=target.outputs)


def publish(name: str, target: Target, out: Path) -> tuple[Finding, ...]:
    """An output by name → its files in the empty folder `out`."""
    from zhushu.read import toml
    from zhushu.read.edition import load

    info, _ = load(target.edition)
    publisher = importlib.import_module(f"zhushu.publish.{name}")
    document, _ = toml.read(target.edition / "edition.toml", "edition.toml")
    lines = {".".join(map(str, key)): line for key, line in document.lines.items()}
    found: tuple[Finding, ...] = publisher.publish(texts(target), out, replace(options(info, target), lines=lines))
    return found
