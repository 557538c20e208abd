"""What a profile consists of: markers, voices, sections, titles, tables, signs. Plain data (docs/profiles.md)."""

from __future__ import annotations

from dataclasses import dataclass

from zhushu.model import Certainty, Kind

BASE_LAYERS = ("經", "傳", "記", "序")
NOTE_LAYERS = ("注", "箋", "疏", "音義", "諸家", "按", "校")
# Where a marker may stand: at the start of a block, after ○, after a full-width space in a note, inside base text
# (glued to it), at the end of a title line, or, by the name of its layer, inside a note.
POSITIONS = ("block", "circle", "space", "base", "title", *NOTE_LAYERS)
HEADING_TYPES = ("title", "juan", "author", "chapter")
SUSPICIONS = ("encoding",)
ELLIPSIS = "…"  # in a marker: a name of one to four characters
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Head:
    id: str
    title: str
    base: str = "經"
    extends: str | None = None


@dataclass(frozen=True, slots=True)
class Circle:
    """The dividing signs, and whether one inside base text begins a new unit ("unit") or is text ("text")."""

    signs: str = "○"
    base: str = "unit"


@dataclass(frozen=True, slots=True)
class Marker:
    """Words that open a segment of one layer and voice, and where they do so.

    `never_after`: words before it that make it a quotation inside a running note.
    """

    words: tuple[str, ...]
    layer: str
    stands: tuple[str, ...]
    voice: str | None = None
    work: str | None = None
    never_after: tuple[str, ...] = ()
    certainty: Certainty = Certainty.HIGH

    @property
    def kind(self) -> Kind:
        return Kind.BASE if self.layer in BASE_LAYERS else Kind.NOTE


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a juan with a base layer of its own, opened by a word at the start of its base text (記)."""

    id: str
    name: str
    layer: str
    opens: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A title line. `pattern` matches the whole block; `ends`: after text the same line is an end title."""

    type: str
    pattern: str
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table begins where `opens` matches, in a note or at the start of a block, and runs to the end of the block."""

    opens: str


@dataclass(frozen=True, slots=True)
class Unmarked:
    """A note that nothing marks: a block after base text that `pattern` matches as a whole."""

    pattern: str
    layer: str
    voice: str = UNKNOWN


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that base text never has: a block with no marker that holds one is the rest of a note of this layer."""

    words: tuple[str, ...]
    layer: str
    voice: str = UNKNOWN


@dataclass(frozen=True, slots=True)
class Suspect:
    """Characters that often stand for a lost one in this kind of page."""

    characters: str
    reason: str
