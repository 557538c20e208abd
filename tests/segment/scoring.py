"""Page texts against gold segments, character by character: the rules of the gold files, read from segments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from zhushu.model import Kind, Page, PageText, Segment, Source, Span
from zhushu.read import mandoku, plain
from zhushu.segment.habits import BASE_LAYERS
from zhushu.segment.profile import Profile

TITLES = frozenset({"仪礼述注", "儀禮述註"})
LEFT_OUT = ("header", "title", "table")
Gold = list[dict[str, Any]]


def page(text: str, n: str = "1", juan: str = "1", section: str | None = None) -> Page:
    """A text → a page of it, its header found as the reader finds it, or in the columns that it prints."""
    if "<pb:" in text:
        source = Source(f"{n}.txt", "0" * 64, "utf-8", text)
        (leaf,) = mandoku.read(source, TITLES)
        return Page(source, leaf.span, n, juan, section=section, marks=leaf.marks, order=leaf.order)
    header = plain.header(text, TITLES)
    source = Source(f"{n}.txt", "0" * 64, "utf-8", text)
    return Page(source, Span(0, len(text)), n, juan, section=section, header=header.span if header else None)


@dataclass
class Score:
    characters: int = 0
    right: int = 0
    voiced: int = 0
    voice_right: int = 0
    borders: int = 0
    missed: int = 0
    extra: int = 0
    sectioned: int = 0
    section_right: int = 0
    errors: list[str] = field(default_factory=list)

    @property
    def layers(self) -> float:
        return self.right / self.characters

    @property
    def voices(self) -> float:
        return self.voice_right / self.voiced if self.voiced else 1.0

    @property
    def sections(self) -> float:
        return self.section_right / self.sectioned if self.sectioned else 1.0


def score(text: PageText, gold: Gold, profile: Profile) -> Score:
    """Layers, voices and borders of a page; titles, tables and page headers of the gold are left out."""
    names = {person.id: person.names["zh-Hant"] for person in profile.persons}
    ours, theirs = list(_ours(text)), list(_theirs(gold))
    assert [c for c, _ in ours] == [c for c, _ in theirs]
    result = Score()
    segment_before: Segment | None = None
    gold_before = -1
    for (_, segment), (_, index) in zip(ours, theirs, strict=True):
        expected = gold[index]
        begins, should_begin = segment is not segment_before, index != gold_before
        segment_before, gold_before = segment, index
        if expected["layer"] in LEFT_OUT:
            continue
        result.borders += should_begin
        result.missed += should_begin and not begins
        result.extra += begins and not should_begin
        _character(result, segment, expected, names)
    return result


def _character(result: Score, segment: Segment, expected: dict[str, Any], names: dict[str, str]) -> None:
    result.characters += 1
    right = layer(segment) == expected["layer"]
    result.right += right
    if not right:
        result.errors.append(f"{expected['layer']} read as {layer(segment)} ({segment.rule}): {expected['raw'][:20]}")
    if right and expected["layer"] != "經" and expected["voice"]:
        result.voiced += 1
        voice = names.get(segment.voice or "")
        result.voice_right += voice == expected["voice"]
        if voice != expected["voice"]:
            result.errors.append(f"{expected['voice']} read as {voice}: {expected['raw'][:20]}")
    if right and expected.get("section"):
        result.sectioned += 1
        result.section_right += segment.layer == expected["section"]


def layer(segment: Segment) -> str:
    """A segment → its layer as the gold files name it."""
    if segment.layer in BASE_LAYERS:
        return "經"
    if segment.kind is Kind.NOTE:
        return segment.layer if segment.layer in ("注", "疏") else "other"
    return segment.kind.value


def _ours(text: PageText) -> Iterator[tuple[str, Segment]]:
    for segment in text.segments:
        if segment.kind not in (Kind.RUNNING, Kind.LAYOUT):
            for offset in range(segment.span.start, segment.span.end):
                character = text.page.source.text[offset]
                if not character.isspace():
                    yield character, segment


def _theirs(gold: Gold) -> Iterator[tuple[str, int]]:
    for index, segment in enumerate(gold):
        if segment["layer"] != "header":
            yield from ((character, index) for character in segment["raw"] if not character.isspace())
