"""A build replaces and removes what builds have made, and nothing else."""

from __future__ import annotations

import fcntl
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from run.editions import files, make

from zhushu.errors import RunError
from zhushu.run import corpus
from zhushu.run.build import Request, build, unwatched
from zhushu.run.editions import editions
from zhushu.run.work import Step

# Where a user's file might stand: beside ours, in place of one, as a folder where a file goes and the other way round.
PLACES = (
    "mine\U000248e5.txt", "index.html", "corpus/mine.txt", "small/mine\ue913.txt", "small/tei", "small/tei/small.xml",
    "small/tei/mine/x.xml", "small/text/mine.txt", "small/text/small.txt", "small/text/small.txt/mine",
    "small/rejected/tei/small.xml", "small/rejected/mine", "small/web", "small/report/x",
    "../edition/notes.md", "../edition/text/mine.txt",
)  # fmt: skip
LINKS = ("small/tei", "small/text", "small/rejected", "small/.zhushu", "corpus", "small/report/report.html")


class Stopped(BaseException):
    """As a signal would."""


def put(output: Path, places: set[str], link: str | None) -> dict[Path, bytes]:
    """The user's files, with what is in them; a place that is taken is left."""
    made: dict[Path, bytes] = {}
    if link and not (output / link).exists():
        (output / link).parent.mkdir(parents=True, exist_ok=True)
        to = "precious/report.html" if link.endswith(".html") else "precious"
        (output / link).symlink_to("../" * (link.count("/") + 1) + to)
    for place in sorted(places):
        path = output / place
        if path.exists() or any(parent.is_file() or parent.is_symlink() for parent in path.parents):
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(place.encode())
        made[path] = place.encode()
    return made


