"""What a build makes again, what it leaves alone, and how it fails."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from run.editions import PAGE, files, make

from zhushu import resources
from zhushu.findings import catalogue
from zhushu.model import Severity
from zhushu.run import manifest, stages
from zhushu.run.build import Built, Request, build
from zhushu.run.job import Job
from zhushu.run.work import Step

MADE = {"tei": Step.MADE, "text": Step.MADE, "report": Step.MADE}
KEPT = {"tei": Step.KEPT, "text": Step.KEPT, "report": Step.KEPT}


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    return make(tmp_path / "edition")


@pytest.fixture
def request_(tmp_path: Path) -> Request:
    return Request(tmp_path / "output", to=("text",))


def once(edition: Path, request: Request) -> Built:
    (built,) = build([edition], request)
    return built


def codes(built: Built) -> list[str]:
    return [found.code for found in built.findings if found.severity is not Severity.NOTE]


def test_first_build_makes_everything(edition: Path, request_: Request) -> None:
    built = once(edition, request_)
    assert built.steps == MADE
    assert built.exit_code == 0
    assert {name.split("/")[0] for name in files(request_.output / "small")} == {".zhushu", "tei", "text", "report"}
    assert "\U000248e5" in (request_.output / "small/text/small.txt").read_text("utf-8")


def test_second_build_makes_nothing_and_says_the_same(edition: Path, request_: Request) -> None:
    first = once(edition, request_)
    before = files(request_.output)
    second = once(edition, request_)
    assert second.steps == KEPT
    assert second.findings == first.findings
    assert files(request_.output) == before


def test_force_makes_everything_again(edition: Path, request_: Request) -> None:
    once(edition, request_)
    assert once(edition, replace(request_, force=True)).steps == MADE


def test_a_changed_page_changes_what_is_made_of_it(edition: Path, request_: Request) -> None:
    once(edition, request_)
    (edition / "two.txt").write_text(PAGE.format(n=3).replace("獻", "献").replace("皆三祭\n", "皆三祭𤣥\n"), "utf-8")
    assert once(edition, request_).steps == MADE


def test_a_new_time_stamp_changes_nothing(edition: Path, request_: Request) -> None:
    once(edition, request_)
    os.utime(edition / "two.txt", (1, 1))
    assert once(edition, request_).steps == KEPT


@pytest.mark.parametrize("damage", [Path.unlink, lambda path: path.write_text("another text")])
def test_a_lost_or_changed_output_is_made_again(
    edition: Path, request_: Request, damage: Callable[[Path], Any]
) -> None:
    once(edition, request_)
    before = files(request_.output)
    damage(request_.output / "small/text/small.txt")
    assert once(edition, request_).steps == KEPT | {"text": Step.MADE}
    assert files(request_.output) == before


def test_a_manifest_that_cannot_be_read_is_none(edition: Path, request_: Request) -> None:
    once(edition, request_)
    (request_.output / "small/.zhushu/manifest.json").write_text('{"stages": ')
    assert once(edition, request_).steps == MADE


def test_a_file_that_is_no_longer_made_goes(edition: Path, request_: Request) -> None:
    once(edition, request_)
    stale = request_.output / "small/text/old/page.txt"
    stale.parent.mkdir()
    stale.write_text("of an older version")
    record = request_.output / "small/.zhushu/files-text.json"
    record.write_text(record.read_text("utf-8").replace("[", '["old/page.txt",'), "utf-8")
    once(edition, replace(request_, force=True))
    assert not stale.parent.exists()


def test_what_a_killed_build_left_goes(edition: Path, request_: Request) -> None:
    state = request_.output / "small/.zhushu"
    (state / "fresh-web").mkdir(parents=True)
    (state / "fresh-web" / "page𤣥.html").write_text("half")
    (state / ".survey.json.abcd1234").write_text("half")
    once(edition, request_)
    assert {path.name for path in state.iterdir() if path.name.startswith((".", "fresh"))} == set()


@pytest.fixture
def data_folders(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The hash of each folder of schemas and stylesheets, which a test may change."""
    changed: dict[str, str] = {}
    original = manifest.data_folder
    monkeypatch.setattr("zhushu.run.inputs.data_folder", lambda name: changed.get(name) or original(name))
    return changed


