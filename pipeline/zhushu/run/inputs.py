"""A stage of an edition → the contents it is made from, by name: files, versions and options."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from zhushu.model import EditionInfo
from zhushu.run.job import Target
from zhushu.run.manifest import Manifest, combined, contents, data_folder, sha256, tools
from zhushu.run.outputs import options
from zhushu.run.stages import TEXT, Stage


def of(stage: Stage, target: Target, info: EditionInfo, manifest: Manifest) -> dict[str, str]:
    """Name of each input → hash, version or value. Names do not say where the edition or the output stands."""
    from_where = _left_by_others if stage.last else _raw if stage is TEXT else _texts
    return {
        **tools(),
        **{f"{name}/": data_folder(name) for name in stage.data},
        **dict(from_where(target, info, manifest)),
    }


def _raw(target: Target, info: EditionInfo, manifest: Manifest) -> Iterator[tuple[str, str]]:
    """All that the text is made from: every file of the edition's folder and every other that edition.toml names, the
    witnesses, what the command line adds."""
    named = [entry.file for entry in info.pages]
    found = {name: target.edition / name for name in (*named, *_profiles(info.profile, target.edition))}
    for name, path in (found | dict(contents(target.edition, without=outputs_of(target)))).items():
        yield os.fsencode(name).decode("utf-8", "backslashreplace"), sha256(path)
    witnesses = [target.edition / witness.path for witness in info.witnesses if witness.path]
    for number, path in enumerate((*witnesses, *target.witnesses), start=1):
        yield f"witness {number} {path.name}", combined(_files(path)) if path.is_dir() else sha256(path)
    yield "--encoding", target.encoding or ""
    yield "SOURCE_DATE_EPOCH", os.environ.get("SOURCE_DATE_EPOCH", "")


def outputs_of(target: Target) -> tuple[Path, ...]:
    """The folders of outputs, which are no contents of an edition: its own, and all others where these lie in it."""
    return (target.output, target.output.parent)


def _files(witness: Path) -> list[tuple[str, Path]]:
    """The files of a witness's folder, hidden ones too: collation reads them all."""
    return sorted((path.name, path) for path in witness.iterdir() if path.is_file())


def _profiles(name: str, folder: Path) -> Iterator[str]:
    """The profiles of the edition's own that a profile is made of: it, and what it extends."""
    seen: set[str] = set()
    while name.endswith(".toml") and name not in seen:
        seen.add(name)
        yield name
        try:
            name = str(tomllib.loads((folder / name).read_text("utf-8"))["profile"]["extends"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return  # it extends none, or is wrong, which the stage will say


def _texts(target: Target, info: EditionInfo, manifest: Manifest) -> Iterator[tuple[str, str]]:
    """What an output is made from: the TEI files, and what edition.toml says about outputs."""
    for name, digest in manifest.stages[TEXT.name].outputs.items():
        if name.startswith(f"{TEXT.name}/"):
            yield name, digest
    yield "options", msgspec.json.encode(options(info, target), order="sorted").decode()


def _left_by_others(target: Target, info: EditionInfo, manifest: Manifest) -> Iterator[tuple[str, str]]:
    """What the report is made from: the survey of the text, and what the manifest says of every other stage."""
    yield "survey", sha256(target.survey)
    stages = {name: entry for name, entry in manifest.stages.items() if name != "report"}
    failures = {name: found for name, found in manifest.failures.items() if name != "report"}
    said = msgspec.json.encode((stages, failures), order="sorted")
    yield "manifest", hashlib.sha256(said).hexdigest()