def once(edition: Path, request: Request, patch: pytest.MonkeyPatch, stop: int | None, fail: bool) -> None:
    """A build, stopped at the n-th moment at which a file takes its place, or with a text that is not valid."""
    original, count = os.replace, 0

    def replace(*arguments: Any, **named: Any) -> None:
        nonlocal count
        count += 1
        if count == stop:
            raise Stopped
        original(*arguments, **named)

    with patch.context() as patched:
        patched.setattr(os, "replace", replace)
        if fail:
            patched.setattr("zhushu.run.text.encode", lambda known: b'<TEI xmlns="http://www.tei-c.org/ns/1.0"/>')
        try:
            build([edition], request)
        except Stopped:
            return


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    before=st.booleans(),
    places=st.sets(st.sampled_from(PLACES), max_size=6),
    link=st.none() | st.sampled_from(LINKS),
    stop=st.none() | st.integers(1, 12),
    fail=st.booleans(),
)
def test_every_file_of_the_user_survives(
    before: bool,
    places: set[str],
    link: str | None,
    stop: int | None,
    fail: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    home = tmp_path_factory.mktemp("home")
    edition, request = make(home / "edition"), Request(home / "output", to=("text",), force=True)
    (home / "precious").mkdir()
    (home / "precious" / "report.html").write_bytes(b"precious")
    (home / "precious" / "small.xml").write_bytes(b"precious")
    with pytest.MonkeyPatch.context() as patch:
        if before:
            once(edition, request, patch, None, fail=False)
        mine = put(request.output, places, link) | {
            path: path.read_bytes() for path in [*(home / "precious").iterdir(), *edition.iterdir()] if path.is_file()
        }
        for stopped, failed in ((stop, fail), (None, fail), (None, False)):
            once(edition, request, patch, stopped, failed)
            assert {path: path.read_bytes() if path.is_file() else None for path in mine} == mine
            assert sorted(files(home / "precious")) == ["report.html", "small.xml"]
            assert not link or (request.output / link).exists()
    shutil.rmtree(home)


def codes(edition: Path, request: Request) -> list[str]:
    return [found.code for found in build([edition], request)[0].findings if found.code.startswith("X")]


def test_a_file_of_the_user_in_the_way_is_named(tmp_path: Path) -> None:
    edition, request = make(tmp_path / "edition"), Request(tmp_path / "output", to=("text",))
    mine = request.output / "small/text/small.txt"
    mine.parent.mkdir(parents=True)
    mine.write_text("𤣥\ue913", "utf-8")
    (built,) = build([edition], request)
    assert built.steps["text"] is Step.FAILED
    assert [(found.code, found.place.file) for found in built.findings if found.code == "X015"] == [("X015", str(mine))]
    mine.unlink()
    assert codes(edition, request) == []


def test_outputs_whose_record_is_lost_are_ours_while_they_are_the_same(tmp_path: Path) -> None:
    edition, request = make(tmp_path / "edition"), Request(tmp_path / "output", to=("text",))
    build([edition], request)
    shutil.rmtree(request.output / "small/.zhushu")
    assert codes(edition, request) == []
    assert set(build([edition], request)[0].steps.values()) == {Step.KEPT}


def test_a_file_of_the_user_among_ours_is_no_reason_to_build_again(tmp_path: Path) -> None:
    edition, request = make(tmp_path / "edition"), Request(tmp_path / "output", to=("text",))
    build([edition], request)
    for content in ("one", "another"):
        (request.output / "small/text/mine.txt").write_text(content)
        assert set(build([edition], request)[0].steps.values()) == {Step.KEPT}


@pytest.mark.parametrize(
    ("folder", "output"), [("small", "."), ("up/small/ed", "up"), ("ed", "ed/decisions"), ("ed", "ed/in")]
)
def test_an_output_over_an_edition_is_refused(folder: str, output: str, tmp_path: Path) -> None:
    page = '\n[[page]]\nfile = "in/small/p.txt"\nn = "7"\njuan = "5"\n' if output == "ed/in" else ""
    edition = make(tmp_path / folder, more=page)
    for name in ("in/small/p.txt", "report/notes.md", "decisions/small/notes"):
        (edition / name).parent.mkdir(parents=True, exist_ok=True)
        (edition / name).write_text("𤣥\ue913", "utf-8")
    before = files(tmp_path)
    assert codes(edition, Request(tmp_path / output)) == ["X016"]
    assert files(tmp_path) == before


def test_an_output_over_another_edition_is_refused(tmp_path: Path) -> None:
    first, second = make(tmp_path / "a", "b"), make(tmp_path / "b", "c")
    before = files(tmp_path)
    assert codes(first, Request(tmp_path)) == ["X016"]
    assert files(tmp_path) == before
    assert codes(second, Request(tmp_path, to=("text",))) == []


def test_an_index_of_the_users_own_stays(tmp_path: Path) -> None:
    editions = [make(tmp_path / name, name) for name in ("a", "b")]
    request = Request(tmp_path / "output", to=("web",))
    request.output.mkdir()
    (request.output / "index.html").write_text("mine 𤣥\ue913", "utf-8")
    *_, index = build(editions, request)
    assert ([found.code for found in index.findings], index.exit_code) == (["X015"], 11)
    assert (request.output / "index.html").read_text("utf-8") == "mine 𤣥\ue913"


def test_a_lock_that_is_a_link_is_not_emptied(tmp_path: Path) -> None:
    edition, request = make(tmp_path / "edition"), Request(tmp_path / "output", to=("text",))
    mine = tmp_path / "𤣥\ue913.txt"
    mine.write_text("mine", "utf-8")
    (request.output / "small" / ".zhushu").mkdir(parents=True)
    (request.output / "small" / ".zhushu" / "lock").symlink_to(mine)
    assert codes(edition, request) == ["X015"]
    assert mine.read_text("utf-8") == "mine"


def test_a_witness_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "𤣥\ue913.txt"
    os.mkfifo(pipe)
    request = Request(tmp_path / "output", to=("text",), witnesses=(pipe,))
    (built,) = build([make(tmp_path / "edition")], request)
    assert "C020" in {found.code for found in built.findings}


def test_who_makes_the_index_second_waits(tmp_path: Path) -> None:
    output = tmp_path / "𤣥\ue913"
    build([make(tmp_path / name, name) for name in ("a", "b")], Request(output, to=("web",)))
    with (output / ".zhushu" / "lock").open("wb") as lock, ThreadPoolExecutor() as pool:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = pool.submit(corpus.make, output, True, unwatched)
        with pytest.raises(TimeoutError):
            made.result(0.5)
        fcntl.flock(lock, fcntl.LOCK_UN)
        assert made.result()[0] is Step.MADE


def test_a_corpus_is_built_into_its_own_folder_again(tmp_path: Path) -> None:
    corpus_ = tmp_path / "𤣥\ue913"
    folders = tuple(make(corpus_ / "in" / name, name) for name in ("a", "b"))
    for _ in range(2):
        (found,) = editions([corpus_])
        assert (found.editions, found.passed_over) == (folders, ())
        build(found.editions, Request(corpus_, to=("web",)))
    with pytest.raises(RunError):
        editions([corpus_ / "a"])
