"""What is up to date: for each stage of an edition, the contents it was made from and the contents it made.

A stage is done again when any of its inputs, or any of its files, is not what the manifest says. Contents are
compared by hash, never by time. The manifest is also the provenance that the report prints.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec

from zhushu import __version__, files, resources
from zhushu.model import Finding

# The packages whose version can change what an output looks like.
PACKAGES = (
    "fonttools", "lxml", "opencc", "pikepdf", "pylopdf-fonts-zh-cn", "pylopdf-fonts-zh-tw",
    "rapidfuzz", "saxonche", "typst", "uharfbuzz",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """One finished stage. `inputs` name files and versions, `outputs` files of the edition's output folder → sha256."""

    inputs: dict[str, str]
    outputs: dict[str, str]
    findings: tuple[Finding, ...] = ()


@dataclass(slots=True)
class Manifest:
    """`failures` are the stages whose last run put nothing in place; their entry is of the run before."""

    stages: dict[str, Entry] = field(default_factory=dict)
    failures: dict[str, tuple[Finding, ...]] = field(default_factory=dict)


def load(path: Path) -> Manifest:
    """Manifest file → what it says; nothing is up to date where there is none, or none that can be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (FileNotFoundError, NotADirectoryError, msgspec.DecodeError):
        return Manifest()


def save(manifest: Manifest, path: Path) -> None:
    """Manifest → file, as readable JSON in an order of its own (law 4)."""
    files.write(path, msgspec.json.format(msgspec.json.encode(manifest, order="sorted"), indent=1) + b"\n")


def up_to_date(entry: Entry | None, inputs: dict[str, str], output: Path) -> bool:
    """Is the stage of `entry` done from these inputs, and are its files in `output` as it left them?"""
    if entry is None or entry.inputs != inputs:
        return False
    return all(sha256(output / name) == digest for name, digest in entry.outputs.items())


def sha256(path: Path) -> str:
    """File → hash of its bytes, "" where there is no such file, or a pipe or device, which would never end."""
    if not path.is_file() and not path.is_dir():
        return ""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (FileNotFoundError, NotADirectoryError):
        return ""


def contents(folder: Path, without: Collection[Path] = ()) -> Iterator[tuple[str, Path]]:
    """Folder → its files at any depth, with their names from there, in order; hidden ones are not contents.

    Nor is what lies in the folders `without`, and what is no file: a link that leads nowhere, a pipe, a device.
    """
    left_out = {path.resolve() for path in without}
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "__pycache__")
        folders[:] = [name for name in folders if not left_out or Path(root, name).resolve() not in left_out]
        for name in sorted(names):
            path = Path(root, name)
            if not name.startswith(".") and path.is_file():
                yield path.relative_to(folder).as_posix(), path


def combined(paths: Iterable[tuple[str, Path]]) -> str:
    """Named files → one hash of names and contents."""
    digest = hashlib.sha256()
    for name, path in paths:
        digest.update(f"{name}\0{sha256(path)}\0".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


@cache
def tools() -> dict[str, str]:
    """The versions that every stage depends on: zhushu, its code, and the packages it works with."""
    versions = {f"package {name}": importlib.metadata.version(name) for name in PACKAGES}
    code = ((name, path) for name, path in contents(resources.package("")) if not name.startswith("data/"))
    return {"zhushu": __version__, "code of zhushu": combined(code), **versions}


@cache
def data_folder(name: str) -> str:
    """A folder of data, "xslt/web" or "schema" → one hash of all it holds."""
    top, _, rest = name.partition("/")
    folder = resources.schema(rest) if top == "schema" else resources.stylesheet(rest)
    return combined(contents(folder))
