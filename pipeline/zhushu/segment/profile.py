"""profiles/*.toml → Profile: the markers, voices and habits of a family of works. Data, no code (docs/profiles.md)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from zhushu import resources
from zhushu.errors import SegmentationError
from zhushu.findings import finding
from zhushu.model import Finding, Person, Place, Work
from zhushu.read import edition, toml
from zhushu.read.toml import Document, Key
from zhushu.segment import check
from zhushu.segment.folding import folding
from zhushu.segment.habits import Circle, Head, Heading, Layout, Marker, Phrase, Section, Suspect, Table, Unmarked


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """A profile, checked. `findings` are what its author should look at, though it can be used."""

    id: str
    title: str
    base: str
    circle: Circle
    layout: Layout
    forms: dict[str, str]  # a character of a marker → further forms of it
    persons: tuple[Person, ...]
    works: tuple[Work, ...]
    markers: tuple[Marker, ...]
    sections: tuple[Section, ...]
    headings: tuple[Heading, ...]
    tables: tuple[Table, ...]
    unmarked: tuple[Unmarked, ...]
    phrases: tuple[Phrase, ...]
    suspects: tuple[Suspect, ...]
    findings: tuple[Finding, ...]
    file: str

    def section(self, identifier: str) -> Section | None:
        return next((section for section in self.sections if section.id == identifier), None)


def for_title(title: str) -> str | None:
    """The title of a work, in any script → the profile of ours that says it is for it; the one that says more of it."""
    title = title.split("__")[0]  # so Kanripo joins the titles of works that are in one book
    fitting: list[tuple[int, str]] = []
    for path in sorted(resources.package("profiles").glob("*.toml")):
        for pattern in tomllib.loads(path.read_text("utf-8"))["profile"].get("works", ()):
            written = [character for character in pattern if ord(character) > 0x7F]
            table = folding(written, {})
            if re.fullmatch(pattern.translate(table), title.translate(table)):
                fitting.append((len(written), path.stem))
    return max(fitting, default=(0, None))[1]


# ---------------------------------------------------------------- loading

_TABLES: dict[str, type] = {
    "person": Person,
    "work": Work,
    "marker": Marker,
    "section": Section,
    "heading": Heading,
    "table": Table,
    "unmarked": Unmarked,
    "phrase": Phrase,
    "suspect": Suspect,
}
KEYS = ("profile", "characters", "circle", "layout", *_TABLES)
T = TypeVar("T")


@dataclass(slots=True)
class _Draft:
    """The parts of a profile as its file has them, and what is wrong with them."""

    document: Document
    head: Head = field(default_factory=lambda: Head("", ""))
    circle: Circle = field(default_factory=Circle)
    layout: Layout = field(default_factory=Layout)
    forms: dict[str, str] = field(default_factory=dict)
    lists: dict[str, list[Any]] = field(default_factory=dict)
    errors: list[Finding] = field(default_factory=list)
    warnings: list[Finding] = field(default_factory=list)

    def error(self, code: str, *key: str | int, **values: object) -> None:
        self.errors.append(finding(code, self.document.place(*key), **values))


def load(name: str, folder: Path) -> Profile:
    """The name of a profile of ours, or a .toml file in `folder` → the profile; SegmentationError if it is wrong."""
    draft = _load(name, folder, ())
    if draft.errors:
        raise SegmentationError(*sorted(draft.errors, key=lambda error: error.place.line or 0))
    parts = {key: tuple(values) for key, values in draft.lists.items()}
    return Profile(
        id=draft.head.id,
        title=draft.head.title,
        base=draft.head.base,
        circle=draft.circle,
        layout=draft.layout,
        forms=draft.forms,
        persons=parts["person"],
        works=parts["work"],
        markers=parts["marker"],
        sections=parts["section"],
        headings=parts["heading"],
        tables=parts["table"],
        unmarked=parts["unmarked"],
        phrases=parts["phrase"],
        suspects=parts["suspect"],
        findings=tuple(draft.warnings),
        file=draft.document.file,
    )


def _load(name: str, folder: Path, children: tuple[str, ...]) -> _Draft:
    draft = _Draft(_read(name, folder, children))
    raw = draft.document.data
    for key in [key for key in raw if key not in KEYS]:
        draft.error("S001", key, key=key, table="the file", known=", ".join(KEYS))
    draft.head = _one(draft, "profile", Head, draft.head)
    draft.circle = _one(draft, "circle", Circle, draft.circle)
    draft.layout = _one(draft, "layout", Layout, draft.layout)
    draft.forms = _forms(draft, raw.get("characters", {}))
    draft.lists = {key: _many(draft, key, kind) for key, kind in _TABLES.items()}
    if draft.head.extends is not None:
        _extend(draft, draft.head.extends, folder, (*children, name))
    if not draft.errors:
        draft.errors += check.errors(draft.document, draft.head, draft.circle, draft.layout, draft.lists)
        draft.warnings += check.warnings(draft.document, draft.forms, draft.lists["marker"])
    return draft


def _file(name: str, folder: Path) -> tuple[Path, str]:
    """A profile's name → its file, and the name of the file in findings."""
    if name.endswith(".toml"):
        return folder / name, name
    return resources.package(f"profiles/{name}.toml"), f"profiles/{name}.toml"


