"""A stage of an edition → the contents it is made from, by name: files, versions and options."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator

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
    """All that the text is made from: every file of the edition's folder, the witnesses, what the command line adds."""
    for name, path in contents(target.edition, without=target.output.parent):
        yield name, sha256(path)
    named = [target.edition / witness.path for witness in info.witnesses if witness.path]
    for number, path in enumerate((*named, *target.witnesses), start=1):
        yield f"witness {number} {path.name}", combined(contents(path)) if path.is_dir() else sha256(path)
    yield "--encoding", target.encoding or ""
    yield "SOURCE_DATE_EPOCH", os.environ.get("SOURCE_DATE_EPOCH", "")


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
