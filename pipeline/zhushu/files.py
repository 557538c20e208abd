"""Writing files so that a reader never meets half of one (DESIGN, law 6)."""

from __future__ import annotations

import filecmp
import os
import tempfile
from pathlib import Path


def write(path: Path, content: bytes) -> None:
    """Bytes → the file `path`, whole or not at all: a temporary file in the same folder replaces it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)  # it is gone where the interruption came after the replacement
        raise


def names(folder: Path) -> frozenset[str]:
    """Folder → the names of the files in it, at any depth."""
    return frozenset(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def in_the_way(fresh: Path, target: Path, own: frozenset[str]) -> list[Path]:
    """What stands in `target` where a file of `fresh` should go and is none of `own`, the files that we left there.

    A link is in the way, whatever it leads to: it is the user's. A file of the same bytes is not: nothing is lost.
    """
    found = dict.fromkeys(place for name in sorted(names(fresh)) if (place := _blocked(fresh, target, name, own)))
    return list(found)


def _blocked(fresh: Path, target: Path, name: str, own: frozenset[str]) -> Path | None:
    for folder in reversed(Path(name).parents[:-1]):
        place = target / folder
        if place.is_symlink() or (place.exists() and not place.is_dir()):
            return place
    place = target / name
    if place.is_symlink() or (place.exists() and not place.is_file()):
        return place
    if name in own or not place.exists() or filecmp.cmp(fresh / name, place, shallow=False):
        return None
    return place


def move_into_place(fresh: Path, target: Path, own: frozenset[str]) -> None:
    """A finished folder `fresh` → `target`, file by file; those of our `own` files there that `fresh` lacks go last.

    Killed in the middle, every file is whole, of the old or the new build; running again completes it. Nothing may be
    `in_the_way`.
    """
    new = names(fresh)
    for name in sorted(new):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        os.replace(fresh / name, target / name)
    for name in sorted(own - new):
        _take_away(target, name)


def _take_away(target: Path, name: str) -> None:
    """A file that we left in `target` goes, and the folders that are empty without it; nothing behind a link does."""
    path = target / name
    folders = [target / folder for folder in Path(name).parents[:-1]]
    if any(place.is_symlink() for place in (path, *folders)) or not path.is_file():
        return
    path.unlink()
    for folder in folders:
        if any(folder.iterdir()):
            return
        folder.rmdir()
