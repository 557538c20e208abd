"""Pages → a first profile for them: what opens their notes, counted; what the counts do not settle is marked unsure.

A voice is what stands before 曰 or 云 at the opening of a note. It is sure where it is a person's name by its surname,
or a known voice, or frequent; where it stands at openings far more often than inside notes, since a book that is
quoted stands anywhere; and where base text never has it. openings.toml has what is known of such words beforehand.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from zhushu import characters, resources
from zhushu.model import Page
from zhushu.read import edition, pages
from zhushu.read.names import ascii_name
from zhushu.read.toml import quoted
from zhushu.segment.habits import UNKNOWN, Layout
from zhushu.segment.profile import for_title
from zhushu.segment.view import Block, Set, View, view

FILE = "profile.toml"  # what zhushu init calls it
MATTER = "matter"  # the profile that has nothing but what every book has

_SIGNS = "○◯〇"
_SAYS = re.compile(r"([^\s曰云○◯〇，。、：；「」『』（）()\[\]【】〔〕〈〉《》/]{1,5}?)(曰|云)")
_REMARKS = ("按", "案", "愚按", "愚案", "愚謂", "謹案", "謹按")
_LABELS = re.compile(r"【([^【】]{1,4})】|〔([^〔〕]{1,4})〕|\[([^\[\]]{1,4})\]")
# Words before 曰 that are no voice: particles, and the books that everyone quotes.
_DATA = tomllib.loads(resources.package("segment/openings.toml").read_text("utf-8"))
_KINDS: dict[str, str] = _DATA["kinds"]
_NO_VOICE = frozenset(_DATA["no_voice"].split())
_SURNAMES = frozenset("".join(_DATA["surnames"].split()))
_ENOUGH = 5  # openings that make a voice whose name tells nothing
_AT_OPENINGS = 0.6  # of all its places a voice must open what it stands in
_EXAMPLE = 12


@dataclass(slots=True)
class Found:
    """A word at the opening of notes: how often there, how often elsewhere, with an example."""

    word: str
    opens: int = 0
    after_sign: int = 0
    after_space: int = 0
    elsewhere: int = 0
    in_base: int = 0
    example: str = ""
    verbs: Counter[str] = field(default_factory=Counter)

    @property
    def openings(self) -> int:
        return self.opens + self.after_sign + self.after_space


@dataclass(slots=True)
class Learnt:
    """What the pages show: how notes are set, what opens them, where ○ stands."""

    notes: str = ""
    voices: dict[str, Found] = field(default_factory=dict)
    remarks: Counter[str] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)
    signs: Counter[str] = field(default_factory=Counter)  # in base text, in notes
    blocks: Counter[str] = field(default_factory=Counter)


def learn(found: Iterable[Page]) -> Learnt:
    """The pages of a work → what opens their notes."""
    views = [view(page, Layout(notes="auto", brackets=("（）", "〈〉"), plain=("臣", "臣…"))) for page in found]
    learnt = Learnt()
    conventions = Counter(one.notes for one in views)
    learnt.notes = max(conventions, key=lambda notes: (conventions[notes], notes != ""), default="")
    for one in views:
        for block in one.blocks:
            _openings(learnt, one, block)
    for one in views:
        for block in one.blocks:
            _elsewhere(learnt, one, block)
    return learnt


def _openings(learnt: Learnt, one: View, block: Block) -> None:
    text = one.text[block.start : block.end]
    base = block.set in (Set.BASE, Set.HEADING)
    learnt.blocks["base" if base else "note" if block.set is Set.NOTE else "unknown"] += 1
    learnt.signs["base" if base else "note"] += sum(text.count(sign) for sign in _SIGNS)
    learnt.labels.update(next(filter(None, match.groups())) for match in _LABELS.finditer(text))
    if base:
        return
    starts = [] if block.on else [0]
    starts += [match.end() for match in re.finditer(f"[{_SIGNS}\u3000]", text)]
    for start in starts:
        match = _SAYS.match(text, start)
        if match is not None:
            found = learnt.voices.setdefault(match[1], Found(match[1]))
            found.verbs[match[2]] += 1
            found.opens += start == 0
            found.after_space += start > 0 and text[start - 1] == "\u3000"
            found.after_sign += start > 0 and text[start - 1] != "\u3000"
            found.example = found.example or text[start : start + _EXAMPLE]
        for remark in _REMARKS:
            if text.startswith(remark, start):
                learnt.remarks[remark] += 1
                break


def _elsewhere(learnt: Learnt, one: View, block: Block) -> None:
    """How often the words stand where nothing opens."""
    text = one.text[block.start : block.end]
    base = block.set in (Set.BASE, Set.HEADING)
    for match in re.finditer("曰|云", text):
        for length in range(1, 6):
            word = text[max(0, match.start() - length) : match.start()]
            found = learnt.voices.get(word)
            if found is None or len(word) < length:
                continue
            before = text[match.start() - length - 1 : match.start() - length]
            opens = not base and (
                (match.start() == length and not block.on) or (before != "" and before in _SIGNS + "\u3000")
            )
            found.elsewhere += not base and not opens
            found.in_base += base


def learnt_profile(folder: Path) -> tuple[str | None, bool]:
    """A folder of raw pages → the text of a first profile, or None where nothing opens notes; whether to use it.

    It should where no profile of ours is for a work of this title, and the counts show voices that are sure.
    """
    info = edition.assumed(folder)
    found, _ = pages.pages(folder, info)
    learnt = learn(found)
    if not any(plausible(one) for one in learnt.voices.values()):
        return None, False
    title = next(iter(info.titles.values()))
    used = for_title(title) is None and any(map(sure, learnt.voices.values()))
    return proposal(learnt, info.id, title, FILE, info.language, _parent(info.profile)), used


def _parent(assumed: str) -> str:
    """The profile that a build would assume → the one to begin from: that one where it knows 註曰 and 疏曰."""
    return assumed if assumed in (edition.PROFILE, edition.TITLED_PROFILE) else MATTER


# ---------------------------------------------------------------- what is sure


def sure(found: Found) -> bool:
    """Whether a word is certainly a voice."""
    if (
        not plausible(found)
        or found.in_base
        or found.elsewhere > (1 - _AT_OPENINGS) * (found.openings + found.elsewhere)
    ):
        return False
    if found.word in _KINDS:
        return True
    named = found.word in known_voices() or (found.word[0] in _SURNAMES and 2 <= len(found.word) <= 3)
    return found.openings >= (2 if named else _ENOUGH)


def plausible(found: Found) -> bool:
    """Whether a word may be a voice at all."""
    if found.word in _NO_VOICE or found.word.startswith(_REMARKS) or (len(found.word) < 2 and found.word not in _KINDS):
        return False
    return found.word in _KINDS or len(found.word) <= 4


@cache
def known_voices() -> dict[str, dict[str, object]]:
    """The persons of all profiles that come with zhushu, by their names in traditional script."""
    known: dict[str, dict[str, object]] = {}
    for path in sorted(resources.package("profiles").glob("*.toml")):
        for person in tomllib.loads(path.read_text("utf-8")).get("person", ()):
            for form in _spellings(person["names"]["zh-Hant"]):
                known.setdefault(form, person)
    return known


def _spellings(name: str) -> Iterator[str]:
    """A name → the same, and with its characters in their standard forms."""
    yield name
    yield "".join(characters.standard(character) or character for character in name)


# ---------------------------------------------------------------- writing


_HEAD = """\
# A first profile, made from counts: correct it, then write profile = "{file}" into edition.toml.
# What each table means says docs/profiles.md. Numbers count places: at the start of a note, after ○, elsewhere.
# A marker that is “unsure” may be a book that is quoted, or a slip: keep it or delete it.

