"""The command line: one module per command, of the same name; its `command` is imported only when it is used."""

from __future__ import annotations

import importlib
import io
import os
import pkgutil
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click

from zhushu import __version__
from zhushu.__main__ import INTERRUPTED


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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # what the terminal cannot show must stop nothing
    interrupts: list[int] = []
    try:
        code = _run(arguments, interrupts)
        if interrupts and code != INTERRUPTED:
            code = _say_interrupted()  # something on the way swallowed it
    except KeyboardInterrupt:
        code = _say_interrupted()
    sys.exit(code)


def _run(arguments: list[str] | None, interrupts: list[int]) -> int:
    def interrupt(number: int, frame: FrameType | None) -> None:
        interrupts.append(number)
        raise KeyboardInterrupt

    try:
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, interrupt)
        done: int | None = zhushu.main(arguments, prog_name="zhushu", standalone_mode=False)
        return done or 0
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        return _say_interrupted()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone, and so the message
        return 1
    except Exception as error:
        return _say_failure(error)


def _say_interrupted() -> int:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the end is near; a second one would only break what is said
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
