"""profiles/*.toml → Profile: the markers, voices and habits of a family of works. Data, no code (docs/profiles.md)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from zhushu import resources
from zhushu.errors import SegmentationError
from zhushu.findings import finding
from zhushu.model import Certainty, Finding, Kind, Person, Place, Work

BASE_LAYERS = ("經", "傳", "記", "序")
NOTE_LAYERS = ("注", "箋", "疏", "音義", "諸家", "按", "校")
# Where a marker may stand: at the start of a block, after ○, after a full-width space in a note, inside base text
# (glued to it), at the end of a title line, or, by the name of its layer, inside a note.
POSITIONS = ("block", "circle", "space", "base", "title", *NOTE_LAYERS)
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
    """A title line. `pattern` matches the whole block; `ends`: after text the same line is an end title.

    `type` is title, juan, author or chapter, or running for the page's own header.
    """

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
class Suspect:
    """Characters that often stand for a lost one in this kind of page."""

    characters: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """A profile, checked. `findings` are what its author should look at, though it can be used."""

    id: str
    title: str
    base: str
    circle: Circle
    forms: dict[str, str]  # a character of a marker → further forms of it
    persons: tuple[Person, ...]
    works: tuple[Work, ...]
    markers: tuple[Marker, ...]
    sections: tuple[Section, ...]
    headings: tuple[Heading, ...]
    tables: tuple[Table, ...]
    unmarked: tuple[Unmarked, ...]
    suspects: tuple[Suspect, ...]
    findings: tuple[Finding, ...]
    file: str

    def section(self, identifier: str) -> Section | None:
        return next((section for section in self.sections if section.id == identifier), None)


# ---------------------------------------------------------------- loading

_TABLES: dict[str, type] = {
    "person": Person,
    "work": Work,
    "marker": Marker,
    "section": Section,
    "heading": Heading,
    "table": Table,
    "unmarked": Unmarked,
    "suspect": Suspect,
}
_KEYS = ("profile", "characters", "circle", *_TABLES)
T = TypeVar("T")


@dataclass(slots=True)
class _File:
    """A profile file while it is read: its text, to find lines in, and what is wrong with it."""

    name: str
    text: str
    errors: list[Finding] = field(default_factory=list)
    warnings: list[Finding] = field(default_factory=list)

    def line(self, table: str, index: int = 0, key: str | None = None) -> int:
        """The line of a table's header or of a key in it; 1 where the file writes it in another way."""
        header = re.compile(rf"^\s*\[+\s*{re.escape(table)}\s*\]+")
        lines = self.text.splitlines()
        starts = [k for k, line in enumerate(lines) if header.match(line)]
        if index >= len(starts):
            return _first_line(lines, table)
        if key is not None:
            for k in range(starts[index] + 1, len(lines)):
                if re.match(r"^\s*\[", lines[k]) and not lines[k].strip().startswith(('["', "['")):
                    break
                if re.match(rf"""^\s*["']?{re.escape(key)}["']?\s*=""", lines[k]):
                    return k + 1
        return starts[index] + 1

    def error(self, code: str, line: int, **values: object) -> None:
        self.errors.append(finding(code, Place(self.name, line), **values))

    def warn(self, code: str, line: int, **values: object) -> None:
        self.warnings.append(finding(code, Place(self.name, line), **values))


def _first_line(lines: list[str], key: str) -> int:
    pattern = re.compile(rf"""^\s*["']?{re.escape(key)}["']?\s*[.=]""")
    return next((k + 1 for k, line in enumerate(lines) if pattern.match(line)), 1)


@dataclass(slots=True)
class _Draft:
    """The parts of a profile as its file has them, and where each came from."""

    head: Head
    circle: Circle
    forms: dict[str, str]
    lists: dict[str, list[Any]]


def load(name: str, folder: Path) -> Profile:
    """The name of a profile of ours, or a .toml file in `folder` → the profile; SegmentationError if it is wrong."""
    file, draft = _load(name, folder, ())
    if file.errors:
        raise SegmentationError(*file.errors)
    parts = {key: tuple(values) for key, values in draft.lists.items()}
    return Profile(
        id=draft.head.id,
        title=draft.head.title,
        base=draft.head.base,
        circle=draft.circle,
        forms=draft.forms,
        persons=parts["person"],
        works=parts["work"],
        markers=parts["marker"],
        sections=parts["section"],
        headings=parts["heading"],
        tables=parts["table"],
        unmarked=parts["unmarked"],
        suspects=parts["suspect"],
        findings=tuple(file.warnings),
        file=file.name,
    )


