"""Who does the jobs: this process, processes of this machine, or a Dask cluster, behind one function.

Processes are spawned, never forked, because Saxon's processor must not cross a fork.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from zhushu.errors import RunError
from zhushu.findings import finding
from zhushu.model import Place
from zhushu.run.job import Done, Job
from zhushu.run.perform import perform


class Inline(Executor):
    """An executor that does each job at once, in this process: for one job at a time, debuggers and coverage."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


_PATIENCE = 5.0  # seconds

Submit = Callable[[Job], Future[Done]]


@contextmanager
def workers(jobs: int, scheduler: str | None) -> Iterator[Submit]:
    """Number of processes, or the address of a Dask scheduler → what takes jobs. Raises RunError."""
    if scheduler:
        with _dask(scheduler) as client, client.get_executor() as executor:
            yield lambda job: executor.submit(perform, replace(job, target=job.target.absolute()))
    elif jobs == 1:
        yield _inline
    else:
        with _processes(jobs) as executor:
            yield lambda job: _submitted(executor, job)


def _submitted(executor: Executor, job: Job) -> Future[Done]:
    """A job → its future. A worker that this starts never hears Ctrl-C, not even before `_prepare`; the leader does."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return executor.submit(_perform_in_worker, job)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _inline(job: Job) -> Future[Done]:
    """The job is done at once, in this process: for one job at a time, debuggers and coverage."""
    future: Future[Done] = Future()
    future.set_result(perform(job))
    return future


def _dask(address: str) -> Any:
    try:
        import distributed

        connect: Any = distributed.Client  # it has no types
        return connect(address, timeout="10s")
    except ImportError as error:
        reason: object = "the package distributed is not installed"
        cause: Exception = error
    except (OSError, ValueError) as error:
        reason, cause = error, error
    raise RunError(finding("X008", Place(address), address=address, reason=reason)) from cause


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    executor = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_prepare)
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        _stop_workers()
        raise
    finally:
        executor.shutdown()


def _prepare() -> None:
    """In a new worker. Ctrl-C reaches every process of a terminal: it is left to the one that leads."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker whose leader was killed would wait for its next job for ever."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


def _stop_workers() -> None:
    """Workers clean up and end; one that is deep in a library and does not hear is ended all the same (law 6)."""
    running = multiprocessing.active_children()
    for process in running:
        process.terminate()
    for process in running:
        process.join(_PATIENCE)
        process.kill()


def _perform_in_worker(job: Job) -> Done:
    """Job → how it went. SIGTERM in the middle of it is an interrupt, after which its folder is cleaned up."""
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        return perform(job)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