def test_a_changed_stylesheet_makes_only_its_output_again(
    edition: Path, request_: Request, data_folders: dict[str, str]
) -> None:
    once(edition, request_)
    data_folders["xslt/web"] = "changed"
    assert once(edition, request_).steps == KEPT
    data_folders["xslt/text"] = "changed"
    assert once(edition, request_).steps == KEPT | {"text": Step.MADE, "report": Step.MADE}


def test_a_changed_schema_proves_the_text_again_and_goes_no_further(
    edition: Path, request_: Request, data_folders: dict[str, str]
) -> None:
    once(edition, request_)
    data_folders["schema"] = "changed"
    assert once(edition, request_).steps == KEPT | {"tei": Step.MADE, "report": Step.MADE}


def test_every_stylesheet_that_is_imported_is_an_input() -> None:
    """The folders a stage names are all that its stylesheets read."""
    import re

    for stage in stages.STAGES:
        folders = [resources.stylesheet(name.removeprefix("xslt/")).resolve() for name in stage.data if "/" in name]
        for folder in folders:
            for sheet in folder.rglob("*.xsl"):
                for href in re.findall(r'<xsl:(?:import|include)\s+href="([^"]+)"', sheet.read_text("utf-8")):
                    imported = (sheet.parent / href).resolve()
                    assert any(imported.is_relative_to(known) for known in folders), (stage.name, sheet, href)


