"""What travels between the process that leads a build and those that do the work: paths and small records only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from zhushu.model import Finding

STATE = ".zhushu"  # folder of an edition's output that holds what only the next build needs


@dataclass(frozen=True, slots=True)
class Target:
    """One edition to build: the folder it is in, the folder its outputs go to, what the command line says about it.

    `outputs` are all that this build makes of it.
    """

    id: str
    edition: Path
    output: Path
    witnesses: tuple[Path, ...] = ()
    encoding: str | None = None
    outputs: tuple[str, ...] = ()

    def absolute(self) -> Target:
        """The same for a process that may stand in another folder."""
        witnesses = tuple(path.absolute() for path in self.witnesses)
        return replace(self, edition=self.edition.absolute(), output=self.output.absolute(), witnesses=witnesses)

    @property
    def state(self) -> Path:
        return self.output / STATE

    @property
    def survey(self) -> Path:
        """What the report says about the text, kept so that a report can be written without reading the pages again."""
        return self.state / "survey.json"

    @property
    def manifest(self) -> Path:
        return self.state / "manifest.json"


@dataclass(frozen=True, slots=True)
class Job:
    """One stage of one edition."""

    stage: str
    target: Target


@dataclass(frozen=True, slots=True)
class Done:
    """How a job went. `exit_code` is 0 where its files are in place, else that of the family that stopped it."""

    findings: tuple[Finding, ...] = ()
    exit_code: int = 0
