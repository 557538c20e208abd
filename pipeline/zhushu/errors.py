"""What ends a run: one class per family of findings, each with its exit code (documented in docs/reference.md)."""

from __future__ import annotations

from zhushu.model import Finding


class ZhushuError(Exception):
    """A stage cannot go on. `findings` say why; exit codes 0 to 2 are kept for done, findings and usage."""

    exit_code = 1

    def __init__(self, *findings: Finding) -> None:
        super().__init__("; ".join(finding.message for finding in findings))
        self.findings = findings


class EditionError(ZhushuError):
    exit_code = 3


class ReadingError(ZhushuError):
    exit_code = 4


class SegmentationError(ZhushuError):
    exit_code = 5


class CollationError(ZhushuError):
    exit_code = 6


class TeiError(ZhushuError):
    exit_code = 7


class PublishingError(ZhushuError):
    exit_code = 9


class RunError(ZhushuError):
    exit_code = 11
