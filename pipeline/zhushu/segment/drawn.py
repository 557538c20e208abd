"""Text → where ○ and □ are drawn signs, such as the beats of a drum (鼓○□○○□), which divide and replace nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

_RUN = re.compile(r"[○◯□](?:\s*[○◯□])+")
_CIRCLES = 2  # that a run must have besides □: one may divide a text after a lost character


def drawn(text: str) -> Iterator[tuple[int, int]]:
    """A text → the stretches of drawn signs in it, where they begin and end."""
    for match in _RUN.finditer(text):
        if "□" in match[0] and match[0].count("○") + match[0].count("◯") >= _CIRCLES:
            yield match.span()


def undivided(text: str) -> str:
    """A text → the same with □ for each sign in these stretches, so that none of them divides it."""
    parts, at = [], 0
    for start, end in drawn(text):
        parts += [text[at:start], re.sub("[○◯]", "□", text[start:end])]
        at = end
    return "".join((*parts, text[at:]))