[profile]
id = {id}
title = {title}
extends = {parent}
"""
_SETTING = """\

[circle]
signs = "○"
base = "{circle}" # {in_base} ○ in base text, {in_notes} in notes

[layout]
notes = "{notes}" # {told}
layer = "注"
plain = ["臣", "臣…"]
brackets = ["（）", "〈〉"]
"""
_TOLD = {
    "indent": "notes are indented in the printed columns",
    "small": "notes are in small print, in parentheses",
    "": "the layout does not tell notes from base text",
}


def proposal(
    learnt: Learnt, identifier: str, title: str, file: str = FILE, language: str = "lzh-Hant", parent: str = MATTER
) -> str:
    """What was learnt → the text of a profile, over a `parent` that has the markers which it knows already."""
    known = _markers(parent)
    voices = sorted(
        (one for one in learnt.voices.values() if plausible(one) and not _is_known(one, known)),
        key=lambda one: (-one.openings, one.word),
    )
    certain = [one for one in voices if sure(one)]
    doubtful = [one for one in voices if not sure(one)]
    parts = [
        _HEAD.format(
            file=file,
            id=quoted(identifier),
            title=quoted(title),
            parent=quoted(parent),
        )
    ]
    if parent == MATTER:
        parts.append(_setting(learnt))
    persons: set[str] = set()
    script = language.replace("lzh", "zh")
    parts += [_voice(one, persons, True, learnt.notes, script) for one in certain]
    if parent == MATTER:
        parts += _remarks(learnt)
    parts += _labels(learnt)
    if doubtful:
        parts.append(f"\n# ---------------------------------------------------------------- unsure: {len(doubtful)}\n")
        parts += [_voice(one, persons, False, learnt.notes, script) for one in doubtful]
    return "".join(parts)


def _setting(learnt: Learnt) -> str:
    return _SETTING.format(
        circle="unit" if learnt.signs["base"] else "text",
        in_base=learnt.signs["base"],
        in_notes=learnt.signs["note"],
        notes=learnt.notes,
        told=_TOLD[learnt.notes],
    )


def _markers(name: str) -> tuple[str, ...]:
    """A profile of ours → the words of its markers."""
    text = resources.package(f"profiles/{name}.toml").read_text("utf-8")
    return tuple(word for marker in tomllib.loads(text).get("marker", ()) for word in marker["words"])


def _is_known(one: Found, known: Iterable[str]) -> bool:
    """Whether every form in which a word opens notes is a marker already, in whatever script."""
    return all(any(characters.alike(f"{one.word}{verb}", word) for word in known) for verb in one.verbs)


def _voice(one: Found, persons: set[str], certain: bool, notes: str, script: str) -> str:
    layer = _KINDS.get(one.word, "諸家" if notes == "" else "注")
    written = [f"{one.word}{verb}" for verb, _ in one.verbs.most_common()]
    places = ((one.opens, "at the start"), (one.after_sign, "after ○"), (one.after_space, "after a space"))
    counted = ", ".join(f"{count} {where}" for count, where in (*places, (one.elsewhere, "elsewhere")) if count)
    counts = f"# {counted}: {one.example}…"
    person, identifier = "", UNKNOWN
    if one.word not in _KINDS:
        known = known_voices().get(one.word) or known_voices().get(
            "".join(characters.standard(character) or character for character in one.word)
        )
        identifier = str(known["id"]) if known else ascii_name(one.word).lower()
        person = "" if identifier in persons else _person(identifier, one.word, known, script)
        persons.add(identifier)
    doubt = "" if certain else 'certainty = "low" # unsure\n'
    stands = '["block", "circle"' if notes or certain else '["circle"'
    stands += ', "base"' if one.word in _KINDS and certain else ""  # it is glued where a column of base text is full
    stands += ', "space"]' if one.after_space else "]"
    return (
        f"\n{person}{counts}\n[[marker]]\nwords = [{', '.join(map(quoted, written))}]\nlayer = {quoted(layer)}\n"
        f"voice = {quoted(identifier)}\nstands = {stands}\n{doubt}"
    )


def _person(identifier: str, word: str, known: dict[str, object] | None, script: str) -> str:
    names = dict(known["names"]) if known and isinstance(known["names"], dict) else {script: word}
    shown = ", ".join(f"{language} = {quoted(name)}" for language, name in names.items())
    dates = f"dates = {quoted(str(known['dates']))}\n" if known and known.get("dates") else ""
    return f"[[person]]\nid = {quoted(identifier)}\nnames = {{ {shown} }}\n{dates}\n"


def _remarks(learnt: Learnt) -> Iterator[str]:
    words = [word for word, count in learnt.remarks.most_common() if count > 1]
    if words:
        counts = ", ".join(f"{word} {learnt.remarks[word]}" for word in words)
        yield (
            f"\n# The compiler's own remarks: {counts}\n[[marker]]\nwords = [{', '.join(map(quoted, words))}]\n"
            f'layer = "按"\nvoice = "{UNKNOWN}"\nstands = ["block", "circle"]\n'
        )


def _labels(learnt: Learnt) -> Iterator[str]:
    """【疏】 and its like."""
    for word, count in learnt.labels.most_common(12):
        if count > 1 and (layer := _KINDS.get(word)):
            forms = ", ".join(quoted(form.format(word)) for form in ("【{}】", "〔{}〕", "[{}]"))
            yield (
                f"\n# {count} times in brackets\n[[marker]]\nwords = [{forms}]\nlayer = {quoted(layer)}\n"
                f'voice = "{UNKNOWN}"\nstands = ["block", "circle", "small", "base", "注", "疏", "音義"]\n'
            )
