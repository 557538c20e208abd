"""What the commands say and how they end, as a user sees it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from run.editions import make

from zhushu.findings import catalogue


def zhushu(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own, as the script that pip installs runs it."""
    return subprocess.run(
        [sys.executable, "-c", "from zhushu.__main__ import main; main()", *map(str, arguments)],
        capture_output=True, text=True, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("commands") / "edition")


@pytest.fixture(scope="module")
def tei(edition: Path) -> Path:
    output = edition.parent / "output"
    done = zhushu("build", edition, "-o", output, "--to", "tei", "-j1")
    assert done.returncode == 0, done.stderr
    return output / "small" / "tei" / "small.xml"


def test_build_says_findings_line_by_line(edition: Path, tmp_path: Path) -> None:
    done = zhushu("build", edition, "-o", tmp_path, "--to", "tei", "-j1")
    assert f"{edition}/one.txt:5: C001 warning: U+E913" in done.stderr
    assert "small: tei made (" in done.stderr
    where = "(notes: --verbose, or report/report.html)"
    assert done.stdout == f"{tmp_path / 'small'}: complete; 2 warnings, 3 notes {where}\n"
    assert "note:" not in done.stderr
    again = zhushu("build", edition, "-o", tmp_path, "--to", "tei", "-v")
    assert "small: tei up to date" in again.stderr
    assert "S020 note:" in again.stderr


def test_the_index_of_a_corpus_does_not_speak_for_its_editions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from zhushu.commands.build import _say
    from zhushu.findings import finding
    from zhushu.model import Place
    from zhushu.run.build import Built
    from zhushu.run.work import Step

    remark = finding("R028", Place("𤣥\ue913.txt"), count=1, suffix=".md", read=".txt")
    for findings in ((), (remark,)):
        _say(Built(tmp_path, tmp_path, {"index": Step.MADE}, findings, 0), verbose=False, quiet=False)
    out = capsys.readouterr().out
    assert out == f"{tmp_path}: index of the editions complete\n{tmp_path}: index of the editions complete; 1 warning\n"


def all_of(terminal: int) -> str:
    """What a program writes to its terminal, until it closes it."""
    parts = []
    with contextlib.suppress(OSError):  # how a terminal says that the other side is closed
        while part := os.read(terminal, 4096):
            parts.append(part)
    os.close(terminal)
    return b"".join(parts).decode()


def test_build_on_a_terminal_shows_a_bar(edition: Path, tmp_path: Path) -> None:
    import pty

    lead, terminal = pty.openpty()
    arguments = [sys.executable, "-c", "from zhushu.__main__ import main; main()", "build", str(edition)]
    options = ["-o", str(tmp_path), "--to", "tei", "-j1"]
    with subprocess.Popen([*arguments, *options], stderr=terminal, stdout=subprocess.DEVNULL) as process:
        os.close(terminal)
        shown = all_of(lead)
    assert process.returncode == 0, shown
    assert "small tei" in shown
    assert "2/2" in shown
    assert "tei made" not in shown
    assert "C001" in shown


