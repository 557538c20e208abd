"""Laws 4 and 6: the same bytes wherever it is built, and never half a file, whenever it is stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from run.editions import files, make

from zhushu.run.build import Request, build
from zhushu.run.work import Step

BUILD = (sys.executable, "-c", "from zhushu.commands import main; main()", "build")


def run(*arguments: object, cwd: Path, **environment: str) -> None:
    done = subprocess.run(
        [*BUILD, *map(str, arguments)], cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_same_bytes_in_another_place_time_zone_and_hash_seed(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "in another" / "folder 注疏"
    make(first / "edition")
    make(second / "pages" / "of the edition")
    run("edition", "--jobs", 1, cwd=first, TZ="UTC", PYTHONHASHSEED="1", LC_ALL="C")
    out = tmp_path / "elsewhere"
    run(
        second / "pages" / "of the edition", "-o", out, "--jobs", 2,
        cwd=tmp_path, TZ="Asia/Taipei", PYTHONHASHSEED="2",
    )  # fmt: skip
    one, other = files(first / "output"), files(out)
    assert one.keys() == other.keys()
    assert [name for name in one if one[name] != other[name]] == []


class Stopped(BaseException):
    """As a signal would: not an Exception, so that nothing on the way may swallow it."""


@pytest.fixture
def stopped_at(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Stops the process at the n-th moment at which a file takes its place, just before or just after."""
    original = os.replace

    def arm(moment: int, after: bool) -> None:
        count = 0

        def replace(*arguments: Any, **named: Any) -> None:
            nonlocal count
            count += 1
            if count == moment and not after:
                raise Stopped
            original(*arguments, **named)
            if count == moment:
                raise Stopped

        monkeypatch.setattr(os, "replace", replace)

    yield arm
    monkeypatch.undo()


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("moment", range(1, 11))
def test_stopped_at_any_moment(
    moment: int, after: bool, stopped_at: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build over an older one: every file is whole, old or new, and the next build makes what a first one makes."""
    edition, request = make(tmp_path / "edition"), Request(tmp_path / "output", to=("text",))
    build([edition], request)
    old = files(request.output)
    (edition / "two.txt").write_text((edition / "two.txt").read_text("utf-8") + "　　注曰𤣥端\n", "utf-8")
    clean = Request(tmp_path / "clean", to=("text",))
    build([edition], clean)
    new = files(clean.output)
    stopped_at(moment, after)
    with pytest.raises(Stopped):
        build([edition], request)
    monkeypatch.undo()
    left = files(request.output)
    assert [name for name in left if left[name] not in (old.get(name), new.get(name))] in ([], [MANIFEST])
    build([edition], request)
    assert files(request.output) == new
    (built,) = build([edition], request)
    assert set(built.steps.values()) == {Step.KEPT}


MANIFEST = "small/.zhushu/manifest.json"  # between two builds it speaks of both


def test_kill(tmp_path: Path) -> None:
    """Nobody is left waiting, and the next build goes on."""
    for k in range(4):
        make(tmp_path / "corpus" / f"edition{k}", f"edition{k}")
    arguments = [*BUILD, "corpus", "--to", "text", "--jobs", "2"]
    with subprocess.Popen(arguments, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        process.stderr.readline()
        process.kill()
        process.stderr.read()  # to its end, which comes when no worker holds it open any more
    run("corpus", "--to", "text", "--jobs", 1, cwd=tmp_path)
    run("corpus", "-o", "clean", "--to", "text", "--jobs", 1, cwd=tmp_path)
    assert files(tmp_path / "output") == files(tmp_path / "clean")


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupt(tmp_path: Path, jobs: int) -> None:
    for k in range(6):
        make(tmp_path / "corpus" / f"edition{k}", f"edition{k}")
    arguments = [*BUILD, "corpus", "--to", "text", "--jobs", str(jobs)]
    with subprocess.Popen(arguments, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        first = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        said = first + process.stderr.read()
    assert process.returncode == 130
    assert "made" in first
    assert "X010" in said
    assert "Traceback" not in said
    assert [path for path in tmp_path.rglob("*") if "fresh" in path.name] == []
    run("corpus", "--to", "text", "--jobs", 1, cwd=tmp_path)
    run("corpus", "-o", "clean", "--to", "text", "--jobs", 1, cwd=tmp_path)
    assert files(tmp_path / "output") == files(tmp_path / "clean")
