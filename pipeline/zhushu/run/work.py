"""One edition in the middle of a build: which of its stages are due, and what its manifest says of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from zhushu.model import EditionInfo, Finding
from zhushu.run import inputs, manifest, own
from zhushu.run.job import Done, Job, Target
from zhushu.run.manifest import Entry, Manifest
from zhushu.run.places import printable
from zhushu.run.stages import TEXT, Stage


class Step(StrEnum):
    """What happens to a stage in a build."""

    PLANNED = "planned"
    STARTED = "started"
    MADE = "made"
    FAILED = "failed"
    KEPT = "kept"  # it was up to date
    SKIPPED = "skipped"  # there is no text to make it from


Watch = Callable[[Step, Job], None]


@dataclass(slots=True)
class Work:
    info: EditionInfo
    target: Target
    stages: tuple[Stage, ...]
    manifest: Manifest
    force: bool
    watch: Watch
    done: dict[str, Step] = field(default_factory=dict)
    running: dict[str, dict[str, str]] = field(default_factory=dict)  # stage → the inputs it was started with
    exit_code: int = 0
    trouble: tuple[Finding, ...] = ()

    def start(self) -> Iterator[Job]:
        """The jobs that can be done now. Stages that are up to date, or have no text to start from, are passed over."""
        while due := self._due():
            for stage in due:
                if not stage.last and self.done.get(TEXT.name) is Step.FAILED:
                    self._close(stage.name, Step.SKIPPED)
                    continue
                made_from = inputs.of(stage, self.target, self.info, self.manifest)
                if not self.force and self._up_to_date(stage, made_from):
                    self._close(stage.name, Step.KEPT)
                    continue
                self.running[stage.name] = made_from
                self.watch(Step.STARTED, Job(stage.name, self.target))
                yield Job(stage.name, self.target)

    def _due(self) -> list[Stage]:
        """The text first, then what is made from it, the report when all of it is done."""
        waiting = [stage for stage in self.stages if stage.name not in self.done and stage.name not in self.running]
        if TEXT.name not in self.done:
            return [stage for stage in waiting if stage is TEXT]
        return [stage for stage in waiting if not stage.last] or ([] if self.running else waiting)

    def _up_to_date(self, stage: Stage, made_from: dict[str, str]) -> bool:
        entry = self.manifest.stages.get(stage.name)
        failed = stage.name in self.manifest.failures
        return not failed and manifest.up_to_date(entry, made_from, self.target.output)

    def finish(self, job: Job, done: Done) -> None:
        """How a job went → the manifest on disk."""
        made_from = self.running.pop(job.stage)
        self.manifest.failures.pop(job.stage, None)
        if done.exit_code:
            self.manifest.failures[job.stage] = done.findings
            self.exit_code = self.exit_code or done.exit_code
        else:
            self.manifest.stages[job.stage] = Entry(made_from, own.made(job.stage, self.target), done.findings)
        manifest.save(self.manifest, self.target.manifest)
        self._close(job.stage, Step.FAILED if done.exit_code else Step.MADE)

    def stop(self, *trouble: Finding, exit_code: int) -> None:
        """Nothing more can be done for this edition: its manifest cannot be written, or its files not be read."""
        self.trouble += trouble
        self.exit_code = self.exit_code or exit_code
        for stage in self.stages:
            if stage.name not in self.done and stage.name not in self.running:
                self._close(stage.name, Step.SKIPPED)

    def _close(self, stage: str, step: Step) -> None:
        self.done[stage] = step
        self.watch(step, Job(stage, self.target))

    def findings(self) -> tuple[Finding, ...]:
        """What the stages of this build have to say, naming files as the user does."""
        said: list[Finding] = []
        for stage, step in self.done.items():
            if step is Step.FAILED:
                said += self.manifest.failures[stage]
            elif step is not Step.SKIPPED:
                said += self.manifest.stages[stage].findings
        return (*(printable(found, self.target) for found in said), *self.trouble)