def test_a_text_that_fails_leaves_the_old_one(
    edition: Path, request_: Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Law 3."""
    once(edition, request_)
    before = files(request_.output)
    (edition / "one.txt").write_text(PAGE.format(n=1) + "　　司马\n", "utf-8")
    monkeypatch.setattr("zhushu.run.text.encode", lambda known: b'<TEI xmlns="http://www.tei-c.org/ns/1.0"/>')
    built = once(edition, request_)
    assert built.exit_code == 1
    assert built.steps == {"tei": Step.FAILED, "text": Step.SKIPPED, "report": Step.MADE}
    rejected = request_.output / "small/rejected/tei/small.xml"
    assert {found.place.file for found in built.findings if found.severity is Severity.ERROR} == {str(rejected)}
    assert "X011" in {found.code for found in built.findings}
    after = files(request_.output)
    assert {name for name in before if before[name] != after[name]} == {
        f"small/{name}"
        for name in (".zhushu/manifest.json", ".zhushu/survey.json", "report/report.html", "report/report.json")
    }
    monkeypatch.undo()
    assert once(edition, request_).steps == MADE
    assert not rejected.parent.parent.exists()


def test_a_stage_that_fails_is_tried_again(edition: Path, request_: Request, monkeypatch: pytest.MonkeyPatch) -> None:
    once(edition, request_)
    before = files(request_.output / "small/text")
    with monkeypatch.context() as patch:
        patch.setattr("zhushu.publish.text.publish", lambda *_: 1 / 0)
        built = once(edition, replace(request_, force=True))
        assert built.exit_code == 11
        assert codes(built)[-1] == "X001"
        assert "ZeroDivisionError" in built.findings[-1].message
    assert files(request_.output / "small/text") == before
    assert once(edition, request_).steps == KEPT | {"text": Step.MADE, "report": Step.MADE}


def test_full_disk(edition: Path, request_: Request, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "small.txt")

    monkeypatch.setattr("zhushu.publish.text.publish", full)
    built = once(edition, request_)
    assert (built.exit_code, codes(built)[-1]) == (11, "X002")
    assert "No space left on device" in built.findings[-1].message


def test_a_full_disk_for_the_manifest_too(edition: Path, request_: Request, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "manifest.json")

    monkeypatch.setattr(manifest, "save", full)
    built = once(edition, request_)
    assert (built.exit_code, codes(built)[-1]) == (11, "X002")


def test_output_that_cannot_be_written(edition: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    built = once(edition, Request(tmp_path / "file"))
    assert (built.exit_code, codes(built)) == (11, ["X002"])


def test_no_second_build_of_one_output(edition: Path, request_: Request) -> None:
    state = request_.output / "small/.zhushu"
    state.mkdir(parents=True)
    with (state / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        built = once(edition, request_)
        assert (built.exit_code, codes(built)) == (11, ["X006"])
    assert once(edition, request_).exit_code == 0


def test_two_editions_of_one_id(edition: Path, tmp_path: Path, request_: Request) -> None:
    first, second = build([edition, make(tmp_path / "other")], request_)
    assert first.exit_code == 0
    assert (second.exit_code, codes(second)) == (11, ["X005"])


def test_one_bad_edition_stops_no_other(tmp_path: Path, request_: Request) -> None:
    bad = make(tmp_path / "bad", "bad", more='[unknown]\nkey = "𤣥"\n')
    good = make(tmp_path / "good", "good")
    first, second = build([bad, good], request_)
    assert first.exit_code == 3
    assert first.findings[0].place.file == str(bad / "edition.toml")
    assert second.steps == MADE


def test_several_editions_have_an_index(tmp_path: Path, request_: Request) -> None:
    editions = [make(tmp_path / name, name) for name in ("a", "b")]
    web = replace(request_, to=("web",))
    *_, index = build(editions, web)
    assert index.steps == {"index": Step.MADE}
    assert {"index.html", "corpus"} <= {name.split("/")[0] for name in files(web.output)}
    before = files(web.output)
    *_, index = build(editions, web)
    assert index.steps == {"index": Step.KEPT}
    (editions[0] / "one.txt").write_text(PAGE.format(n=1) + "　　司马𤣥\n", "utf-8")
    _, index = build(editions[:1], web)
    assert index.steps == {"index": Step.MADE}
    assert files(web.output).keys() == before.keys()


def test_no_edition_takes_the_folder_of_the_index(tmp_path: Path, request_: Request) -> None:
    built = once(make(tmp_path / "edition", "corpus"), request_)
    assert codes(built) == ["X005"]


def test_processes_make_what_one_makes(tmp_path: Path, request_: Request) -> None:
    editions = [make(tmp_path / name, name) for name in ("a", "b")]
    build(editions, request_)
    twice = replace(request_, output=tmp_path / "twice", jobs=2)
    assert [built.exit_code for built in build(editions, twice)] == [0, 0]
    assert files(twice.output) == files(request_.output)


def test_a_worker_that_dies(edition: Path, request_: Request, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zhushu.run.workers._perform_in_worker", _die)
    built = once(edition, replace(request_, jobs=2))
    assert built.exit_code == 11
    assert "X009" in codes(built)


def _die(job: Job) -> None:
    os._exit(1)


def test_an_author_whom_nobody_knows(tmp_path: Path, request_: Request) -> None:
    edition = make(tmp_path / "edition")
    text = (edition / "edition.toml").read_text("utf-8").replace("profile =", 'author = "𤣥"\nprofile =')
    for name, code in (("nobody", ["R057"]), ("liguangpo", [])):
        (edition / "edition.toml").write_text(text.replace("𤣥", name), "utf-8")
        built = once(edition, request_)
        assert [found.code for found in built.findings if found.severity is Severity.ERROR] == code
        assert built.exit_code == (3 if code else 0)
        line = text.splitlines().index('author = "𤣥"') + 1
        assert {found.place.line for found in built.findings if found.code == "R057"} <= {line}


def test_segments_name_their_file_as_it_is(edition: Path, request_: Request) -> None:
    name = "頁 𤣥(1)+%.txt"
    (edition / "one.txt").rename(edition / name)
    settings = (edition / "edition.toml").read_text("utf-8").replace("one.txt", name)
    (edition / "edition.toml").write_text(settings, "utf-8")
    assert once(edition, request_).exit_code == 0
    lines = (request_.output / "small/text/small.segments.jsonl").read_text("utf-8").splitlines()
    assert {record["file"] for line in lines if "file" in (record := json.loads(line))} == {name, "two.txt"}


def test_half_of_a_surrogate_pair_stops_nothing(edition: Path, request_: Request) -> None:
    for at in (0, 60):
        text = PAGE.format(n=1)
        (edition / "one.txt").write_bytes(f"{text[:at]}\ud800{text[at:]}".encode("utf-8", "surrogatepass"))
        built = once(edition, request_)
        assert built.exit_code == 0, built.findings
        assert "R012" in codes(built)


def test_silences(tmp_path: Path, request_: Request) -> None:
    silence = '\n[[silence]]\ncode = "{}"\nreason = "the print has it so"\n'
    of_an_output = next(code for code, entry in catalogue().items() if code[0] == "P" and entry.severity != "error")
    edition = make(tmp_path / "silent", more="".join(map(silence.format, ("C001", "X007", of_an_output))))
    built = once(edition, request_)
    assert codes(built) == ["X007"]  # not that of an output: this build does not make all outputs
    line = (edition / "edition.toml").read_text("utf-8").splitlines().index('code = "X007"') + 1
    assert (built.findings[-1].place.file, built.findings[-1].place.line) == (str(edition / "edition.toml"), line)


def test_steps_are_told(edition: Path, request_: Request) -> None:
    told: list[tuple[Step, str]] = []
    build([edition], request_, lambda step, job: told.append((step, job.stage)))
    assert [stage for step, stage in told if step is Step.PLANNED] == ["tei", "text", "report"]
    assert [stage for step, stage in told if step is Step.MADE] == ["tei", "text", "report"]


def test_encoding_is_named(edition: Path, request_: Request) -> None:
    for name in ("one.txt", "two.txt"):
        text = (edition / name).read_text("utf-8").replace("\ue913", "").replace("𤣥", "")
        (edition / name).write_bytes(text.encode("gb18030"))
    assert once(edition, replace(request_, encoding="gb18030")).exit_code == 0
    assert once(edition, replace(request_, encoding="utf-8")).exit_code == 4


@pytest.mark.parametrize("output", [".", "output", "out/put"])
def test_output_inside_the_edition_is_no_input(edition: Path, output: str) -> None:
    request = Request(edition / output, to=("text",))
    once(edition, request)
    assert once(edition, request).steps == KEPT


@pytest.mark.parametrize("place", [".raw/p.txt", "link/p.txt", "profile.toml"])
def test_every_file_that_is_named_is_an_input(place: str, tmp_path: Path, request_: Request) -> None:
    """Where the walk through the edition's folder does not come: hidden folders, links, profiles elsewhere."""
    page = "" if place == "profile.toml" else f'\n[[page]]\nfile = "{place}"\nn = "7"\njuan = "6"\n'
    edition = make(tmp_path / "edition", more=page)
    (edition / ".raw").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (edition / "link").symlink_to("../elsewhere")
    file = edition / place if page else tmp_path / "elsewhere" / "base.toml"
    before = PAGE.format(n=7) if page else '[profile]\nid = "b"\ntitle = "乙"\nextends = "shuzhu"\n'
    file.write_text(before, "utf-8")
    if not page:
        (edition / ".own.toml").write_text(before.replace("shuzhu", "../elsewhere/base.toml"), "utf-8")
        settings = (edition / "edition.toml").read_text("utf-8").replace('"shuzhu"', '".own.toml"')
        (edition / "edition.toml").write_text(settings, "utf-8")
    assert once(edition, request_).steps == MADE
    assert once(edition, request_).steps == KEPT
    file.write_text(before + "# 𤣥\n", "utf-8")
    assert once(edition, request_).steps["tei"] is Step.MADE


@pytest.mark.parametrize("name", ["dangling", "pipe", "device"])
def test_what_is_no_file_is_no_input(name: str, edition: Path, request_: Request) -> None:
    if name == "pipe":
        os.mkfifo(edition / "pipe.txt")
    else:
        (edition / "link.txt").symlink_to("nowhere" if name == "dangling" else "/dev/zero")
    assert once(edition, request_).exit_code == 0
    assert once(edition, request_).steps == KEPT


def test_an_input_whose_name_is_not_text(edition: Path, request_: Request) -> None:
    (edition / os.fsdecode(b"\xe7\xac.pdf")).write_text("not a page")
    assert once(edition, request_).exit_code == 0
