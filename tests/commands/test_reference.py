"""docs/reference.md names every command, option, exit code and export; README.md what a newcomer types."""

from __future__ import annotations

import re

import click
import pytest
from conftest import CHECKOUT

from zhushu import errors
from zhushu.commands import INTERRUPTED, zhushu
from zhushu.commands.export import FORMATS

REFERENCE = (CHECKOUT / "docs" / "reference.md").read_text("utf-8")
CONTEXT = click.Context(zhushu)
COMMANDS = zhushu.list_commands(CONTEXT)


def section(name: str) -> str:
    found = re.search(rf"### zhushu {name}\b(.*?)(?=\n##)", REFERENCE, re.DOTALL)
    assert found, f"docs/reference.md has no section on zhushu {name}"
    return found.group(1)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option(name: str) -> None:
    command = zhushu.get_command(CONTEXT, name)
    assert command
    said = section(name)
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            for option in parameter.opts:
                assert f"`{option}" in said or f" {option} " in REFERENCE, f"{name} {option}"


def test_every_exit_code() -> None:
    families = [error for error in vars(errors).values() if isinstance(error, type) and hasattr(error, "exit_code")]
    codes = {error.exit_code for error in families} | {0, 1, 2, INTERRUPTED}
    table = REFERENCE.split("## Exit codes")[1].split("\n## ")[0]
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)} == codes


def test_every_export() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", section("export"), re.MULTILINE)) == set(FORMATS)
