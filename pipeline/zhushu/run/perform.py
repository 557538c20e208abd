"""One job → its files in place, or none of them: what a worker process does."""

from __future__ import annotations

import os
import shutil
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from zhushu import files
from zhushu.errors import PublishingError, RunError, ZhushuError
from zhushu.findings import finding
from zhushu.model import Finding, Place, Severity
from zhushu.run import own
from zhushu.run.job import Done, Job, Target
from zhushu.run.places import portable
from zhushu.run.stages import STAGES, Stage
from zhushu.saxon import StylesheetError

REJECTED = "rejected"  # folder of an edition's output: files that failed, for the editor to look at


def perform(job: Job) -> Done:
    """Job → how it went. Whatever happens, every file of the output is whole (law 6), and no exception leaves."""
    stage = next(stage for stage in STAGES if stage.name == job.stage)
    try:
        done = _in_place(stage, job.target)
    except ZhushuError as error:
        done = Done(error.findings, error.exit_code)
    except StylesheetError as error:
        found = finding("X014", Place(str(job.target.output)), stage=stage.name, error=str(error).strip())
        done = Done((found,), PublishingError.exit_code)
    except OSError as error:
        done = Done((refused(error, job.target.output),), RunError.exit_code)
    except Exception as error:
        done = Done((unforeseen(error, job.stage, job.target.edition),), RunError.exit_code)
    return replace(done, findings=tuple(portable(found, job.target) for found in done.findings))


def _in_place(stage: Stage, target: Target) -> Done:
    with fresh_folder(target, stage.name) as fresh:
        try:
            findings, exit_code = tuple(stage.work(target, fresh)), 1
        except ZhushuError as error:
            findings, exit_code = error.findings, error.exit_code
        if any(found.severity is Severity.ERROR for found in findings):
            return Done(_set_aside(fresh, findings, stage, target), exit_code)
        moved = _moved(fresh, target, stage.name, findings)
        _set_aside(fresh, (), stage, target)
        return Done(moved)


@contextmanager
def fresh_folder(target: Target, name: str) -> Iterator[Path]:
    """An empty folder in which to make the files of an output; what is left there in the end goes."""
    fresh = target.state / f"fresh-{name}"
    _remove(fresh)
    fresh.mkdir(parents=True)
    try:
        yield fresh
    finally:
        _remove(fresh)


def _set_aside(fresh: Path, findings: tuple[Finding, ...], stage: Stage, target: Target) -> tuple[Finding, ...]:
    """Files that have errors → a folder where the editor can look the errors up; what is in the output stays."""
    place = f"{REJECTED}/{stage.name}"
    made = bool(files.names(fresh))
    try:
        moved = _moved(fresh, target, place, findings)
    except RunError as error:
        return (*findings, *error.findings)
    return (*moved, finding("X011", Place(str(target.output)), path=target.output / place)) if made else moved


def _moved(fresh: Path, target: Target, place: str, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The files of `fresh` → the folder `place`; findings on them then name them there."""
    own.put(fresh, target, place)
    return tuple(_renamed(found, fresh, target.output / place) for found in findings)


def _renamed(found: Finding, fresh: Path, place: Path) -> Finding:
    name = found.place.file.replace(str(fresh), str(place), 1)
    message, hint = (text.replace(str(fresh), str(place)) for text in (found.message, found.hint))
    return replace(found, place=replace(found.place, file=name), message=message, hint=hint)


def _remove(folder: Path) -> None:
    if folder.is_dir():
        shutil.rmtree(folder)


def refused(error: OSError, where: Path) -> Finding:
    """What the operating system would not do → a finding that names the file it was about."""
    path = error.filename if isinstance(error.filename, str | os.PathLike) else where
    return finding("X002", Place(str(path)), path=path, reason=error.strerror or error)


def unforeseen(error: Exception, stage: str, where: Path) -> Finding:
    """An exception that no stage foresaw → the finding that asks for a report."""
    if os.environ.get("ZHUSHU_DEBUG"):
        traceback.print_exception(error, file=sys.stderr)
    return finding("X001", Place(str(where)), stage=stage, error=f"{type(error).__name__}: {error}")
