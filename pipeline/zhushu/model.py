"""The nouns of zhushu. Frozen plain data: no input or output, no XML, nothing of ours imported.

The raw text is never edited. Everything known about it is a span over it: offsets are
code points of `Source.text`, half-open, counted from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Evidence(StrEnum):
    """Why we believe something (DESIGN, law 2)."""

    MARKED = "marked"
    LAYOUT = "layout"
    BASE_TEXT = "base-text"
    WITNESS = "witness"
    PROFILE = "profile"
    INFERRED = "inferred"


class Certainty(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a finding is: a file (as the user named it), then whichever of the rest is known."""

    file: str
    line: int | None = None
    offset: int | None = None
    xpath: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """Something an editor should know. Made by `zhushu.findings.finding`, which holds the wording."""

    code: str
    severity: Severity
    message: str
    hint: str
    place: Place


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Code points start..end (half-open) of `Source.text`."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Source:
    """A raw file, decoded and otherwise exactly as found (line ends, control characters and all).

    `path` is relative to the edition folder, with "/" between its parts; `sha256` is of the bytes;
    a byte-order mark is not part of `text`.
    """

    path: str
    sha256: str
    encoding: str
    text: str


class MarkKind(StrEnum):
    """What a stretch of markup says of the text around it."""

    MARKUP = "markup"  # nothing: it is of the file's format
    LINE = "line"  # a printed column or line ends here; the text may go on after it
    BLOCK = "block"  # a paragraph ends here
    SMALL = "small"  # small print begins
    LARGE = "large"  # small print ends
    HALF = "half"  # the first half of a column in small print ends
    HEADING = "heading"  # what follows, up to the end of its paragraph, is a heading
    STYLE = "style"  # what follows has the style `name`
    CHARACTER = "character"  # it stands for a character: `text`, or only `name` where Unicode has none


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of a page that is markup of its format and no text; empty where only its place says something.

    `indent`: after a LINE or BLOCK, how far what follows is indented: white space that belongs to the mark.
    """

    span: Span
    kind: MarkKind = MarkKind.MARKUP
    text: str = ""
    name: str = ""
    indent: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Break:
    """Here, before the character at `offset`, a printed page or column of the edition `siglum` begins.

    Of unit "lost": here `n` printed pages are missing.
    """

    offset: int
    unit: str  # "page", "column" or "lost"
    n: str
    siglum: str


@dataclass(frozen=True, slots=True)
class Page:
    """One raw page: a stretch of a source, usually the whole of it.

    `n` is the number that goes into identifiers ("22", "000"): lower-case ASCII letters and digits.
    `number` and `total` are what the page's own header says, where it does.
    `section` is the section the page opens in (a section id of the profile), where the edition says so.
    `header` is the page header of the site or book, without white space around it: not text of the work.
    `marks` are the markup of its format, in order and without overlap; `breaks` the printed pages and columns it tells.
    `order` are its stretches in the order in which they are to be read, where that is not the order of the file.
    """

    source: Source
    span: Span
    n: str
    juan: str
    number: int | None = None
    total: int | None = None
    section: str | None = None
    header: Span | None = None
    marks: tuple[Mark, ...] = ()
    breaks: tuple[Break, ...] = ()
    order: tuple[Span, ...] = ()

    def shown(self) -> str:
        """The text of the source with blanks for the markup of this page: offsets stay.

        A character that markup stands for has its place, U+FFFC where Unicode has none.
        """
        text = self.source.text
        if not self.marks:
            return text
        parts, at = [], 0
        for mark in self.marks:
            parts.append(text[at : mark.span.start])
            character = (mark.text or "\ufffc")[:1] if mark.kind is MarkKind.CHARACTER else ""
            parts.append(character.ljust(len(mark.span)))
            at = mark.span.end
        return "".join((*parts, text[at:]))


class Kind(StrEnum):
    """What a segment is. The segments of a page tile it."""

    LAYOUT = "layout"  # white space and markup between blocks
    RUNNING = "running"  # page header of the site or book: TEI fw
    HEAD = "head"  # title lines: TEI head
    TRAILER = "trailer"  # end titles: TEI trailer
    BASE = "base"  # 經 傳 記 序: TEI seg
    NOTE = "note"  # 注 疏 …: TEI note
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of one page with one layer and one voice, and why we think so.

    `layer` is 經 傳 記 序 (base) or 注 箋 疏 音義 諸家 按 校 (note), "" for the other kinds;
    for a head it is its type (title, juan, author, chapter).
    `voice` is a person id of the profile or edition ("unknown" where a voice is there but not known).
    `work` is the id of the commentary the words come from, where known.
    `sign` is a dividing ○ that opens the segment, `marker` the words that name its layer or voice.
    `evidence`, `certainty` and `rule` are those of the border at which the segment opens;
    `rule` is a short name of what decided, for the editor's report.
    `pieces` are its stretches in the order of reading, where it is not one stretch of the file; `span` then goes from
    the first character of the file that belongs to it to the last.
    """

    span: Span
    kind: Kind
    layer: str = ""
    voice: str | None = None
    work: str | None = None
    sign: Span | None = None
    marker: Span | None = None
    evidence: Evidence = Evidence.LAYOUT
    certainty: Certainty = Certainty.HIGH
    rule: str = ""
    pieces: tuple[Span, ...] = ()

    @property
    def spans(self) -> tuple[Span, ...]:
        """The stretches of the file that are its text, in the order of reading."""
        return self.pieces or (self.span,)


