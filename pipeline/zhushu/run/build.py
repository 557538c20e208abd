"""Editions → their outputs: only what is not up to date, by as many processes as asked for."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from zhushu.errors import RunError, ZhushuError
from zhushu.findings import finding
from zhushu.model import EditionInfo, Finding, Place, Severity
from zhushu.run import corpus, manifest, own, silences
from zhushu.run.inputs import outputs_of
from zhushu.run.job import Done, Job, Target
from zhushu.run.manifest import contents
from zhushu.run.perform import REJECTED, refused
from zhushu.run.places import named, portable
from zhushu.run.stages import OUTPUTS, STAGES, TEXT
from zhushu.run.work import Step, Watch, Work
from zhushu.run.workers import Submit, workers


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asks of a build. `to` names outputs; the text and the report are always made."""

    output: Path
    to: tuple[str, ...] = OUTPUTS
    witnesses: tuple[Path, ...] = ()
    encoding: str | None = None
    jobs: int = 1
    scheduler: str | None = None
    force: bool = False


@dataclass(frozen=True, slots=True)
class Built:
    """One edition after a build. `steps` says of each stage what was done; the exit code is 0 where all is in place."""

    edition: Path
    output: Path | None = None
    steps: dict[str, Step] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    exit_code: int = 0


def unwatched(step: Step, job: Job) -> None:
    """Nobody asks how it goes."""


def build(editions: Sequence[Path], request: Request, watch: Watch = unwatched) -> tuple[Built, ...]:
    """Folders of editions → their outputs in folders of `request.output`, and how each went.

    A stage that fails leaves its old files in place and stops no other edition. Raises RunError where the build
    cannot begin.
    """
    with ExitStack() as locks, workers(request.jobs, request.scheduler) as submit:
        opened: list[Work | Built] = []
        for folder in editions:
            opened.append(_open(folder, request, editions, opened, locks, watch))
        works = [work for work in opened if isinstance(work, Work)]
        for work in works:
            for stage in work.stages:
                watch(Step.PLANNED, Job(stage.name, work.target))
        _run(sorted(works, key=_size, reverse=True), submit)
        complete = set(OUTPUTS) <= set(request.to)
        built = [_built(work, complete) if isinstance(work, Work) else work for work in opened]
    if "web" in request.to and (len(editions) > 1 or corpus.is_in(request.output)):
        step, done = corpus.make(request.output, request.force, watch)
        built.append(Built(request.output, request.output, {"index": step}, done.findings, done.exit_code))
    return tuple(built)


def _open(
    folder: Path,
    request: Request,
    editions: Sequence[Path],
    before: Sequence[Work | Built],
    locks: ExitStack,
    watch: Watch,
) -> Work | Built:
    """A folder → what there is to do for it, or why nothing can be done."""
    from zhushu.read.edition import load

    target = Target(folder.name, folder, request.output / folder.name)
    try:
        info, _ = load(folder)
        outputs = tuple(sorted(request.to))
        target = Target(info.id, folder, request.output / info.id, request.witnesses, request.encoding, outputs)
        _refuse_twin(target, before)
        _refuse_overlap(target, info, editions)
        own.refuse_links(target)
        _lock(target, locks)
        _sweep(target)
    except ZhushuError as error:
        findings = tuple(named(found, target) for found in error.findings)
        return Built(folder, findings=findings, exit_code=error.exit_code)
    except OSError as error:
        return Built(folder, findings=(refused(error, request.output),), exit_code=RunError.exit_code)
    stages = tuple(stage for stage in STAGES if stage is TEXT or stage.last or stage.name in request.to)
    return Work(info, target, stages, manifest.load(target.manifest), request.force, watch)


def _refuse_twin(target: Target, before: Sequence[Work | Built]) -> None:
    taken: dict[str, object] = {work.target.id: work.target.edition for work in before if isinstance(work, Work)}
    taken[corpus.NAME] = "the index over all editions"
    if target.id in taken:
        place = Place(str(target.edition / "edition.toml"))
        raise RunError(finding("X005", place, id=target.id, other=taken[target.id]))


def _refuse_overlap(target: Target, info: EditionInfo, editions: Sequence[Path]) -> None:
    """What an editor made must not lie in an output: neither an edition, nor its pages and decisions."""
    output = target.output.resolve()
    decisions = target.edition / "decisions"
    pages = [target.edition / entry.file for entry in info.pages]
    for path in (*editions, *pages, decisions):
        if path.resolve().is_relative_to(output):
            raise RunError(finding("X016", Place(str(target.output)), path=target.output, other=path))
    if output.is_relative_to(decisions.resolve()) or (output / "edition.toml").exists():
        raise RunError(finding("X016", Place(str(target.output)), path=target.output, other="an edition"))


def _sweep(target: Target) -> None:
    """What a build that was killed left in the folder that is ours alone."""
    for path in target.state.iterdir():
        if path.name.startswith("."):
            path.unlink(missing_ok=True)
        elif path.name.startswith("fresh-"):
            shutil.rmtree(path, ignore_errors=True)


def _lock(target: Target, locks: ExitStack) -> None:
    """The output of this edition is ours until the build ends, however it ends."""
    lock = locks.enter_context(own.lock_file(target))
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RunError(finding("X006", Place(str(target.output)), path=target.output)) from None


def _size(work: Work) -> int:
    """Bytes of the edition's folder, for the longest work to be started first; what cannot be read counts nothing."""
    size = 0
    for _, path in contents(work.target.edition, without=outputs_of(work.target)):
        with suppress(OSError):
            size += path.stat().st_size
    return size


def _run(works: Sequence[Work], submit: Submit) -> None:
    """All that is due of each edition, the largest first; what a finished job makes possible is started at once."""
    pending: dict[Future[Done], tuple[Work, Job]] = {}
    for work in works:
        _start(work, submit, pending)
    while pending:
        finished, _ = wait(pending, return_when=FIRST_COMPLETED)
        for future in finished:
            work, job = pending.pop(future)
            _finish(work, job, future.result)
            _start(work, submit, pending)


def _start(work: Work, submit: Submit, pending: dict[Future[Done], tuple[Work, Job]]) -> None:
    try:
        for job in work.start():
            future = _submitted(submit, job)
            if future.done():
                _finish(work, job, future.result)
            else:
                pending[future] = (work, job)
    except OSError as error:
        work.stop(refused(error, work.target.output), exit_code=RunError.exit_code)


def _submitted(submit: Submit, job: Job) -> Future[Done]:
    try:
        return submit(job)
    except BrokenExecutor as error:
        future: Future[Done] = Future()
        future.set_exception(error)
        return future


def _finish(work: Work, job: Job, result: Callable[[], Done]) -> None:
    try:
        done = result()
    except BrokenExecutor:
        died = finding("X009", Place(str(job.target.output)), stage=job.stage)
        done = Done((portable(died, job.target),), RunError.exit_code)
    try:
        work.finish(job, done)
    except OSError as error:
        work.stop(refused(error, work.target.output), exit_code=RunError.exit_code)


def _built(work: Work, complete: bool) -> Built:
    """`complete`: every output was asked for, so a silence that hides nothing here hides nothing at all."""
    with suppress(OSError):  # there is none, or it is in use
        (work.target.output / REJECTED).rmdir()
    findings = silences.applied(work.findings(), work.info, work.target, complete)
    failed = any(found.severity is Severity.ERROR for found in findings)
    return Built(work.target.edition, work.target.output, work.done, findings, work.exit_code or int(failed))
