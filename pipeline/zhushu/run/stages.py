"""The stages of a build, in the order data flows. A new output is a module of publish/ and one line in `STAGES`.

A stage is a plain function of a target and an empty folder: it fills the folder, whose files are then put in
place in the output, and returns its findings. A stage that returns an error, or raises one, changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from zhushu.model import Finding
from zhushu.run.job import Target


def tei(target: Target, out: Path) -> tuple[Finding, ...]:
    """Raw pages → the text of record and the reading text, validated: read, segment, collate, encode, validate."""
    from zhushu.run.text import edition_of, survey, write

    edition, findings = edition_of(target)
    survey(edition, target)
    return findings + write(edition, target, out)


def published(name: str, target: Target, out: Path) -> tuple[Finding, ...]:
    """TEI → one output, by the module of publish/ of that name."""
    from zhushu.run.outputs import publish

    return publish(name, target, out)


def report(target: Target, out: Path) -> tuple[Finding, ...]:
    """What the other stages left behind → the editor's report."""
    from zhushu.run.report import write

    write(target, out)
    return ()


@dataclass(frozen=True, slots=True)
class Stage:
    """`name` is also the folder of its files in the output; `data` are the schema and stylesheet folders it works with.

    Every stage waits for the first. A `last` one waits for all others, and runs however they went.
    """

    name: str
    work: Callable[[Target, Path], Iterable[Finding]]
    data: tuple[str, ...] = ()
    last: bool = False


TEXT = Stage("tei", tei, data=("schema",))

STAGES: tuple[Stage, ...] = (
    TEXT,
    Stage("web", partial(published, "web"), data=("xslt/common", "xslt/web")),
    Stage("print", partial(published, "print"), data=("xslt/common", "xslt/print")),
    Stage("epub", partial(published, "epub"), data=("xslt/common", "xslt/epub")),
    Stage("text", partial(published, "text"), data=("xslt/common", "xslt/text")),
    Stage("report", report, last=True),
)

OUTPUTS: tuple[str, ...] = tuple(stage.name for stage in STAGES if not stage.last)  # what --to may name
