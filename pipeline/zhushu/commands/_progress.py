"""How a build goes: bars on a terminal, plain lines in a log. Both go to standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from zhushu.run.job import Job
from zhushu.run.work import Step, Watch

if TYPE_CHECKING:
    from rich.progress import Progress


@contextmanager
def progress(silent: bool) -> Iterator[Watch]:
    """What a build is to tell its steps to."""
    if silent:
        yield lambda step, job: None
    elif sys.stderr.isatty():
        with _Bar() as bar:
            yield bar.watch
    else:
        yield _Lines().watch


class _Lines:
    """A line for each stage that was done, with the seconds it took."""

    def __init__(self) -> None:
        self._started: dict[Job, float] = {}

    def watch(self, step: Step, job: Job) -> None:
        if step is Step.STARTED:
            self._started[job] = time.monotonic()
        elif step in (Step.MADE, Step.FAILED):
            seconds = time.monotonic() - self._started[job]
            click.echo(f"{job.target.id}: {job.stage} {step} ({seconds:.1f} s)", err=True)
        elif step is not Step.PLANNED:
            click.echo(f"{job.target.id}: {job.stage} {'up to date' if step is Step.KEPT else step}", err=True)


class _Bar:
    """One bar over all stages of all editions; what is being done stands beside it."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
        self._progress: Progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._progress.add_task("", total=0)
        self._planned = 0
        self._running: dict[Job, None] = {}

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def watch(self, step: Step, job: Job) -> None:
        if step is Step.PLANNED:
            self._planned += 1
            self._progress.update(self._task, total=self._planned)
        elif step is Step.STARTED:
            self._running[job] = None
        else:
            self._running.pop(job, None)
            self._progress.advance(self._task)
        doing = ", ".join(f"{running.target.id} {running.stage}" for running in self._running)
        self._progress.update(self._task, description=doing)
