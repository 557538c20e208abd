"""The web editions in an output folder → one index over all of them, made again when one of them has changed."""

from __future__ import annotations

import fcntl
from pathlib import Path

from zhushu import files
from zhushu.errors import PublishingError, RunError, ZhushuError
from zhushu.findings import finding
from zhushu.model import Place
from zhushu.run import manifest, own
from zhushu.run.job import Done, Job, Target
from zhushu.run.manifest import Entry, Manifest, data_folder, sha256, tools
from zhushu.run.perform import fresh_folder, refused, unforeseen
from zhushu.run.work import Step, Watch
from zhushu.saxon import StylesheetError

NAME = "corpus"
_DATA = ("xslt/common", "xslt/web")


def is_in(output: Path) -> bool:
    """Output folder → whether an earlier build has made an index in it."""
    return NAME in manifest.load(Target(NAME, output, output).manifest).stages


def make(output: Path, force: bool, watch: Watch) -> tuple[Step, Done]:
    """An output folder → its index.html and corpus/, whether they were due, and how it went."""
    job = Job("index", Target(NAME, output, output))
    watch(Step.PLANNED, job)
    try:
        step = _made(job.target, force, watch, job)
        done = Done()
    except ZhushuError as error:
        step, done = Step.FAILED, Done(error.findings, error.exit_code)
    except StylesheetError as error:
        found = finding("X014", Place(str(output)), stage=NAME, error=str(error).strip())
        step, done = Step.FAILED, Done((found,), PublishingError.exit_code)
    except OSError as error:
        step, done = Step.FAILED, Done((refused(error, output),), RunError.exit_code)
    except Exception as error:
        step, done = Step.FAILED, Done((unforeseen(error, NAME, output),), RunError.exit_code)
    watch(step, job)
    return step, done


def _made(target: Target, force: bool, watch: Watch, job: Job) -> Step:
    with own.lock_file(target) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # an index is soon made: who comes second waits, and shows what both built
        return _locked(target, force, watch, job)


def _locked(target: Target, force: bool, watch: Watch, job: Job) -> Step:
    made_from = _inputs(target.output)
    known = manifest.load(target.manifest).stages.get(NAME)
    if not force and manifest.up_to_date(known, made_from, target.output):
        return Step.KEPT
    watch(Step.STARTED, job)
    from zhushu.publish import corpus

    with fresh_folder(target, NAME) as fresh:
        corpus.publish(target.output, fresh)
        made = files.names(fresh)
        own.put(fresh, target, "")
    entry = Entry(made_from, {name: sha256(target.output / name) for name in sorted(made)})
    manifest.save(Manifest({NAME: entry}), target.manifest)
    return Step.MADE


def _inputs(output: Path) -> dict[str, str]:
    """What the index is made from: what each web edition says of itself, and its text."""
    data = sorted(path for name in ("edition.js", "text.js") for path in output.glob(f"*/web/data/{name}"))
    return {
        **tools(),
        **{f"{name}/": data_folder(name) for name in _DATA},
        **{path.relative_to(output).as_posix(): sha256(path) for path in data},
    }