def _load(name: str, folder: Path, children: tuple[str, ...]) -> tuple[_File, _Draft]:
    file, raw = _read(name, folder)
    for key in raw.keys() - set(_KEYS):
        file.error("S001", file.line(key), key=key, table="the file", known=", ".join(_KEYS))
    draft = _Draft(
        _one(file, raw, "profile", Head) or Head(name, name),
        _one(file, raw, "circle", Circle) or Circle(),
        _forms(file, raw.get("characters", {})),
        {key: _many(file, raw, key, kind) for key, kind in _TABLES.items()},
    )
    if draft.head.extends is not None:
        draft = _extended(file, draft, raw, folder, (*children, name))
    if not file.errors:
        _check(file, draft)
    return file, draft


def _read(name: str, folder: Path) -> tuple[_File, dict[str, Any]]:
    ours = not name.endswith(".toml")
    path = resources.package(f"profiles/{name}.toml") if ours else folder / name
    shown = f"profiles/{name}.toml" if ours else name
    if (ours and not re.fullmatch(r"[\w-]+", name)) or not path.is_file():
        shipped = ", ".join(sorted(other.stem for other in resources.package("profiles").glob("*.toml")))
        raise SegmentationError(finding("S003", Place(shown), name=name, shipped=shipped))
    try:
        text = path.read_text("utf-8-sig")
        return _File(shown, text), tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as problem:
        line = re.search(r"at line (\d+)", str(problem))
        place = Place(shown, int(line.group(1)) if line else None)
        raise SegmentationError(finding("S004", place, problem=str(problem))) from problem


def _one(file: _File, raw: dict[str, Any], table: str, kind: type[T]) -> T | None:
    if table not in raw:
        if any(f.default is MISSING for f in fields(kind)):  # type: ignore[arg-type]
            file.error("S002", 1, key=table, problem=f"[{table}] is missing")
        return None
    return _convert(file, raw[table], table, 0, kind)


def _many(file: _File, raw: dict[str, Any], table: str, kind: type[T]) -> list[T]:
    entries = raw.get(table, [])
    if not isinstance(entries, list):
        file.error("S002", file.line(table), key=table, problem=f"write it as [[{table}]]")
        return []
    found = [_convert(file, entry, table, k, kind) for k, entry in enumerate(entries)]
    return [entry for entry in found if entry is not None]


def _convert(file: _File, entry: Any, table: str, index: int, kind: type[T]) -> T | None:
    """A table of the file → the dataclass it describes; what does not fit is a finding."""
    if isinstance(entry, dict):
        known = [f.name for f in fields(kind)]  # type: ignore[arg-type]
        for key in [key for key in entry if key not in known]:
            file.error("S001", file.line(table, index, key), key=key, table=f"[{table}]", known=", ".join(known))
    try:
        return msgspec.convert(entry, kind)
    except msgspec.ValidationError as problem:
        message, _, path = str(problem).partition(" - at `$")
        at = re.match(r"\.(\w+)", path) or re.search(r"required field `(\w+)`", message)
        key = at.group(1) if at else table
        file.error("S002", file.line(table, index, key), key=key, problem=message)
        return None


def _forms(file: _File, raw: Any) -> dict[str, str]:
    if not isinstance(raw, dict):
        file.error("S002", file.line("characters"), key="characters", problem="write it as [characters]")
        return {}
    for key, value in raw.items():
        if len(key) != 1 or not isinstance(value, str):
            problem = "one character, and as text the other forms it is written in"
            file.error("S002", file.line("characters", 0, key), key=key, problem=f"expected {problem}")
    return {key: value for key, value in raw.items() if isinstance(value, str)}


def _extended(file: _File, draft: _Draft, raw: dict[str, Any], folder: Path, children: tuple[str, ...]) -> _Draft:
    """A profile and the one it extends → both in one: what the child says again, it says instead."""
    name = draft.head.extends or ""
    if name in children:
        file.error("S005", file.line("profile", 0, "extends"), chain=" → ".join((*children, name)))
        return draft
    parent_file, parent = _load(name, folder, children)
    if parent_file.errors:
        raise SegmentationError(*parent_file.errors)
    said = {word for marker in draft.lists["marker"] for word in marker.words}
    kept = [replace(m, words=tuple(w for w in m.words if w not in said)) for m in parent.lists["marker"]]
    lists = {key: draft.lists[key] + parent.lists[key] for key in _TABLES}
    lists["marker"] = draft.lists["marker"] + [marker for marker in kept if marker.words]
    for key in ("person", "work", "section"):
        own = {entry.id for entry in draft.lists[key]}
        lists[key] = draft.lists[key] + [entry for entry in parent.lists[key] if entry.id not in own]
    circle = draft.circle if "circle" in raw else parent.circle
    return _Draft(draft.head, circle, parent.forms | draft.forms, lists)


