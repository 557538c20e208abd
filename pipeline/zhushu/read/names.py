"""File and folder names → names in ASCII, for identifiers and output folders, and their natural order."""

from __future__ import annotations

import re

from zhushu.model import Evidence

# What no header, catalogue or file system of others can hold: control codes, surrogates, code points that are no
# characters, private use.
UNWRITABLE = (
    r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(rf"\U{plane:04x}fffe\U{plane:04x}ffff" for plane in range(1, 15))
    + r"\U000f0000-\U0010ffff"
)
_UNWRITABLE = re.compile(f"[{UNWRITABLE}]")


def unwritable(text: str) -> str | None:
    """A name or title → the first character of it that no header can hold, as U+E913."""
    found = _UNWRITABLE.search(text)
    return f"U+{ord(found[0]):04X}" if found else None


def writable(title: str) -> str:
    """A title → the same with 〓 for each character that no header can hold."""
    return _UNWRITABLE.sub("〓", title)


# Identifiers of one edition share one name space; these are given by zhushu itself: to the raw pages, to those who
# are responsible, to kinds of evidence, and to pages, juan and characters by their numbers.
_OURS = frozenset(("raw", "print", "zhushu", "editor", "unknown", "evidence", *Evidence))
_NUMBERED = re.compile("p[a-z]*[0-9][0-9a-z]*|juan[0-9A-Za-z_]+|(?:u|pua|raw)[0-9A-F]{4,6}")


def is_reserved(name: str) -> bool:
    """Is this an identifier that zhushu gives in every edition, so that nothing else can have it?"""
    return name in _OURS or _NUMBERED.fullmatch(name) is not None


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
