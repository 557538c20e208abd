"""Profile → Rules: its words and patterns, compiled for the engine.

Characters are folded before they are compared: every form of a character that occurs in the profile (註 注, 疏 䟽,
傳 传 𫝊) becomes the form that stands there first. Folding is one code point to one, so offsets stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from zhushu.segment.folding import folding
from zhushu.segment.habits import ELLIPSIS, NOTE_LAYERS, POSITIONS, Heading, Marker, Phrase, Section, Unmarked
from zhushu.segment.profile import Profile

_LONGEST_LABEL = 8
_LONGEST_TITLE = 60  # characters; a longer block is no title line


@dataclass(frozen=True, slots=True)
class Opening:
    """A marker found in a page: its words run from `start` to `end`."""

    marker: Marker
    start: int
    end: int
    open_ended: bool


class Rules:
    """A profile, ready to be asked what stands at an offset of a folded page."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.signs = frozenset(profile.circle.signs)
        self._folding = folding(_written(profile), profile.forms)
        self._written_out = {self.fold(word) for marker in profile.markers for word in marker.words}
        self._alternatives = {position: self._words(position) for position in POSITIONS}
        self._candidates = {position: self._first_characters(position) for position in POSITIONS}
        self._title_words = re.compile("|".join(self._plain("title")) or r"(?!)")
        self._headings = [(heading, re.compile(self.fold(heading.pattern))) for heading in profile.headings]
        glued = [(heading, self.fold(heading.pattern)) for heading in profile.headings if heading.glued]
        self._glued = [(heading, re.compile(f"(?:{pattern})$")) for heading, pattern in glued]
        self._tables = [re.compile(self.fold(table.opens)) for table in profile.tables]
        notes = [(note, re.compile(self.fold(note.pattern))) for note in profile.unmarked]
        self._unmarked = [(note, pattern) for note, pattern in notes if note.stands == "block"]
        self._glosses = [(note, pattern) for note, pattern in notes if note.stands == "note"]
        self._signed = [(note, pattern) for note, pattern in notes if note.stands == "circle"]
        self._phrases = [(self.fold(word), phrase) for phrase in profile.phrases for word in phrase.words]
        self._sections = [(self.fold(section.opens), section) for section in profile.sections if section.opens]

    def fold(self, text: str) -> str:
        """A text → the same with every form of a marker's characters made one; length and offsets stay."""
        return text.translate(self._folding)

    def is_written_out(self, words: str) -> bool:
        """Whether a marker found in a page is one that the profile writes out, not a name left open."""
        return self.fold(words) in self._written_out

    def opening(self, text: str, start: int, end: int, position: str) -> Opening | None:
        """The marker that stands at `start`, if one may stand there in this position."""
        pattern, meanings = self._alternatives[position]
        match = pattern.match(text, start, end)
        if match is None or match.lastindex is None:
            return None
        marker, open_ended = meanings[match.lastindex - 1]
        return Opening(marker, start, match.end(), open_ended)

    def candidates(self, text: str, start: int, end: int, position: str) -> Iterator[int]:
        """Where a sign, a space before a marker or a marker may stand inside running text."""
        return (match.start() for match in self._candidates[position].finditer(text, start, end))

    def title_marker(self, text: str, start: int, end: int) -> Opening | None:
        """A marker glued to the end of a title line that begins at `start`."""
        match = self._title_words.search(text, start + 1, end)
        return self.opening(text, match.start(), end, "title") if match else None

    def heading(self, text: str, start: int, end: int, indent: int = 0) -> Heading | None:
        """The title line that a block is, whose column is indented so far."""
        if end - start > _LONGEST_TITLE:
            return None
        fitting = (pair for pair in self._headings if pair[0].indent <= indent)
        return next((heading for heading, pattern in fitting if pattern.fullmatch(text, start, end)), None)

    def is_title(self, text: str, indent: int) -> bool:
        """Whether a column with these words, indented so far, is a title line."""
        return self.heading(self.fold(text), 0, len(text), indent) is not None

    def glued(self, text: str, start: int, end: int) -> tuple[Heading, int] | None:
        """The title line glued to the end of a block, and where it begins."""
        for heading, pattern in self._glued:
            match = pattern.search(text[start:end], max(0, end - start - _LONGEST_TITLE))
            if match is not None and match.start() > 0:
                return heading, start + match.start()
        return None

    def table(self, text: str, start: int, end: int) -> int | None:
        """Where in this stretch a table begins."""
        matches = (pattern.search(text, start, end) for pattern in self._tables)
        return min((match.start() for match in matches if match), default=None)

    def unmarked(self, text: str, start: int, end: int) -> Unmarked | None:
        return next((note for note, pattern in self._unmarked if pattern.fullmatch(text, start, end)), None)

    def gloss(self, text: str, start: int, end: int) -> tuple[Unmarked, int] | None:
        """What a note that opens at `start` says up to its first sign, if its form tells; and where the sign stands."""
        stop = next((at for at in range(start, end) if text[at] in self.signs), end)
        close = min(stop + 1, end)
        note = next((note for note, pattern in self._glosses if pattern.fullmatch(text, start, close)), None)
        return None if note is None else (note, stop)

    def after_sign(self, text: str, start: int, end: int) -> Unmarked | None:
        """The note whose form what follows a sign has, up to the next sign."""
        stop = next((at for at in range(start, end) if text[at] in self.signs), end)
        return next((note for note, pattern in self._signed if pattern.fullmatch(text, start, stop)), None)

    def label(self, text: str, start: int, end: int) -> Opening | None:
        """The marker of small print that stands right before `end`."""
        pattern, meanings = self._alternatives["small"]
        for at in range(max(start, end - _LONGEST_LABEL), end):
            match = pattern.fullmatch(text, at, end)
            if match is not None and match.lastindex is not None:
                marker, open_ended = meanings[match.lastindex - 1]
                return Opening(marker, at, end, open_ended)
        return None

    def phrase(self, text: str, start: int, end: int) -> Phrase | None:
        """The first phrase declared that stands in this stretch."""
        return next((phrase for words, phrase in self._phrases if text.find(words, start, end) >= 0), None)

    def section(self, text: str, start: int, end: int) -> tuple[Section, int] | None:
        """The section whose opener stands at `start`, with more text after it, and where the opener ends."""
        for opener, section in self._sections:
            if text.startswith(opener, start, end) and start + len(opener) < end:
                return section, start + len(opener)
        return None

    def _words(self, position: str) -> tuple[re.Pattern[str], list[tuple[Marker, bool]]]:
        """The words that may stand in a position, longest first and names last → one pattern, what each means."""
        entries = list(self._entries(position))
        entries.sort(key=lambda entry: (ELLIPSIS in entry[0], -len(entry[0])))
        parts = [f"({self._pattern(word, marker, position)})" for word, marker in entries]
        return re.compile("|".join(parts) or r"(?!)"), [(marker, ELLIPSIS in word) for word, marker in entries]

    def _pattern(self, word: str, marker: Marker, position: str) -> str:
        name = rf"[^\s曰{re.escape(self.profile.circle.signs)}]{{1,4}}?"
        pattern = name.join(re.escape(self.fold(part)) for part in word.split(ELLIPSIS))
        if position not in NOTE_LAYERS:
            return pattern
        return "".join(f"(?<!{re.escape(self.fold(before))})" for before in marker.never_after) + pattern

    def _plain(self, position: str) -> list[str]:
        return [re.escape(self.fold(word)) for word, _marker in self._entries(position) if ELLIPSIS not in word]

    def _entries(self, position: str) -> Iterator[tuple[str, Marker]]:
        for marker in self.profile.markers:
            if position in marker.stands:
                yield from ((word, marker) for word in marker.words)

    def _first_characters(self, position: str) -> re.Pattern[str]:
        """What a border inside running text of this position can begin with."""
        firsts = {self.fold(word[0]) for word, _marker in self._entries(position)} | self.signs
        if position != "base" and any("space" in marker.stands for marker in self.profile.markers):
            firsts.add("\u3000")
        return re.compile(f"[{re.escape(''.join(sorted(firsts)))}]") if firsts else re.compile(r"(?!)")


@cache
def rules(profile: Profile) -> Rules:
    return Rules(profile)


def _written(profile: Profile) -> Iterator[str]:
    texts: Iterable[str] = (
        *(word for marker in profile.markers for word in (*marker.words, *marker.never_after)),
        *(section.opens for section in profile.sections),
        *(heading.pattern for heading in profile.headings),
        *(table.opens for table in profile.tables),
        *(note.pattern for note in profile.unmarked),
        *(word for phrase in profile.phrases for word in phrase.words),
    )
    for text in texts:
        yield from (character for character in text if ord(character) > 0x7F and character != ELLIPSIS)
