"""Writing files so that a reader never meets half of one (DESIGN, law 6)."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write(path: Path, content: bytes) -> None:
    """Bytes → the file `path`, whole or not at all: a temporary file in the same folder replaces it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)  # it is gone where the interruption came after the replacement
        raise


def move_into_place(fresh: Path, target: Path) -> None:
    """A finished folder `fresh` → `target`, file by file; files of `target` that `fresh` lacks go last.

    Killed in the middle, every file is whole, of the old or the new build; running again completes it.
    """
    new = {path.relative_to(fresh) for path in fresh.rglob("*") if path.is_file()}
    for name in sorted(new):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        os.replace(fresh / name, target / name)
    stale = {path.relative_to(target) for path in target.rglob("*") if path.is_file()} - new
    for name in sorted(stale):
        (target / name).unlink()
    for folder in sorted((path for path in target.rglob("*") if path.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()
