"""The program `zhushu`. Ctrl-C is in hand before anything is imported that takes time."""

from __future__ import annotations

import os
import signal
from types import FrameType

INTERRUPTED = 130  # as is usual for a command that Ctrl-C ends


def _early(number: int, frame: FrameType | None) -> None:
    """Ctrl-C before a command has begun: nothing is written yet, and nothing need be cleaned up."""
    os.write(2, b"zhushu: X010 error: stopped by the user\n")
    os._exit(INTERRUPTED)


def main() -> None:
    """The command line of this process → its exit."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not where it is ignored, as under nohup
        signal.signal(signal.SIGINT, _early)
    from zhushu.commands import main as commands

    commands()


if __name__ == "__main__":
    main()
