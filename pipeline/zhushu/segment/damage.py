"""Page → readings of what it has lost, broken or exchanged: recognised, kept and marked, never made into text.

A sign that stands for a missing character (● ?) is a lacuna. A character in pieces (扌需, {艹租}, [⿰月巽]), or one of
which only the name of a template is left (SKchar), has no code point. A single kana or Greek letter among Han, pinyin
in parentheses, and what only a converter writes (南麵) is suspect. damage.toml has what is known beforehand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from zhushu import resources
from zhushu.findings import finding
from zhushu.model import Certainty, Evidence, Finding, Kind, Page, Place, Reading, ReadingKind, Segment, Span

_DATA = tomllib.loads(resources.package("segment/damage.toml").read_text("utf-8"))
_LEFT, _ABOVE = frozenset(_DATA["left"]), frozenset(_DATA["above"])
_MACHINE: dict[str, str] = _DATA["machine"]
_HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_DESCRIBES = "\u2ff0-\u2fff"  # ideographic description characters
_PINYIN = "A-Za-zāáǎàōóǒòēéěèīíǐìūúǔùǖǘǚǜüêńňǹḿ"
_PUNCTUATED = re.compile("[。，；]")
_DAMAGE = re.compile(
    rf"""(?P<dots>(?<=[{_HAN}])[●◆]+(?=[{_HAN}]))
    | (?P<question>(?<=[{_HAN}])[?？]+(?=[{_HAN}]))
    | (?P<template>SKchar\d?|\{{\{{SKchar\d?[^{{}}]*\}}\}})
    | (?P<bracketed><[{_HAN}⺀-⻳]{{2,4}}>|\{{[{_HAN}⺀-⻳]{{2,4}}\}}
        |[\[［〔][{_HAN}⺀-⻳]*(?:[{_DESCRIBES}][{_HAN}⺀-⻳{_DESCRIBES}]+|[{_HAN}⺀-⻳()]+[*+@/-][{_HAN}⺀-⻳()*+@/-]+)[\]］〕])
    | (?P<described>[{_DESCRIBES}])
    | (?P<pieces>[{"".join(sorted(_LEFT | _ABOVE))}][{_HAN}])
    | (?P<letter>(?<=[{_HAN}])[\u3041-\u30ff\uff66-\uff9d\u0370-\u03ff](?=[{_HAN}，。]))
    | (?P<pinyin>(?<=[{_HAN}])[（(][{_PINYIN}]{{1,7}}[1-5]?(?:\s[{_PINYIN}]{{1,7}})*[）)])
    | (?P<machine>{"|".join(sorted(_MACHINE, key=len, reverse=True))})""",
    re.VERBOSE,
)
# A real 王後 can stand in any text: only where such words outnumber the right ones has a converter been at work.
_WRONG = re.compile("|".join(_MACHINE))
_RIGHT = re.compile("|".join(_MACHINE.values()))
_CODES = {
    "dots": "S030",
    "question": "S030",
    "template": "S031",
    "bracketed": "S031",
    "described": "S031",
    "pieces": "S031",
    "letter": "S032",
    "pinyin": "S033",
    "machine": "S034",
}


@dataclass(frozen=True, slots=True)
class Damage:
    """What was found in a page: its kind, where it stands, what is known of it."""

    kind: str
    reading: Reading


def damage(page: Page, segments: tuple[Segment, ...]) -> tuple[Damage, ...]:
    """A page and its segments → the damage in its text, in order. Each place lies in one segment."""
    shown = page.shown()
    punctuated = len(_PUNCTUATED.findall(shown, page.span.start, page.span.end)) > 2
    found: list[Damage] = []
    text = shown[page.span.start : page.span.end]
    converted = len(_WRONG.findall(text)) > len(_RIGHT.findall(text))
    for segment in segments:
        if segment.kind in (Kind.LAYOUT, Kind.RUNNING):
            continue
        for span in segment.spans:
            found += _of_stretch(shown, span, punctuated, segment)
    kept = (one for one in found if converted or one.kind != "machine")
    return tuple(sorted(kept, key=lambda one: one.reading.span))


def _of_stretch(shown: str, span: Span, punctuated: bool, segment: Segment) -> Iterator[Damage]:
    names = [part for part in (segment.sign, segment.marker) if part]
    at = span.start
    for match in _DAMAGE.finditer(shown, span.start, span.end):
        kind = match.lastgroup or ""
        end = _described(shown, match.start(), span.end) if kind == "described" else match.end()
        if match.start() < at or end is None:
            continue
        place = Span(match.start(), end)
        at = end
        named = any(part.start < place.end and place.start < part.end for part in names)
        if named or (kind == "question" and punctuated):
            continue
        yield Damage(kind, _reading(kind, shown[place.start : place.end], place))


def _described(text: str, at: int, end: int) -> int | None:
    """Where an ideographic description sequence ends; None where it is not whole."""
    wanted = 1
    while wanted and at < end:
        character = text[at]
        if character.isspace():
            return None
        operator = "\u2ff0" <= character <= "\u2fff"
        wanted += (2 if character in "⿲⿳" else 0 if character in "\u2ffe\u2fff" else 1) if operator else -1
        at += 1
    return None if wanted else at


def _reading(kind: str, words: str, span: Span) -> Reading:
    match kind:
        case "dots" | "question":
            return Reading(
                span, ReadingKind.LACUNA, source=f"{words} for a missing character", certainty=Certainty.MEDIUM
            )
        case "template":
            return Reading(span, ReadingKind.GAIJI, entity="SKchar", source="a template that names a character")
        case "bracketed" | "described" | "pieces":
            return Reading(
                span,
                ReadingKind.GAIJI,
                ids=_description(words),
                entity=None if _description(words) else words.strip("<>{}[]［］〔〕"),
                source="a character in pieces",
                evidence=Evidence.INFERRED,
                certainty=Certainty.MEDIUM,
            )
        case "machine":
            right = _MACHINE[words]
            at = next(k for k in range(len(words)) if words[k] != right[k])
            one = Span(span.start + at, span.start + at + 1)
            return Reading(
                one, ReadingKind.SUSPECT, source=f"{words} for {right}: made by a converter", certainty=Certainty.LOW
            )
        case _:
            source = "pinyin of an editor" if kind == "pinyin" else "a letter in place of a character"
            return Reading(span, ReadingKind.SUSPECT, source=source, certainty=Certainty.LOW)


def _description(words: str) -> str | None:
    """扌需, <匚单>, [⿰月巽] → an ideographic description sequence, where it can be told."""
    parts = words.strip("<>{}[]［］〔〕")
    if re.search(f"[{_DESCRIBES}]", parts):
        return parts
    if len(parts) == 2 and parts[0] in _LEFT:
        return f"⿰{parts}"
    return f"⿱{parts}" if len(parts) == 2 and parts[0] in _ABOVE else None


def remarks(page: Page, found: tuple[Damage, ...]) -> Iterator[Finding]:
    """The damage of a page → one finding for each kind of it, at its first place."""
    text = page.source.text
    first: dict[str, Span] = {}
    counts: dict[str, int] = {}
    for one in found:
        code = _CODES[one.kind]
        first.setdefault(code, one.reading.span)
        counts[code] = counts.get(code, 0) + 1
    for code, span in first.items():
        place = Place(page.source.path, text.count("\n", 0, span.start) + 1, span.start)
        yield finding(code, place, page=page.n, count=counts[code], example=_example(text, span))


def _example(text: str, span: Span) -> str:
    return "".join(text[max(0, span.start - 3) : span.end + 3].split())
