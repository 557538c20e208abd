"""What the user names → editions; findings that name files here ⇄ findings that mean the same everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zhushu import resources
from zhushu.errors import RunError
from zhushu.model import Finding, Place, Severity
from zhushu.run import editions as corpora
from zhushu.run.job import Target
from zhushu.run.places import portable, printable


def touch(*paths: Path) -> None:
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def editions(named: list[Path]) -> tuple[Path, ...]:
    return tuple(folder for found in corpora.editions(named) for folder in found.editions)


def passed_over(path: Path) -> list[tuple[str, str]]:
    return [(one.code, one.place.file) for found in corpora.editions([path]) for one in found.passed_over]


def test_an_edition_is_its_own_folder(tmp_path: Path) -> None:
    touch(tmp_path / "a" / "edition.toml", tmp_path / "a" / "decisions" / "characters.toml", tmp_path / "b" / "1.txt")
    assert editions([tmp_path / "a", tmp_path / "b"]) == (tmp_path / "a", tmp_path / "b")


def test_a_corpus_is_a_folder_of_editions(tmp_path: Path) -> None:
    touch(
        tmp_path / "b" / "edition.toml",
        tmp_path / "a𤣥" / "edition.toml",
        tmp_path / "notes" / "x",
        tmp_path / "README",
    )
    assert editions([tmp_path]) == (tmp_path / "a𤣥", tmp_path / "b")


def test_a_corpus_without_edition_files(tmp_path: Path) -> None:
    touch(tmp_path / "b" / "1.txt", tmp_path / "a" / "1.txt", tmp_path / ".git" / "config")
    (tmp_path / "empty").mkdir()
    assert editions([tmp_path]) == (tmp_path / "a", tmp_path / "b")


def test_editions_at_any_depth(tmp_path: Path) -> None:
    touch(tmp_path / "README.md", tmp_path / "a" / "b𤣥" / "c" / "1.txt", tmp_path / "d" / "1.html")
    assert editions([tmp_path]) == (tmp_path / "a" / "b𤣥" / "c", tmp_path / "d")
    touch(tmp_path / "e" / "f\ue913" / "edition.toml")
    assert editions([tmp_path]) == (tmp_path / "e" / "f\ue913",)
    assert passed_over(tmp_path) == [("X017", str(tmp_path / name)) for name in ("a/b𤣥/c", "d")]


def test_a_witness_is_not_passed_over(tmp_path: Path) -> None:
    touch(tmp_path / "a" / "edition.toml", tmp_path / "kr" / "1.txt", tmp_path / "kr" / "2" / "1.txt")
    (tmp_path / "a" / "edition.toml").write_text('[[witness]]\npath = "../kr"\n')
    assert passed_over(tmp_path) == []


def test_pages_inside_an_edition_are_named(tmp_path: Path) -> None:
    touch(tmp_path / "1.txt", tmp_path / "more" / "2.txt", tmp_path / "notes" / "x.pdf")
    assert editions([tmp_path]) == (tmp_path,)
    assert passed_over(tmp_path) == [("X017", str(tmp_path / "more"))]
    touch(tmp_path / "edition.toml", tmp_path / "in" / "edition.toml")
    assert editions([tmp_path]) == (tmp_path,)
    assert passed_over(tmp_path) == [("X017", str(tmp_path / "in"))]


def test_an_output_is_no_edition(tmp_path: Path) -> None:
    touch(
        tmp_path / "a" / "1.txt", tmp_path / "out" / "a" / ".zhushu" / "lock", tmp_path / "out" / "a" / "web" / "1.html"
    )
    assert editions([tmp_path]) == (tmp_path / "a",)
    assert passed_over(tmp_path) == []


def test_links_go_round_in_no_circle(tmp_path: Path) -> None:
    touch(tmp_path / "a" / "1.txt")
    (tmp_path / "a" / "up").symlink_to("..")
    (tmp_path / "b").symlink_to("nowhere")
    assert editions([tmp_path]) == (tmp_path / "a",)


def test_each_once(tmp_path: Path) -> None:
    touch(tmp_path / "a" / "edition.toml")
    assert editions([tmp_path, tmp_path / "a", tmp_path / "a" / ".." / "a"]) == (tmp_path / "a",)


@pytest.mark.parametrize(("name", "code"), [("nothing", "X003"), ("file", "X003"), ("empty", "X004")])
def test_nothing_to_build(name: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    touch(tmp_path / "file")
    with pytest.raises(RunError) as caught:
        editions([tmp_path / name])
    assert caught.value.findings[0].code == code


FOLDERS = st.sampled_from(["seeds", "/a/b", ".", "../𤣥", "a"])
FILES = st.sampled_from(["edition.toml", "decisions/characters.toml", "卷\ue913.txt", "a/a.txt", ""])


@given(edition=FOLDERS, output=st.sampled_from(["output/x", "/var/out/x", "../o"]), name=FILES)
def test_a_finding_comes_back_as_it_was_said(edition: str, output: str, name: str) -> None:
    target = Target("x", Path(edition), Path(output))
    for folder in (target.edition, target.output, resources.package("")):
        said = Finding("X002", Severity.ERROR, f"{folder / name}: no", "look", Place(str(folder / name), 3))
        kept = portable(said, target)
        assert not Path(kept.place.file).is_absolute()
        assert printable(kept, target) == said


def test_a_bare_name_is_a_file_of_the_edition() -> None:
    target = Target("x", Path("seeds"), Path("output/x"))
    said = Finding("R001", Severity.ERROR, "page.txt is empty", "look", Place("page.txt"))
    assert portable(said, target) == said
    assert printable(said, target).place.file == "seeds/page.txt"


def test_a_profile_of_ours_is_not_of_the_edition() -> None:
    target = Target("x", Path("seeds"), Path("output/x"))
    said = Finding("S020", Severity.NOTE, "markers", "look", Place("profiles/shuzhu.toml"))
    assert printable(portable(said, target), target).place.file == str(resources.package("profiles/shuzhu.toml"))