# ---------------------------------------------------------------- checking


def _check(file: _File, draft: _Draft) -> None:
    if draft.head.base not in BASE_LAYERS:
        line = file.line("profile", 0, "base")
        file.error("S006", line, key="base", value=draft.head.base, allowed=" ".join(BASE_LAYERS))
    if draft.circle.base not in ("unit", "text"):
        line = file.line("circle", 0, "base")
        file.error("S006", line, key="base", value=draft.circle.base, allowed="unit text")
    _check_ids(file, draft)
    _check_layers(file, draft)
    _check_names(file, draft)
    _check_patterns(file, draft)
    _check_words(file, draft.lists["marker"])


def _check_ids(file: _File, draft: _Draft) -> None:
    for table in ("person", "work", "section"):
        seen: set[str] = set()
        for k, entry in enumerate(draft.lists[table]):
            if not re.fullmatch(r"[a-zA-Z][\w.-]*", entry.id, re.ASCII):
                allowed = "ASCII letters, digits, - and ., a letter first"
                file.error("S006", file.line(table, k, "id"), key="id", value=entry.id, allowed=allowed)
            if entry.id in seen:
                file.error("S007", file.line(table, k, "id"), table=table, id=entry.id)
            seen.add(entry.id)


def _check_layers(file: _File, draft: _Draft) -> None:
    for table, allowed in (("marker", BASE_LAYERS + NOTE_LAYERS), ("section", BASE_LAYERS), ("unmarked", NOTE_LAYERS)):
        for k, entry in enumerate(draft.lists[table]):
            if entry.layer not in allowed:
                line = file.line(table, k, "layer")
                file.error("S006", line, key="layer", value=entry.layer, allowed=" ".join(allowed))
    for k, marker in enumerate(draft.lists["marker"]):
        for position in marker.stands:
            if position not in POSITIONS:
                line = file.line("marker", k, "stands")
                file.error("S006", line, key="stands", value=position, allowed=" ".join(POSITIONS))


def _check_names(file: _File, draft: _Draft) -> None:
    persons = {person.id for person in draft.lists["person"]} | {UNKNOWN}
    works = {work.id for work in draft.lists["work"]}
    for table in ("marker", "unmarked"):
        for k, entry in enumerate(draft.lists[table]):
            if entry.voice is not None and entry.voice not in persons:
                file.error("S008", file.line(table, k, "voice"), voice=entry.voice)
    for k, marker in enumerate(draft.lists["marker"]):
        if marker.work is not None and marker.work not in works:
            file.error("S009", file.line("marker", k, "work"), work=marker.work)
        if marker.voice is None and marker.kind is Kind.NOTE:
            file.error("S008", file.line("marker", k), voice="")
    for k, work in enumerate(draft.lists["work"]):
        if work.author is not None and work.author not in persons:
            file.error("S008", file.line("work", k, "author"), voice=work.author)


def _check_patterns(file: _File, draft: _Draft) -> None:
    for table, key in (("heading", "pattern"), ("table", "opens"), ("unmarked", "pattern")):
        for k, entry in enumerate(draft.lists[table]):
            try:
                if re.compile(getattr(entry, key)).fullmatch(""):
                    raise re.error("it matches nothing at all, so it would match everywhere")
            except re.error as problem:
                file.error("S010", file.line(table, k, key), pattern=getattr(entry, key), problem=str(problem))


def _check_words(file: _File, markers: list[Marker]) -> None:
    open_ended = {"base", "title", *NOTE_LAYERS}
    for k, marker in enumerate(markers):
        line = file.line("marker", k, "words")
        if not marker.words or not all(word.strip(ELLIPSIS).strip() for word in marker.words):
            file.error("S002", line, key="words", problem="a marker needs words, and words need more than …")
        if any(ELLIPSIS in word for word in marker.words) and open_ended.intersection(marker.stands):
            file.error("S011", line, words=" ".join(marker.words))
    for k, word, other, longer in _conflicts(markers):
        file.warn("S012", file.line("marker", k, "words"), word=word, other=longer, layer=other.layer)


def _conflicts(markers: list[Marker]) -> Iterator[tuple[int, str, Marker, str]]:
    """Words of one marker that begin the words of another with a different meaning and can stand in the same place."""
    for k, marker in enumerate(markers):
        for other in markers:
            if other is marker or not set(marker.stands) & set(other.stands) or _same_meaning(marker, other):
                continue
            for word in marker.words:
                for longer in other.words:
                    if longer.startswith(word):
                        yield k, word, other, longer


def _same_meaning(one: Marker, other: Marker) -> bool:
    return (one.layer, one.voice, one.work) == (other.layer, other.voice, other.work)
