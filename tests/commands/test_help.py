"""The command line starts fast and says what it can do."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from zhushu import __version__
from zhushu.commands import zhushu

HEAVY = ("lxml", "saxonche", "typst", "opencc", "pikepdf", "uharfbuzz", "fontTools", "rich", "msgspec", "distributed")
COMMANDS = ("build", "explain", "export", "init", "serve", "verify")


@pytest.mark.parametrize("arguments", [["--help"], ["build", "--help"], ["--version"], ["explain", "X001"]])
def test_no_heavy_import(arguments: list[str]) -> None:
    program = (
        "import json, sys\n"
        "from zhushu.commands import main\n"
        "try:\n    main(sys.argv[1:])\n"
        "finally:\n    print(json.dumps(list(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert {name.split(".")[0] for name in json.loads(done.stderr)} & set(HEAVY) == set()


def test_help_lists_every_command() -> None:
    said = CliRunner().invoke(zhushu, ["--help"]).output
    assert all(f"\n  {name} " in said for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    done = CliRunner().invoke(zhushu, [name, "--help"])
    assert done.exit_code == 0
    assert "Usage" in done.output


def test_version() -> None:
    assert CliRunner().invoke(zhushu, ["--version"]).output.strip().endswith(__version__)


@pytest.mark.parametrize("arguments", [["nothing"], ["build"], ["build", "x", "--to", "papyrus"], ["--unknown"]])
def test_wrong_usage(arguments: list[str]) -> None:
    assert CliRunner().invoke(zhushu, arguments).exit_code == 2
