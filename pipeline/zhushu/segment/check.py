"""The parts of a profile → what is wrong with them, each with the line it stands on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from zhushu.findings import finding
from zhushu.model import Finding, Kind
from zhushu.read.names import is_reserved
from zhushu.read.toml import Document
from zhushu.segment.folding import folding
from zhushu.segment.habits import (
    BASE_LAYERS,
    ELLIPSIS,
    HEADING_TYPES,
    LAYOUTS,
    MAIN,
    NOTE_LAYERS,
    POSITIONS,
    SETTINGS,
    SUSPICIONS,
    UNKNOWN,
    Circle,
    Head,
    Layout,
    Marker,
)

Lists = Mapping[str, Sequence[Any]]
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")


def errors(document: Document, head: Head, circle: Circle, layout: Layout, lists: Lists) -> Iterator[Finding]:
    """A profile that was read without an error → the errors of its content."""
    yield from _closed(document, ("profile", "base"), head.base, BASE_LAYERS)
    yield from _closed(document, ("circle", "base"), circle.base, ("unit", "text"))
    yield from _closed(document, ("circle", "note"), circle.note, ("unit", "text"))
    yield from _layout(document, layout)
    yield from _layers(document, head, lists)
    yield from _ids(document, lists)
    yield from _voices(document, layout, lists)
    yield from _patterns(document, lists)
    yield from _words(document, lists)


def _layout(document: Document, layout: Layout) -> Iterator[Finding]:
    yield from _closed(document, ("layout", "notes"), layout.notes, LAYOUTS)
    yield from _closed(document, ("layout", "layer"), layout.layer, (*NOTE_LAYERS, *BASE_LAYERS))
    yield from _closed(document, ("layout", "small"), layout.small, ("", *NOTE_LAYERS))
    yield from _closed(document, ("layout", "indented"), layout.indented, ("", *BASE_LAYERS))
    for style in layout.styles.values():
        yield from _closed(document, ("layout", "styles"), style, SETTINGS)
    for pair in layout.brackets:
        if len(pair) != 2:
            problem = "each must be two signs, one that opens and one that closes small print"
            yield finding("S002", document.place("layout", "brackets"), key="brackets", problem=problem)


def warnings(document: Document, forms: Mapping[str, str], markers: Sequence[Marker]) -> Iterator[Finding]:
    """Markers that begin others of another layer, where both may stand in the same place."""
    table = folding("".join(word for marker in markers for word in marker.words), forms)
    for k, marker in enumerate(markers):
        for other in markers:
            if marker.layer == other.layer or not set(marker.stands) & set(other.stands):
                continue
            for word, longer in _prefixes(marker, other, table):
                place = document.place("marker", k, "words")
                yield finding("S012", place, word=word, longer=longer, layer=other.layer, voice=other.voice or "")


def _prefixes(marker: Marker, other: Marker, table: dict[int, str]) -> Iterator[tuple[str, str]]:
    for word in marker.words:
        for longer in other.words:
            if longer.translate(table).startswith(word.translate(table)):
                yield word, longer


def _closed(document: Document, key: tuple[str | int, ...], value: str, allowed: Sequence[str]) -> Iterator[Finding]:
    if value not in allowed:
        yield finding("S006", document.place(*key), key=key[-1], value=value, allowed=" ".join(allowed))


def _layers(document: Document, head: Head, lists: Lists) -> Iterator[Finding]:
    allowed = {
        "marker": BASE_LAYERS + NOTE_LAYERS,
        "unmarked": NOTE_LAYERS,
        "phrase": NOTE_LAYERS,
    }
    for table, layers in allowed.items():
        for k, entry in enumerate(lists[table]):
            yield from _closed(document, (table, k, "layer"), entry.layer, layers)
    for k, heading in enumerate(lists["heading"]):
        yield from _closed(document, ("heading", k, "type"), heading.type, HEADING_TYPES)
    for k, suspect in enumerate(lists["suspect"]):
        yield from _closed(document, ("suspect", k, "reason"), suspect.reason, SUSPICIONS)
    taken = {head.base}
    for k, section in enumerate(lists["section"]):
        free = [x for x in BASE_LAYERS + NOTE_LAYERS if x not in taken and (x in BASE_LAYERS or not section.opens)]
        yield from _closed(document, ("section", k, "layer"), section.layer, free)
        taken.add(section.layer)
    for k, marker in enumerate(lists["marker"]):
        for position in marker.stands:
            yield from _closed(document, ("marker", k, "stands"), position, POSITIONS)


def _ids(document: Document, lists: Lists) -> Iterator[Finding]:
    for table in ("person", "work", "section"):
        seen: set[str] = set()
        for k, entry in enumerate(lists[table]):
            if not _ID.fullmatch(entry.id):
                allowed = "ASCII letters, digits, - . and _, with a letter first"
                yield finding("S006", document.place(table, k, "id"), key="id", value=entry.id, allowed=allowed)
            if entry.id in seen:
                yield finding("S007", document.place(table, k, "id"), table=table, id=entry.id)
            seen.add(entry.id)
            owner = _owner(table, entry.id, lists)
            if owner:
                yield finding("R062", document.place(table, k, "id"), value=entry.id, owner=owner)


def _owner(table: str, identifier: str, lists: Lists) -> str:
    """Who has the name of a person or work already; "" where nobody has."""
    if (table, identifier) == ("section", MAIN):
        return "the main text"
    if table == "section" or (table, identifier) == ("person", UNKNOWN):
        return ""
    if is_reserved(identifier):
        return "zhushu itself"
    return "a person" if table == "work" and identifier in {person.id for person in lists["person"]} else ""


def _voices(document: Document, layout: Layout, lists: Lists) -> Iterator[Finding]:
    persons = {person.id for person in lists["person"]} | {UNKNOWN}
    works = {work.id for work in lists["work"]}
    sections = {section.id for section in lists["section"]}
    if layout.voice not in persons:
        yield finding("S008", document.place("layout", "voice"), voice=layout.voice)
    if layout.work is not None and layout.work not in works:
        yield finding("S009", document.place("layout", "work"), work=layout.work)
    for heading in lists["heading"]:
        if heading.section and heading.section not in sections:
            yield finding("S014", document.place("heading"), section=heading.section)
    for table, key in (("marker", "voice"), ("unmarked", "voice"), ("phrase", "voice"), ("work", "author")):
        for k, entry in enumerate(lists[table]):
            voice = getattr(entry, key)
            if voice is not None and voice not in persons:
                yield finding("S008", document.place(table, k, key), voice=voice)
    for k, marker in enumerate(lists["marker"]):
        if marker.voice is None and marker.kind is Kind.NOTE:
            yield finding("S013", document.place("marker", k), words=" ".join(marker.words))
        if marker.work is not None and marker.work not in works:
            yield finding("S009", document.place("marker", k, "work"), work=marker.work)


def _patterns(document: Document, lists: Lists) -> Iterator[Finding]:
    for table, key in (("heading", "pattern"), ("table", "opens"), ("unmarked", "pattern")):
        for k, entry in enumerate(lists[table]):
            pattern = getattr(entry, key)
            try:
                problem = "it matches where nothing stands" if re.compile(pattern).match("") else None
            except re.error as error:
                problem = str(error)
            if problem:
                yield finding("S010", document.place(table, k, key), pattern=pattern, problem=problem)


def _words(document: Document, lists: Lists) -> Iterator[Finding]:
    running = {"base", "title", *NOTE_LAYERS}
    for table in ("marker", "phrase"):
        for k, entry in enumerate(lists[table]):
            if not entry.words or not all(word.replace(ELLIPSIS, "").strip() for word in entry.words):
                problem = "at least one text is needed, and each must have characters"
                yield finding("S002", document.place(table, k, "words"), key="words", problem=problem)
    for k, marker in enumerate(lists["marker"]):
        place = document.place("marker", k, "words")
        if any(ELLIPSIS in word for word in marker.words) and running.intersection(marker.stands):
            yield finding("S011", place, words=" ".join(marker.words))
    for k, section in enumerate(lists["section"]):
        if section.opens and not section.opens.strip():
            yield finding("S002", document.place("section", k, "opens"), key="opens", problem="it must have characters")
