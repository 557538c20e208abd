"""The command line: one module per command, of the same name; its `command` is imported only when it is used."""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from pathlib import Path
from typing import NoReturn

import click

from zhushu import __version__

INTERRUPTED = 130  # as is usual for a command that Ctrl-C ends


class Commands(click.Group):
    """The modules of this package are its commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"zhushu.commands.{cmd_name}").command
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="zhushu")
def zhushu() -> None:
    """zhushu 注疏: raw pages of classical Chinese commentary texts into TEI editions, and these into a web site,
    print, an e-book and plain data.

    Exit codes: 0 done; 1 findings of level error; 2 wrong usage; 3 and up, one per family of errors
    (docs/reference.md); 130 stopped by Ctrl-C.
    """


def main(arguments: list[str] | None = None) -> NoReturn:
    """The command line → an exit code. Whatever goes wrong is said in a finding, never in a traceback."""
    try:
        sys.exit(zhushu.main(arguments, prog_name="zhushu", standalone_mode=False))
    except click.exceptions.Exit as exit_:
        sys.exit(exit_.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        sys.exit(_say_interrupted())
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone, and so the message
        sys.exit(1)
    except Exception as error:
        sys.exit(_say_failure(error))


def _say_interrupted() -> int:
    from zhushu.commands._console import show
    from zhushu.findings import finding
    from zhushu.model import Place

    show([finding("X010", Place("zhushu"))])
    return INTERRUPTED


def _say_failure(error: Exception) -> int:
    from zhushu.commands._console import show
    from zhushu.errors import RunError, ZhushuError
    from zhushu.run.perform import refused, unforeseen

    if isinstance(error, ZhushuError):
        show(error.findings)
        return error.exit_code
    where = Path("zhushu")
    show([refused(error, where) if isinstance(error, OSError) else unforeseen(error, "zhushu", where)])
    return RunError.exit_code