def _named_at(folder: Path, children: tuple[str, ...]) -> Place:
    """Where a profile is named: in the last of its `children`, or in edition.toml."""
    path, shown = _file(children[-1], folder) if children else (folder / edition.FILE, edition.FILE)
    if not path.exists():
        return Place(shown)
    document, _ = toml.read(path, shown)
    return document.place("profile", "extends") if children else document.place("edition", "profile")


def _read(name: str, folder: Path, children: tuple[str, ...]) -> Document:
    ours = not name.endswith(".toml")
    path, shown = _file(name, folder)
    if (ours and not re.fullmatch(r"[\w-]+", name)) or not path.is_file():
        shipped = ", ".join(sorted(other.stem for other in resources.package("profiles").glob("*.toml")))
        raise SegmentationError(finding("S003", _named_at(folder, children), name=name, shipped=shipped))
    document, problems = toml.read(path, shown)
    if problems:
        raise SegmentationError(*problems)
    return document


def _one(draft: _Draft, table: str, kind: type[T], default: T) -> T:
    if table in draft.document.data:
        return _convert(draft, (table,), draft.document.data[table], kind) or default
    if table == "profile":
        draft.error("S002", table, key=table, problem="the table [profile] is missing")
    return default


def _many(draft: _Draft, table: str, kind: type[T]) -> list[T]:
    entries = draft.document.data.get(table, [])
    if not isinstance(entries, list):
        draft.error("S002", table, key=table, problem=f"each entry must stand under [[{table}]]")
        return []
    found = [_convert(draft, (table, k), entry, kind) for k, entry in enumerate(entries)]
    return [entry for entry in found if entry is not None]


def _convert(draft: _Draft, place: Key, entry: Any, kind: type[T]) -> T | None:
    """A table of the file → the dataclass it describes; what does not fit is a finding."""
    if isinstance(entry, dict):
        known = [f.name for f in fields(kind)]  # type: ignore[arg-type]
        for key in [key for key in entry if key not in known]:
            draft.error("S001", *place, key, key=key, table=f"[{place[0]}]", known=", ".join(known))
    try:
        return msgspec.convert(entry, kind)
    except msgspec.ValidationError as problem:
        message, _, path = str(problem).partition(" - at `$")
        at = re.match(r"\.(\w+)", path) or re.search(r"required field `(\w+)`", message)
        key = at.group(1) if at else str(place[0])
        draft.error("S002", *place, key, key=key, problem=_in_words(message))
        return None


_TYPES = {"array": "an array", "str": "a text", "int": "a number", "float": "a number", "bool": "true or false"}


def _in_words(message: str) -> str:
    """What msgspec says is wrong → the same in the words of the other findings."""
    if message.startswith("Object missing"):
        return "it is missing"
    if enum := re.match(r"Invalid enum value (.*)", message):
        return f"{enum[1]} is none of high, medium, low"
    types = re.match(r"Expected `(\w+).*`, got `(\w+)`", message)
    wanted, got = types.groups() if types else ("", "")
    return f"it must be {_TYPES.get(wanted, 'a table')}, not {_TYPES.get(got, 'a table')}"


def _forms(draft: _Draft, raw: Any) -> dict[str, str]:
    entries = raw if isinstance(raw, dict) else {"characters": None}
    for key, value in entries.items():
        if len(key) != 1 or not isinstance(value, str):
            problem = "each key must be one character, its value the other forms that are read for it, as one text"
            draft.error("S002", "characters", key, key=key, problem=problem)
    return {key: value for key, value in entries.items() if isinstance(value, str)}


def _extend(draft: _Draft, name: str, folder: Path, children: tuple[str, ...]) -> None:
    """A profile takes over what it does not say itself from the one it extends."""
    if name in children:
        draft.error("S005", "profile", "extends", chain=" → ".join((*children, name)))
        return
    parent = _load(name, folder, children)
    if parent.errors:
        raise SegmentationError(*parent.errors)
    if "circle" not in draft.document.data:
        draft.circle = parent.circle
    if "layout" not in draft.document.data:
        draft.layout = parent.layout
    if "base" not in draft.document.data.get("profile", {}):
        draft.head = replace(draft.head, base=parent.head.base)
    draft.forms = parent.forms | draft.forms
    for key, own in draft.lists.items():
        draft.lists[key] = own + list(_left(key, own, parent.lists[key]))


def _left(table: str, own: list[Any], inherited: list[Any]) -> Iterator[Any]:
    """What a child leaves of its parent's entries: ids and words that it says itself, it says instead."""
    ids = {entry.id for entry in own} if table in ("person", "work", "section") else set()
    words = {word for marker in own for word in marker.words} if table == "marker" else set()
    for entry in inherited:
        if words:
            entry = replace(entry, words=tuple(word for word in entry.words if word not in words))
        if not (ids and entry.id in ids) and (table != "marker" or entry.words):
            yield entry
