"""Findings that name files of this machine ⇄ findings that mean the same on every machine.

What is kept or published (manifest, report) must not say where the folders happened to be (law 4), and what
is printed must name files as the user does.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from zhushu import resources
from zhushu.model import Finding
from zhushu.run.job import Target

_EDITION = "edition:"  # the folder itself


def named(found: Finding, target: Target) -> Finding:
    """Finding of any stage → the same with paths as the user named them."""
    return printable(portable(found, target), target)


def portable(found: Finding, target: Target) -> Finding:
    """Finding as printed → the same with "output:" and "zhushu:" for those folders, and the edition's files bare."""
    for prefix, folder in _roots(target):
        if Path(found.place.file).is_relative_to(folder):
            name = Path(found.place.file).relative_to(folder).as_posix()
            return _renamed(found, f"{prefix}{name}" if prefix or name != "." else _EDITION)
    if _is_ours(found.place.file, target):
        return _renamed(found, f"zhushu:{found.place.file}")
    return found


def _is_ours(name: str, target: Target) -> bool:
    """A profile that comes with zhushu is named as from the package, one of the edition as from its folder."""
    return bool(name) and not (target.edition / name).exists() and resources.package(name).is_file()


def printable(found: Finding, target: Target) -> Finding:
    """Finding as kept → the same with paths as the user named them."""
    if found.place.file == _EDITION:
        return _renamed(found, str(target.edition))
    for prefix, folder in _roots(target):
        if found.place.file.startswith(prefix):
            return _renamed(found, str(folder / found.place.file.removeprefix(prefix)))
    return found


def _roots(target: Target) -> list[tuple[str, Path]]:
    return [("output:", target.output), ("zhushu:", resources.package("")), ("", target.edition)]


def _renamed(found: Finding, name: str) -> Finding:
    old = found.place.file
    place = replace(found.place, file=name)
    if old in ("", "."):  # too short to be told from the words around it
        return replace(found, place=place)
    return replace(found, place=place, message=found.message.replace(old, name), hint=found.hint.replace(old, name))
