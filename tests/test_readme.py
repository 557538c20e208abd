"""README.md, followed to the letter: its commands run, one after the other, on pages of the seeds."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from conftest import CHECKOUT

# What the reader brings: an own folder of pages, and the copy of them that is the witness.
PAGES = Path("my/pages")
WITNESS = Path("other/copy/儀禮𤣥.txt")


def commands(document: Path) -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```", document.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [line.split("#")[0].strip() for block in blocks for line in block.splitlines() if line.startswith("zhushu")]


def test_both_languages_give_the_same_commands() -> None:
    assert commands(CHECKOUT / "README.zh.md") == commands(CHECKOUT / "README.md")


def test_the_commands(seeds: Path, tmp_path: Path) -> None:
    pages = sorted(seeds.glob("*.txt"))[:2]
    (tmp_path / PAGES).mkdir(parents=True)
    (tmp_path / WITNESS).parent.mkdir(parents=True)
    for page in pages:
        shutil.copy(page, tmp_path / PAGES)
    (tmp_path / WITNESS).write_text("\n".join(page.read_text("utf-8-sig") for page in pages), "utf-8")
    found = commands(CHECKOUT / "README.md")
    assert {line.split()[1] for line in found} == {"build", "init", "collate", "verify", "explain", "serve"}
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for line in found:
        # a server does not end by itself: tests/commands starts and stops it
        shown = f"{line} --help" if line.startswith("zhushu serve") else line
        ran = subprocess.run(shown, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert ran.returncode == 0, (line, ran.stderr)