class ReadingKind(StrEnum):
    GAIJI = "gaiji"  # a private-use or control code point stands for a character
    DAMAGE = "damage"  # the page has a wrong character; `text` is what should stand there
    SUSPECT = "suspect"  # a character that may be damage; nothing better is known
    LACUNA = "lacuna"  # □ and its like: a character is missing
    VARIANT = "variant"  # the witness has another character; the page's stands
    CONVERTED = "converted"  # of the reading text only: one of several characters the page's may stand for


@dataclass(frozen=True, slots=True)
class Reading:
    """What is known about one or a few characters of a page.

    `text` is what stands in the edition ("" where nothing is known: an empty g or a gap).
    `witness` is the siglum the reading comes from; `other` is the witness's character for a VARIANT, the other
    candidates for a CONVERTED character;
    `ids` an ideographic description sequence; `entity` the name a gaiji has in its source.
    `source` says in one line where the knowledge comes from.
    """

    span: Span
    kind: ReadingKind
    text: str = ""
    other: str = ""
    witness: str | None = None
    ids: str | None = None
    entity: str | None = None
    source: str = ""
    evidence: Evidence = Evidence.PROFILE
    certainty: Certainty = Certainty.HIGH


class Verdict(StrEnum):
    """What an editor says of a proposal in decisions/."""

    PROPOSED = "proposed"  # nobody has looked yet: not applied without the witness
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class CharacterDecision:
    """What a private-use or control code point of this source stands for: an entry of decisions/characters.toml.

    `code` is the code point itself. `text` is "" where Unicode has no such character: then `ids` or `entity` say
    more. `witness` is the siglum it comes from, `evidence` one line for a human, `note` the editor's own words.
    `line` is where the entry stands in its file.
    """

    code: str
    text: str = ""
    ids: str | None = None
    entity: str | None = None
    verdict: Verdict = Verdict.PROPOSED
    witness: str | None = None
    evidence: str = ""
    note: str = ""
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Emendation:
    """A correction of one place: an entry of decisions/emendations.toml.

    `page` is the page's `n`, `offset` a code point of the page's source; there the page reads `sic`, and `text`
    (of the same length) should stand. The rest as in `CharacterDecision`.
    """

    page: str
    offset: int
    sic: str
    text: str
    verdict: Verdict = Verdict.PROPOSED
    witness: str | None = None
    evidence: str = ""
    note: str = ""
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Decisions:
    """The folder decisions/ of an edition, read."""

    characters: tuple[CharacterDecision, ...] = ()
    emendations: tuple[Emendation, ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """One glossed stretch: base segments and the notes on them, in reading order, with the white space before each.

    `id` is "p<page>.<k>" and never changes; `n` is the citation number.
    `part` is "F" where the base stands on a page we do not have (or on the page before), else None.
    `section` is the profile's id of the section it stands in, None for the main text of the juan.
    """

    id: str
    n: str
    page: str
    segments: tuple[Segment, ...]
    section: str | None = None
    part: str | None = None


@dataclass(frozen=True, slots=True)
class PageText:
    """A page with all that is known about it: the result of reading, segmenting and collating it."""

    page: Page
    segments: tuple[Segment, ...]
    units: tuple[Unit, ...]
    readings: tuple[Reading, ...] = ()
    breaks: tuple[Break, ...] = ()
    reading_text: str | None = None  # the page in traditional script, same length as its span; None: not made
    conversions: tuple[Reading, ...] = ()  # where the reading text is a choice that no witness settles
    script_of: tuple[str, ...] = ()  # sigla of the witnesses whose traditional characters the reading text takes


@dataclass(frozen=True, slots=True)
class Person:
    """A voice or a contributor. `names` maps a language tag (zh-Hant, zh-Hans, en) to a name."""

    id: str
    names: dict[str, str]
    dates: str | None = None
    roles: tuple[str, ...] = ()
    authorities: dict[str, str] = field(default_factory=dict)  # VIAF, Wikidata, CBDB


@dataclass(frozen=True, slots=True)
class Work:
    """A commentary or base text that segments come from (儀禮注, 鄭玄)."""

    id: str
    title: str
    author: str | None = None


@dataclass(frozen=True, slots=True)
class PageEntry:
    file: str
    n: str | None = None
    juan: str | None = None
    section: str | None = None


@dataclass(frozen=True, slots=True)
class DivisionEntry:
    """A juan the edition knows the title of, though no page of ours need carry it."""

    n: str
    title: str


@dataclass(frozen=True, slots=True)
class Witness:
    siglum: str
    path: str | None
    format: str  # "" where the edition leaves it to be found by looking
    role: str  # "text" (same work) or "base" (the base text alone)
    title: str
    licence: str | None = None


@dataclass(frozen=True, slots=True)
class EditionInfo:
    """edition.toml, checked. Every optional text is "" or None where the file is silent."""

    id: str
    titles: dict[str, str]  # zh-Hant, zh-Hans, zh-Latn-pinyin
    language: str  # of the raw text: lzh-Hans or lzh-Hant
    profile: str
    date: str  # ISO date; the only date that outputs carry; "" where nobody said one
    version: str
    urn: str
    author: str | None = None  # person id
    encoding: str | None = None
    persons: tuple[Person, ...] = ()
    pages: tuple[PageEntry, ...] = ()
    divisions: tuple[DivisionEntry, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    publisher: str = ""
    source_description: dict[str, str] = field(default_factory=dict)  # where the pages come from, by language
    source_print: str = ""  # the printed edition behind them
    source_rights: dict[str, str] = field(default_factory=dict)  # the same; "" is a language that nobody named
    licence: str = ""  # of the encoding: a URL
    rights: str = ""  # in words
    terms: dict[str, str] = field(default_factory=dict)  # whose characters it takes, by language: of a TEI file read
    print: dict[str, Any] = field(default_factory=dict)  # as written: the publishers check it
    epub: dict[str, Any] = field(default_factory=dict)  # the same
    deposit: dict[str, Any] = field(default_factory=dict)  # as written: the deposit checks it
    silences: dict[str, str] = field(default_factory=dict)  # finding code → reason


@dataclass(frozen=True, slots=True)
class Edition:
    """Everything `encode` needs. `pages` are in the order of the edition."""

    info: EditionInfo
    persons: tuple[Person, ...]  # of the profile and of the edition, all that a voice may name
    works: tuple[Work, ...]
    sections: dict[str, str]  # section id → its name (ji → 記)
    pages: tuple[PageText, ...]
