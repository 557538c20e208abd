"""The reading text of a page in traditional script: a witness's characters first, the restorer's for the rest.

What a witness shows of the script of a work can be kept without the witness: decisions/script.toml has the
characters of the pages with what they stand for, and how often.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from zhushu.collate.comparison import Comparison, compared_offsets
from zhushu.collate.folding import same
from zhushu.collate.restore import Restorer, is_han, is_traditional
from zhushu.collate.witness import GAIJI
from zhushu.errors import EditionError
from zhushu.findings import finding
from zhushu.model import Evidence, PageText, Reading, ReadingKind, Span
from zhushu.read import toml

FILE = "decisions/script.toml"
_RULES = {
    "characters": toml.Rule((dict,), "a table of characters of the pages"),
    "words": toml.Rule((dict,), "a table of words of the pages"),
}
_HEAD = """\
# What characters of these pages stand for in traditional script; the reading text is made with it where no witness
# is at hand. Written by `zhushu collate`, which writes [characters] again each time and keeps [words] as they are.
# Characters that can only stand for one, which OpenCC knows, are not listed.
#
# [characters]  a character = { "what it stands for" = places, … }, as the witness has it
# [words]       yours: a word of the pages = the same word in traditional script, always
"""
_SETTLED = (ReadingKind.GAIJI, ReadingKind.DAMAGE, ReadingKind.LACUNA)


@dataclass(frozen=True, slots=True)
class Script:
    """What decisions/script.toml says."""

    characters: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)


def reading_text(text: PageText, comparisons: Sequence[Comparison], restorer: Restorer) -> PageText:
    """A page text, the witnesses' comparisons with it in the order of their authority → with its reading text."""
    span, raw = text.page.span, _resolved(text)
    restored = restorer.restore("".join(raw[span.start : span.end]))
    settled = _settled(raw, comparisons)
    out = list(restored.text)
    for offset, (character, _) in settled.items():
        out[offset - span.start] = character
    takes = sorted({siglum for offset, (character, siglum) in settled.items() if character != raw[offset]})
    compared = set(compared_offsets(text))
    conversions = tuple(
        Reading(
            Span(at, at + 1),
            ReadingKind.CONVERTED,
            text=choice.candidates[0],
            other=choice.candidates[1:],
            source="chosen among several traditional characters",
            evidence=Evidence.INFERRED,
            certainty=choice.certainty,
        )
        for choice in restored.choices
        if (at := span.start + choice.offset) in compared and at not in settled
    )
    return replace(text, reading_text="".join(out), conversions=conversions, script_of=tuple(takes))


def received(text: PageText) -> PageText:
    """A page text in traditional script → with its own characters, what is known of them applied, as reading text."""
    span = text.page.span
    return replace(text, reading_text="".join(_resolved(text)[span.start : span.end]))


def _resolved(text: PageText) -> list[str]:
    """The characters of the page's source, where a reading gives another that one."""
    raw = list(text.page.shown())
    for reading in text.readings:
        if reading.kind in _SETTLED and len(reading.text) == len(reading.span):
            raw[reading.span.start : reading.span.end] = reading.text
    return raw


def _settled(raw: Sequence[str], comparisons: Sequence[Comparison]) -> dict[int, tuple[str, str]]:
    """The characters that a copy of this very text has in traditional script, with the siglum of the copy."""
    settled: dict[int, tuple[str, str]] = {}
    for one in comparisons:
        if one.same_text:
            for offset, _, other in one.pairs():
                if other != GAIJI and offset not in settled and same(raw[offset], other):
                    settled[offset] = other, one.witness.siglum
    return settled


# ---------------------------------------------------------------- decisions/script.toml


def learnt(witnesses: Iterable[Sequence[Comparison]], before: Script) -> Script:
    """What witnesses show of the script of the pages, with the words of the editor."""
    counts: dict[str, Counter[str]] = {}
    for one in (comparison for comparisons in witnesses for comparison in comparisons):
        if one.same_text:
            for _, raw, other in one.pairs():
                if is_han(raw) and not is_traditional(raw) and other != GAIJI and same(raw, other):
                    counts.setdefault(raw, Counter())[other] += 1
    plain = Restorer()
    telling = {c: n for c, n in counts.items() if len(n) > 1 or tuple(n) != plain.candidates(c)}
    return Script(telling or before.characters, before.words)


def load(folder: Path) -> Script:
    """An edition's folder → what it says of the script; EditionError with every slip in the file."""
    if not os.path.lexists(folder / FILE):  # a link that leads nowhere is a file that cannot be read
        return Script()
    document, problems = toml.read(folder / FILE, FILE)
    problems = (*problems, *toml.check(document, _RULES))
    if problems:
        raise EditionError(*problems)
    script = Script(document.data.get("characters", {}), document.data.get("words", {}))
    wrong = [
        finding("C042", document.place("characters", raw), key=raw)
        for raw, counts in script.characters.items()
        if not _is_count(raw, counts)
    ]
    wrong += [
        finding("C043", document.place("words", raw), key=raw)
        for raw, written in script.words.items()
        if not isinstance(written, str) or not raw or len(written) != len(raw)
    ]
    if wrong:
        raise EditionError(*wrong)
    return script


def _is_count(raw: str, counts: object) -> bool:
    if len(raw) != 1 or not isinstance(counts, dict) or not counts:
        return False
    return all(len(c) == 1 and isinstance(n, int) and n > 0 for c, n in counts.items())


def dump(script: Script) -> str:
    """Script → the text of its file, characters in the order of their code points."""
    lines = [_HEAD, "[characters]"]
    for raw, counts in sorted(script.characters.items()):
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        shown = ", ".join(f"{toml.quoted(character)} = {count}" for character, count in ordered)
        lines.append(f"{toml.quoted(raw)} = {{ {shown} }}")
    lines += ["", "[words]"]
    lines += [f"{toml.quoted(raw)} = {toml.quoted(written)}" for raw, written in sorted(script.words.items())]
    return "\n".join(lines) + "\n"
