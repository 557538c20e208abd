"""File and folder names → names in ASCII, for identifiers and output folders, and their natural order."""

from __future__ import annotations

import re


def ascii_name(name: str, also: str = "") -> str:
    """A file's stem → letters, digits, "_" and the characters `also`, as only this stem gives them: 卷3 → u53773.

    A character beyond ASCII becomes "u" and its code point, so that 上 and 下 stay two names whatever else is in
    the folder: an identifier must not depend on its neighbours.
    """
    spelt = (part if part.isascii() else f"u{ord(part):04x}" for part in name)
    return re.sub(rf"[^0-9A-Za-z_{re.escape(also)}]+", "_", "".join(spelt)).strip("_") or "_"


def page_name(name: str) -> str:
    """A file's stem → the number of its page: what `ascii_name` makes, in lower-case letters and digits alone.

    It becomes the prefix of character ranges (p22:79,93), and so part of a URI scheme (RFC 3986, section 3.1).
    Two numbers are kept apart by an x: 1-11 and 11-1 are two pages.
    """
    spelt = ascii_name(name).lower()
    return re.sub("[^0-9a-z]", "", re.sub("(?<=[0-9])[^0-9a-z]+(?=[0-9])", "x", spelt)) or "0"


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """A name → a key that sorts page 9 before page 10, and digits before anything else."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return tuple((0, int(part), part) if part[0] in "0123456789" else (1, 0, part) for part in parts)
