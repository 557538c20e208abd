"""Which files of an output are ours: only these are ever replaced or taken away.

Beside each folder that a build fills there is a record of the files it left there, written before the first of them
takes its place. So a build that was killed knows its own files again, and a file that the user put among them stays.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec

from zhushu import files
from zhushu.errors import RunError
from zhushu.findings import finding
from zhushu.model import Place
from zhushu.run import manifest
from zhushu.run.job import Target


def put(fresh: Path, target: Target, place: str) -> None:
    """The files of `fresh` → the folder `place` of the output, in place of those we left there.

    An empty `place` is the output itself. Raises RunError where something that is not ours is in the way, and then
    changes nothing.
    """
    refuse_links(target, place)
    folder, new = target.output / place, files.names(fresh)
    own = _recorded(target, place)
    foreign = files.in_the_way(fresh, folder, own)
    if foreign:
        raise RunError(finding("X015", Place(str(foreign[0])), path=foreign[0], count=len(foreign)))
    if not new and not own:
        return
    _record(own | new, target, place)
    folder.mkdir(parents=True, exist_ok=True)
    files.move_into_place(fresh, folder, own)
    _record(new, target, place)
    if not new:
        with suppress(OSError):  # it holds what is not ours
            folder.rmdir()


def made(stage: str, target: Target) -> dict[str, str]:
    """A stage that has just been done → its files, with their hashes. The survey of the text belongs to the text."""
    named = [(f"{stage}/{name}", target.output / stage / name) for name in sorted(_recorded(target, stage))]
    if stage == "tei":
        named.append((target.survey.relative_to(target.output).as_posix(), target.survey))
    return {name: manifest.sha256(path) for name, path in named}


def refuse_links(target: Target, place: str = "") -> None:
    """No folder below that of the edition may be a link: what it leads to is not ours."""
    inner = Path(place)
    for path in (target.state, *(target.output / part for part in (inner, *inner.parents) if part != Path())):
        if path.is_symlink():
            raise RunError(finding("X015", Place(str(path)), path=path, count=1))


def lock_file(target: Target) -> IO[bytes]:
    """An output → its file to lock, open. What a link there leads to is not ours, and is not touched."""
    refuse_links(target)
    target.state.mkdir(parents=True, exist_ok=True)
    path = target.state / "lock"
    if path.is_symlink():
        raise RunError(finding("X015", Place(str(path)), path=path, count=1))
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644), "wb")


def _file(target: Target, place: str) -> Path:
    return target.state / f"files-{place.replace('/', '-') or target.id}.json"


def _recorded(target: Target, place: str) -> frozenset[str]:
    """The files we left there; where there is no record, for it came after some outputs, those of the manifest."""
    try:
        return frozenset(msgspec.json.decode(_file(target, place).read_bytes(), type=list[str]))
    except (FileNotFoundError, msgspec.DecodeError):
        left = manifest.load(target.manifest).stages.get(place or target.id)
        return frozenset(name.removeprefix(f"{place}/") for name in (left.outputs if left else ()))


def _record(own: frozenset[str], target: Target, place: str) -> None:
    files.write(_file(target, place), msgspec.json.encode(sorted(own)) + b"\n")
