"""What the user names → the folders of editions to build."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from zhushu.errors import RunError
from zhushu.findings import finding
from zhushu.model import Place

EDITION_FILE = "edition.toml"


def editions(named: Iterable[Path]) -> tuple[Path, ...]:
    """Folders of editions and of corpora → the folders of editions, each once, in order. Raises RunError."""
    found: dict[Path, Path] = {}
    for path in named:
        for folder in _editions_of(path):
            found.setdefault(folder.resolve(), folder)
    return tuple(found.values())


def _editions_of(path: Path) -> list[Path]:
    """An edition is its own folder; a corpus is a folder with editions below it, named in edition.toml or not."""
    if not path.is_dir():
        raise RunError(finding("X003", Place(str(path)), path=path))
    if (path / EDITION_FILE).is_file():
        return [path]
    children = sorted(child for child in path.iterdir() if not child.name.startswith("."))
    folders = [child for child in children if child.is_dir()]
    declared = [folder for folder in folders if (folder / EDITION_FILE).is_file()]
    if declared:
        return declared
    if len(folders) < len(children):
        return [path]
    if not folders:
        raise RunError(finding("X004", Place(str(path)), path=path))
    return [folder for folder in folders if any(child.is_file() for child in folder.iterdir())]
