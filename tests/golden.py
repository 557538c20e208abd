"""Golden cases: one folder is one test. For every room.

A case is a folder with `reason.txt` (one line: what the case shows), `in/` (what goes in) and `golden/` (what must
come out, file by file). A test module lists the cases of a folder with `cases(…)`, makes from `in/` a mapping of
file name → content, and hands it to the fixture `golden`, which compares every file and shows a unified diff.

    @pytest.mark.parametrize("case", cases(__file__, "pages"), ids=name)
    def test_pages(case: Path, golden: Golden) -> None:
        golden(case, {"findings.txt": report(findings)})

`pytest --regenerate PATHS` rewrites the golden files from what comes out; read the diff before committing it.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from zhushu.model import Finding

Golden = Callable[[Path, Mapping[str, str | bytes]], None]


def cases(test_file: str, folder: str) -> list[Path]:
    """A test module's `__file__` and a folder beside it → the cases in the folder, sorted."""
    return sorted(path.parent for path in (Path(test_file).resolve().parent / folder).glob("*/reason.txt"))


def name(case: Path) -> str:
    """A case → its id in pytest's output."""
    return case.name


def report(findings: Iterable[Finding]) -> str:
    """Findings → text, two lines each: code, severity, place and message; then the hint."""
    return "".join(f"{_head(finding)}\n    {finding.hint}\n" for finding in findings)


def _head(finding: Finding) -> str:
    place = finding.place
    where = [place.file] + [
        f"{key} {value}"
        for key, value in (("line", place.line), ("offset", place.offset), ("at", place.xpath))
        if value is not None
    ]
    return f"{finding.code} {finding.severity}: {', '.join(where)}: {finding.message}"


def compare(case: Path, results: Mapping[str, str | bytes]) -> None:
    """Fail unless `golden/` of the case holds exactly these files."""
    assert (case / "reason.txt").read_text("utf-8").strip(), f"{case}: reason.txt must say what the case shows"
    for file in sorted(set(results) | _golden_files(case)):
        expected = case / "golden" / file
        if file not in results:
            pytest.fail(f"{expected} is in golden/, but the case no longer makes it; pytest --regenerate removes it")
        if not expected.is_file():
            pytest.fail(f"{expected} does not exist; pytest --regenerate writes it")
        _compare_file(expected, _bytes(results[file]))


def regenerate(case: Path, results: Mapping[str, str | bytes]) -> None:
    """Make `golden/` of the case hold exactly these files."""
    for file in _golden_files(case) - set(results):
        (case / "golden" / file).unlink()
    for file, content in results.items():
        path = case / "golden" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_bytes(content))


def _golden_files(case: Path) -> set[str]:
    folder = case / "golden"
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def _bytes(content: str | bytes) -> bytes:
    return content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content


def _compare_file(expected: Path, actual: bytes) -> None:
    golden = expected.read_bytes()
    if golden == actual:
        return
    diff = difflib.unified_diff(
        golden.decode("utf-8", "backslashreplace").splitlines(),
        actual.decode("utf-8", "backslashreplace").splitlines(),
        str(expected),
        "what came out",
        lineterm="",
    )
    pytest.fail("\n".join(diff) or f"{expected}: the bytes differ, in line ends or in what is not text", pytrace=False)
