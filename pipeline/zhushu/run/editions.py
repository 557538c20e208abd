"""What the user names → the folders of editions to build, and what lies there that is not built."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from zhushu.errors import ReadingError, RunError
from zhushu.findings import finding
from zhushu.model import Finding, Place
from zhushu.run import corpus
from zhushu.run.job import STATE

EDITION_FILE = "edition.toml"


@dataclass(frozen=True, slots=True)
class Found:
    """The folders of editions below one that was named, and a finding on each folder of pages that is none of them."""

    named: Path
    editions: tuple[Path, ...]
    passed_over: tuple[Finding, ...] = ()


def editions(named: Iterable[Path]) -> tuple[Found, ...]:
    """Folders of editions and of corpora → the editions in each, every one once, in order. Raises RunError."""
    seen: set[Path] = set()
    found = []
    for path in named:
        below = _editions_of(path)
        new = [folder for folder in below.editions if folder.resolve() not in seen]
        seen |= {folder.resolve() for folder in new}
        found.append(Found(path, tuple(new), below.passed_over))
    return tuple(found)


def _editions_of(path: Path) -> Found:
    """An edition is its own folder; a corpus is a folder with editions at any depth below it.

    Where edition.toml names some of these, a folder of pages without one is none: it may be a witness.
    """
    if not path.is_dir():
        raise RunError(finding("X003", Place(str(path)), path=path))
    folders, trouble = _folders(path)
    declared = [folder for folder in folders if (folder / EDITION_FILE).is_file()]
    others = [folder for folder in folders if folder not in declared and not _in_one_of(folder, declared)]
    with_pages = [folder for folder in others if not (folder / STATE).is_dir() and _has_pages(folder)]
    if declared:
        chosen = [folder for folder in declared if not _in_one_of(folder, declared)]
        over = [*with_pages, *(folder for folder in declared if folder not in chosen)]
    else:
        chosen = [folder for folder in with_pages if not _in_one_of(folder, with_pages)]
        over = [folder for folder in with_pages if folder not in chosen]
    if not chosen:
        raise RunError(*trouble, finding("X004", Place(str(path)), path=path))
    witnesses = {witness for folder in declared for witness in _witnesses(folder)}
    over = [folder for folder in over if not _in_one_of(folder / "x", list(witnesses))]
    return Found(path, tuple(chosen), (*trouble, *(finding("X017", Place(str(one)), path=one) for one in over)))


def _folders(top: Path) -> tuple[list[Path], list[Finding]]:
    """A folder → it and all below it, without hidden ones and outputs; a finding on each that cannot be read."""
    found: list[Path] = []
    trouble: list[Finding] = []
    waiting, seen = [top], set[Path]()
    while waiting:
        folder = waiting.pop()
        if folder.resolve() in seen or _is_output(folder, top):
            continue
        seen.add(folder.resolve())
        try:
            below = [child for child in folder.iterdir() if not child.name.startswith(".") and child.is_dir()]
        except OSError as error:
            trouble.append(finding("X002", Place(str(folder)), path=folder, reason=error.strerror or error))
            continue
        found.append(folder)
        waiting += sorted(below, reverse=True)
    return found, trouble


def _is_output(folder: Path, top: Path) -> bool:
    """Whether a build made this folder. One that was named is a corpus also where its index was built into it."""
    return (folder / STATE).is_dir() and not (folder == top and corpus.is_in(folder))


def _in_one_of(folder: Path, others: list[Path]) -> bool:
    """Whether a folder lies somewhere below one of the others."""
    return any(other.resolve() in folder.resolve().parents for other in others)


def _has_pages(folder: Path) -> bool:
    from zhushu.read.pages import page_files

    try:
        return bool(page_files(folder))
    except ReadingError:  # what is wrong with them is said when they are read
        return True


def _witnesses(folder: Path) -> Iterator[Path]:
    """The paths of witnesses in an edition.toml; what is wrong with the file is said when it is read."""
    try:
        data = tomllib.loads((folder / EDITION_FILE).read_text("utf-8"))
        yield from (folder / witness["path"] for witness in data.get("witness", ()) if "path" in witness)
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return
