"""The wheel in an empty environment finds its schema, stylesheets and profiles, and builds from anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from conftest import CHECKOUT
from run.editions import make


def run(*arguments: object, cwd: Path) -> str:
    """In an environment that knows nothing of the checkout."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run([*map(str, arguments)], cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, CHECKOUT, cwd=out)
    (path,) = out.glob("*.whl")
    return path


def test_what_is_in_it(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for needed in (
        "zhushu/py.typed",
        "zhushu/profiles/shuzhu.toml",
        "zhushu/findings/run.toml",
        "zhushu/run/report.css",
        "zhushu/fonts/zhushu-rare.ttf",
        "zhushu/fonts/LICENCE-zhushu-rare.txt",
        "zhushu/data/schema/zhushu.rng",
        "zhushu/data/xslt/text/text.xsl",
    ):
        assert needed in names
    checkout = {
        f"zhushu/data/{path.relative_to(CHECKOUT).as_posix()}"
        for top in ("schema", "xslt")
        for path in (CHECKOUT / top).rglob("*")
        if path.is_file()
    }
    assert checkout <= names
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"zhushu"}


def test_builds_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / "bin" / "python"
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--require-hashes", "-r", CHECKOUT / "requirements.lock", cwd=tmp_path)
    run(*pip, "--no-deps", wheel, cwd=tmp_path)
    make(tmp_path / "work" / "edition")
    said = run(python.parent / "zhushu", "build", "edition", cwd=tmp_path / "work")
    assert "complete" in said
    output = tmp_path / "work" / "output" / "small"
    made = {path.relative_to(output).parts[0] for path in output.rglob("*") if path.is_file()}
    assert {"tei", "web", "print", "epub", "text", "report"} <= made
    where = run(python, "-c", "import zhushu; print(zhushu.__file__)", cwd=tmp_path)
    assert str(tmp_path) in where