def test_build_quietly(edition: Path, tmp_path: Path) -> None:
    done = zhushu("build", edition, "-o", tmp_path, "--to", "tei", "-j1", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_build_in_json(edition: Path, tmp_path: Path) -> None:
    done = zhushu("build", edition, "-o", tmp_path, "--to", "tei", "-j1", "--json")
    (said,) = json.loads(done.stdout)
    assert said["stages"] == {"tei": "made", "report": "made"}
    assert {"code": "C001", "severity": "warning"}.items() <= said["findings"][-1].items()
    assert done.stderr == ""


def test_many_findings_of_one_code_are_cut(tmp_path: Path) -> None:
    edition = make(tmp_path / "edition")
    page = edition / "one.txt"
    strange = "".join(chr(0xE100 + k) for k in range(15))
    page.write_text(page.read_text("utf-8").replace("皆三祭", f"皆{strange}三祭", 1), "utf-8")
    done = zhushu("build", edition, "-o", tmp_path / "output", "--to", "tei", "-j1")
    assert done.stderr.count("C001 warning") == 10
    assert "… and 7 more of C001" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "finding"),
    [
        (("build", "{tmp}/nowhere"), 11, "X003"),
        (("build", "{tmp}/empty"), 11, "X004"),
        (("build", "{edition}", "-o", "{edition}/one.txt"), 11, "X002"),
        (("build", "{edition}", "-o", "{tmp}/out", "--scheduler", "tcp://127.0.0.1:1"), 11, "X008"),
        (("init", "{edition}"), 11, "X012"),
        (("init", "{tmp}/empty"), 4, "R020"),
        (("collate", "{tmp}/empty", "--witness", "{edition}"), 4, "R020"),
        (("train", "{tmp}/empty", "{edition}/one.txt"), 4, "R020"),
        (("export", "{edition}/one.txt", "--as", "base"), 7, "V001"),
        (("export", "{edition}/one.txt", "--as", "base", "-o", "{edition}/two.txt"), 11, "X012"),
    ],
)  # fmt: skip
def test_errors_are_findings(
    arguments: tuple[str, ...], code: int, finding: str, edition: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    done = zhushu(*(part.format(tmp=tmp_path, edition=edition) for part in arguments))
    assert done.returncode == code, done.stderr
    assert f": {finding} error: " in done.stderr
    assert str(tmp_path.parent.parent) in done.stderr or "tcp:" in done.stderr  # files are named as the user does
    assert "Traceback" not in done.stderr


def test_verify(tei: Path, edition: Path, tmp_path: Path) -> None:
    done = zhushu("verify", tei, edition / "one.txt", edition / "two.txt")
    assert (done.returncode, done.stderr) == (0, "")
    changed = tmp_path / "one.txt"
    changed.write_text((edition / "one.txt").read_text("utf-8").replace("司马", "司馬"), "utf-8")
    done = zhushu("verify", tei, changed, edition / "two.txt")
    assert done.returncode == 1
    assert f"{changed}" in done.stderr
    said = json.loads(zhushu("verify", tei, changed, edition / "two.txt", "--json").stdout)
    assert said["findings"]


def test_init_writes_what_a_build_takes(edition: Path, tmp_path: Path) -> None:
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_bytes((edition / name).read_bytes())
    started = zhushu("init", tmp_path)
    assert started.returncode == 0
    assert "profile.toml: written; not used: edition.toml names the profile shuzhu" in started.stdout
    done = zhushu("build", tmp_path, "-o", tmp_path / "output", "--to", "tei", "-j1")
    assert done.returncode == 0, done.stderr
    assert "R052" not in done.stderr


@pytest.mark.parametrize("name", ["base", "cbeta", "commentary", "editor", "evt"])
def test_export(name: str, tei: Path, tmp_path: Path) -> None:
    from lxml import etree

    out = tmp_path / "out.xml"
    assert zhushu("export", tei, "--as", name, "-o", out).returncode == 0
    assert etree.parse(out).getroot().tag.endswith("}TEI")
    assert zhushu("export", tei, "--as", name).stdout == out.read_text("utf-8")


def test_export_overwrites_nothing(tei: Path, tmp_path: Path) -> None:
    record = tmp_path / "𤣥\ue913.xml"
    record.write_bytes(tei.read_bytes())
    done = zhushu("export", record, "--as", "base", "-o", record)
    assert (done.returncode, record.read_bytes()) == (11, tei.read_bytes())
    assert "X012 error" in done.stderr


@pytest.mark.parametrize(("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colour(environment: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    from zhushu.commands._console import line
    from zhushu.findings import finding
    from zhushu.model import Place

    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    said = line(finding("X003", Place("𤣥.txt", 3, 7), path="𤣥.txt"))
    assert said.startswith("𤣥.txt:3: X003 ")
    assert "(offset 7) — " in said
    assert ("\x1b[" in said) is coloured


def test_explain() -> None:
    done = zhushu("explain", "x002")
    assert done.returncode == 0
    assert "X002 (error)" in done.stdout
    assert "(9 before 10)" in " ".join(zhushu("explain", "r029").stdout.split("\n\n")[1].split("\n"))
    assert all(len(line) > 40 for line in zhushu("explain", "r029").stdout.split("\n\n")[1].split("\n")[:-1])
    wrong = zhushu("explain", "X0002")
    assert wrong.returncode == 2
    assert "did you mean X002" in wrong.stderr


def test_explain_lists_all() -> None:
    done = zhushu("explain")
    assert all(f"  {code} " in done.stdout for code in catalogue())
    assert set(json.loads(zhushu("explain", "--json").stdout)) == set(catalogue())


@pytest.mark.parametrize("place", ["index.html", "a𤣥\ue913/web/index.html"])
def test_serve(tmp_path: Path, place: str) -> None:
    """What a build has made an index for, and editions that were built one by one."""
    (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / place).write_text("<p>𤣥</p>", "utf-8")
    program = [sys.executable, "-c", "from zhushu.__main__ import main; main()"]
    with subprocess.Popen(
        [*program, "serve", str(tmp_path), "--port", "0", "-q"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        address = process.stdout.readline().split(": ")[1].split(" ")[0]
        with urllib.request.urlopen(address) as page:
            said = page.read().decode()
        if place != "index.html":
            (link,) = re.findall('href="(.*?)">a𤣥\ue913<', said)
            with urllib.request.urlopen(address + link) as page:
                said = page.read().decode()
        assert said == "<p>𤣥</p>"
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 130


def test_serve_where_the_port_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = zhushu("serve", tmp_path, "--port", taken.getsockname()[1])
    assert done.returncode == 11
    assert "X013" in done.stderr


@pytest.mark.parametrize("seconds", [0.01, 0.03, 0.06, 0.1, 0.2, 0.4, 0.8])
def test_ctrl_c_in_the_first_moments(seconds: float, edition: Path, tmp_path: Path) -> None:
    """Also while modules are imported and while workers start, as a terminal sends it: to all of them."""
    program = "import zhushu.__main__ as program; print('ready', flush=True); program.main()"
    arguments = [sys.executable, "-c", program, "build", str(edition), "-o", str(tmp_path), "-j2"]
    pipe = subprocess.PIPE
    with subprocess.Popen(arguments, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        assert process.stdout
        process.stdout.readline()
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 130, said
    assert said.count("X010") == 1
    assert "Traceback" not in said


def test_an_interrupt_that_is_swallowed_still_counts() -> None:
    program = (
        "import os, signal, zhushu.commands as c\n"
        "def swallow():\n"
        "    try:\n        os.kill(os.getpid(), signal.SIGINT)\n"
        "    except KeyboardInterrupt:\n        pass\n"
        "c.zhushu.main = lambda *_, **__: swallow()\n"
        "c.main([])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr.count("X010")) == (130, 1)


def test_what_the_terminal_cannot_show_stops_nothing(tmp_path: Path) -> None:
    done = zhushu("--help", PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, "")
    (tmp_path / "𤣥\ue913").mkdir()
    done = zhushu("build", tmp_path / "𤣥\ue913", "--json", PYTHONIOENCODING="latin-1")
    (said,) = json.loads(done.stdout)
    assert "𤣥\ue913 holds neither" in said["findings"][0]["message"]
    assert (done.returncode, said["exit_code"]) == (11, 11)


def test_a_folder_whose_name_is_not_text(edition: Path, tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"\xe7\xac")
    folder.mkdir()
    (folder / "a.txt").write_bytes((edition / "one.txt").read_bytes())
    done = zhushu("build", folder, "-o", tmp_path / "output", "--to", "text", "-j1")
    assert (done.returncode, "X001" in done.stderr) == (0, False), done.stderr


def test_a_date_that_is_none(edition: Path, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "a.txt").write_bytes((edition / "one.txt").read_bytes())
    for seconds in ("9" * 30, "soon", "1.5"):
        done = zhushu("build", tmp_path / "a", "-o", tmp_path / "o", "--to", "text", "-j1", SOURCE_DATE_EPOCH=seconds)
        assert (done.returncode, "R054" in done.stderr) == (0, True), done.stderr


DEEP = [("a.wiki", "{{" * 20000 + "𤣥\ue913" + "}}" * 20000), ("edition.toml", "a=" + "[" * 5000)]


@pytest.mark.parametrize(("name", "text"), DEEP, ids=["template", "table"])
def test_what_is_nested_too_deep(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / name).write_text(text, "utf-8")
    done = zhushu("build", tmp_path / "a", "-o", tmp_path / "output", "-j1")
    assert done.returncode in (3, 4), done.stderr
    assert "nested too deep" in done.stderr
