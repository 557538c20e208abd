"""What a profile consists of: markers, voices, sections, titles, tables, signs. Plain data (docs/profiles.md)."""

from __future__ import annotations

from dataclasses import dataclass, field

from zhushu.model import Certainty, Kind

BASE_LAYERS = ("經", "傳", "記", "序")
NOTE_LAYERS = ("注", "箋", "疏", "音義", "諸家", "按", "校")
# Where a marker may stand: at the start of a block, after ○, after a full-width space in a note, inside base text
# (glued to it), at the end of a title line, right before small print that it names (音義(…)), or, by the name of
# its layer, inside a note.
POSITIONS = ("block", "circle", "space", "base", "title", "small", *NOTE_LAYERS)
HEADING_TYPES = ("title", "juan", "author", "chapter")
SUSPICIONS = ("encoding",)
ELLIPSIS = "…"  # in a marker: a name of one to four characters
UNKNOWN = "unknown"
MAIN = "jing"  # as a section: the main text, which is in none


@dataclass(frozen=True, slots=True)
class Head:
    id: str
    title: str
    base: str = "經"
    extends: str | None = None
    works: tuple[str, ...] = ()  # patterns of the titles of the works that it is for


@dataclass(frozen=True, slots=True)
class Circle:
    """The dividing signs, and whether one inside base text begins a new unit ("unit") or is text ("text").

    `note`: the same of one inside a note in large print, where nothing else tells that base text begins again.
    """

    signs: str = "○"
    base: str = "unit"
    note: str = "text"


@dataclass(frozen=True, slots=True)
class Layout:
    """What the layout of pages that show one says: printed columns, small print, styles.

    `notes`: how notes are told from base text: "indent" (by `indent` characters or more, in printed columns), "small"
    (they are in small print), "auto" (by whichever of the two the page uses), or "" (the layout does not tell).
    `mixed`: what is set as base text may hold notes too, which markers open (十三經注疏: only 音義 and 疏 are small).
    `layer`, `voice` and `work` are those of a note that no marker names (a base layer where small print is base text);
    `small` is the layer of small print inside a note, and wherever notes are told by indentation. `indented` is the
    layer of base text that is indented, where notes are in small print. `brackets` are pairs of signs that set small
    print in a page that has no other way, `plain` is small print that belongs to the text around it. `styles` gives
    names of styles a setting: base or note.
    """

    notes: str = ""
    indent: int = 1
    mixed: bool = False
    layer: str = "注"
    voice: str = UNKNOWN
    work: str | None = None
    small: str = ""
    indented: str = ""
    brackets: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()
    styles: dict[str, str] = field(default_factory=dict)


LAYOUTS = ("", "auto", "indent", "small")
SETTINGS = ("base", "note")


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
    """A part of a juan with a base layer of its own, opened by a word at the start of its base text (記).

    Without a word that `opens` it, it is prose that a title opens (序): its layout says nothing of notes.
    """

    id: str
    name: str
    layer: str
    opens: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A title line. `pattern` matches the whole block; `ends`: after text the same line is an end title.

    `section` is the section that the title opens. `glued`: it may also stand at the end of a block, glued to its text.
    `indent`: how far its column is indented at least; what tells it from base text may be this alone.
    """

    type: str
    pattern: str
    ends: bool = False
    section: str = ""
    glued: bool = False
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A table begins where `opens` matches, in a note or at the start of a block, and runs to the end of the block."""

    opens: str


@dataclass(frozen=True, slots=True)
class Unmarked:
    """A note that nothing marks: a block after base text that `pattern` matches as a whole.

    `stands` "note": the beginning of a note that the layout sets apart; `pattern` matches it with its first ○, or up to
    its end. "circle": what follows a ○ in small print, up to the next.
    """

    pattern: str
    layer: str
    voice: str = UNKNOWN
    stands: str = "block"


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
