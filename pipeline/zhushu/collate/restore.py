"""Simplified text → traditional, character for character, without a witness.

The candidates of a character are what OpenCC's own dictionary simplifies to it. A model learnt from texts that the
user names chooses among them: first the word, by a mixture of character bigrams in which variants count as one,
then its form, as the first of those texts spells it. What the page has in traditional script already stays. The
distance to the next best choice is the certainty of the choice.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from zhushu import characters
from zhushu.errors import CollationError
from zhushu.findings import finding
from zhushu.model import Certainty, Place

FILE = "restorer.msgpack"  # in the folder of the edition
EDGE = "\x02"  # stands for all that is no Han character: the words on both sides of it are strangers
DEFAULT = 1.25  # what OpenCC's own first choice is worth, in nats; with EVEN the best on six juan of 儀禮述註
SURE, LIKELY = 3.0, 1.0  # margins, in nats, from which a choice has high or medium certainty
EVEN = 0.5  # a margin below which the text cannot tell: a received character that may stand stays
ROUNDS, SAMPLE = 3, 50_000  # of the weighing of texts, and how many characters of the pages it looks at

_SURROGATES = re.compile("[\ud800-\udfff]")  # half of a character each: OpenCC cannot take them

Table = Mapping[str, Mapping[str, int]]  # a character of the page → the characters it stands for, and how often


@dataclass(frozen=True, slots=True)
class Text:
    """What is learnt from one text: its pairs of words (characters in standard form), and how it writes each word."""

    name: str
    pairs: dict[str, int]
    forms: dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class Model:
    """Texts, the first the nearest in spelling, and the weight of each in the choice of words (together 1)."""

    texts: tuple[Text, ...]
    weights: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A character that had more than one candidate: its place in the text, the candidates with the best first."""

    offset: int
    candidates: str
    certainty: Certainty


@dataclass(frozen=True, slots=True)
class Restored:
    text: str
    choices: tuple[Choice, ...] = ()


# ---------------------------------------------------------------- characters


def is_han(character: str) -> bool:
    """Is this a character that has a script?"""
    code = ord(character)
    return 0x3400 <= code < 0xA000 or 0xF900 <= code < 0xFB00 or 0x20000 <= code < 0x40000


@cache
def word(character: str) -> str:
    """A character → the standard form under which all forms of it are counted."""
    return characters.standard(character) or character


class _Converted(dict[str, str]):
    """Single characters through OpenCC, looked up once; never a change of length."""

    def __init__(self, name: str) -> None:
        import opencc

        self.convert = opencc.OpenCC(name).convert

    def __missing__(self, character: str) -> str:
        converted: str = self.convert(character) if is_han(character) else character
        self[character] = converted if len(converted) == 1 else character
        return self[character]


@cache
def _opencc(name: str) -> _Converted:
    return _Converted(name)


def is_traditional(character: str) -> bool:
    """Would a conversion to simplified script change it? Then nobody has simplified it."""
    return _opencc("t2s")[character] != character


def is_simplified_of(character: str, other: str) -> bool:
    """Does the second character become the first when it is simplified?"""
    return _opencc("t2s")[other] == character


@cache
def dictionary() -> dict[str, tuple[str, ...]]:
    """Simplified character → the characters that OpenCC simplifies to it, itself included where it is one of them."""
    simplify = _opencc("t2s")
    table: dict[str, list[str]] = {}
    for start, end in ((0x3400, 0xA000), (0xF900, 0xFB00), (0x20000, 0x2A6E0)):
        for character in map(chr, range(start, end)):
            table.setdefault(simplify[character], []).append(character)
    return {simple: tuple(found) for simple, found in table.items()}


# ---------------------------------------------------------------- learning


def learn(name: str, text: str) -> Text:
    """A text in traditional script → what the restorer learns from it."""
    written = "".join(character if is_han(character) else EDGE for character in text)
    words = "".join(map(word, written))
    forms: dict[str, Counter[str]] = {}
    for of, character in zip(words, written, strict=True):
        forms.setdefault(of, Counter())[character] += 1
    pairs = Counter(first + second for first, second in zip(EDGE + words, words, strict=False))
    return Text(name, dict(sorted(pairs.items())), {of: dict(sorted(n.items())) for of, n in sorted(forms.items())})


def train(texts: Sequence[Text], pages: Iterable[str]) -> Model:
    """Texts, the nearest in spelling first, and the pages to be restored → the model.

    Each text weighs as much as it helps to foresee the words of the pages (expectation–maximisation).
    """
    model = Model(tuple(texts), (1 / len(texts),) * len(texts))
    sample = EDGE.join(pages)[:SAMPLE]
    for _ in range(ROUNDS if len(texts) > 1 else 0):
        words = "".join(map(word, Restorer(model).restore(sample).text))
        model = Model(model.texts, _weighed(model, words))
    return model


def _weighed(model: Model, words: str) -> tuple[float, ...]:
    bigrams = [Bigrams(text.pairs) for text in model.texts]
    pairs = Counter(first + second for first, second in zip(EDGE + words, words, strict=False))
    weights = list(model.weights)
    for _ in range(ROUNDS):
        shares = [0.0] * len(weights)
        for pair, count in pairs.items():
            parts = [weight * one.probability(pair) for weight, one in zip(weights, bigrams, strict=True)]
            for number, part in enumerate(parts):
                shares[number] += count * part / sum(parts)
        weights = [share / sum(shares) for share in shares]
    return tuple(round(weight, 6) for weight in weights)


class Bigrams:
    """Pairs of words → how probable the second is after the first (Witten and Bell's smoothing)."""

    def __init__(self, pairs: Mapping[str, int]) -> None:
        self.pairs = pairs
        self.words: Counter[str] = Counter()
        self.before: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        for pair, count in pairs.items():
            self.words[pair[1]] += count
            self.before[pair[0]] += count
            self.kinds[pair[0]] += 1
        self.total = self.words.total() + 0.5 * (len(self.words) + 1)

    def probability(self, pair: str) -> float:
        alone = (self.words[pair[1]] + 0.5) / self.total
        count = self.before[pair[0]]
        if not count:
            return alone
        kinds = self.kinds[pair[0]]
        return (self.pairs.get(pair, 0) + kinds * alone) / (count + kinds)


def save(model: Model) -> bytes:
    """Model → the content of its file; the same model gives the same bytes."""
    return msgspec.msgpack.encode(model)


def load(path: Path) -> Model:
    """The file of a model → the model; CollationError if it is none."""
    if not path.is_file():  # a pipe or a device would never end
        raise CollationError(finding("C041", Place(path.name), file=path.name, reason="it is no file"))
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=Model)
    except msgspec.MsgspecError as error:
        raise CollationError(finding("C041", Place(path.name), file=path.name, reason=error)) from error


# ---------------------------------------------------------------- restoring


class Restorer:
    """Restores texts with a model, or with OpenCC's choices alone, and with what is known of the work.

    `table` has characters of the pages with what they stand for in this work, `words` longer words.
    """

    def __init__(
        self, model: Model | None = None, table: Table | None = None, words: Mapping[str, str] | None = None
    ) -> None:
        self.model = model
        self.table = table or {}
        self.words = words or {}
        self.bigrams = [Bigrams(text.pairs) for text in model.texts] if model else []
        self.known = {form for text in model.texts for forms in text.forms.values() for form in forms} if model else ()
        self._candidates: dict[str, tuple[str, ...]] = {}
        self._worth: dict[str, tuple[float, ...]] = {}
        self._links: dict[str, float] = {}

    def restore(self, text: str) -> Restored:
        """A text → the same number of characters in traditional script, and where that was a choice."""
        plain = {ord(c): self.candidates(c)[0] for c in set(text) if len(self.candidates(c)) == 1}
        out = list(text.translate(plain))
        fixed = self._fixed(text)
        for at, character in fixed.items():
            out[at] = character
        default = self._default(text)
        choices: list[Choice] = []
        for start, end in self._runs(text, fixed):
            before = out[start - 1] if start else EDGE
            after = out[end] if end < len(text) else EDGE
            found = self._choose(text[start:end], default[start:end], _edged(before), _edged(after))
            out[start:end] = [choice.candidates[0] for choice in found]
            choices += [Choice(start + choice.offset, choice.candidates, choice.certainty) for choice in found]
        return Restored("".join(out), tuple(choices))

    def _default(self, text: str) -> str:
        """What OpenCC makes of the text, phrases and all, if it keeps its length."""
        converted = _opencc("s2t").convert(_SURROGATES.sub(EDGE, text))
        return converted if len(converted) == len(text) else "".join(_opencc("s2t")[c] for c in text)

    def _fixed(self, text: str) -> dict[int, str]:
        """The places that a word of the work decides."""
        fixed: dict[int, str] = {}
        for raw, written in self.words.items():
            at = text.find(raw)
            while at >= 0:
                fixed.update(enumerate(written, at))
                at = text.find(raw, at + 1)
        return fixed

    def _runs(self, text: str, fixed: Mapping[int, str]) -> Iterator[tuple[int, int]]:
        """The stretches in which every character has several candidates."""
        open_ones = "".join(sorted(c for c in set(text) if len(self.candidates(c)) > 1))
        for match in re.finditer(f"[{re.escape(open_ones)}]+", text) if open_ones else ():
            start = match.start()
            for at in range(match.start(), match.end()):
                if at in fixed:
                    if start < at:
                        yield start, at
                    start = at + 1
            if start < match.end():
                yield start, match.end()

    def candidates(self, character: str) -> tuple[str, ...]:
        """A character of the page → what it may stand for; only itself if it is traditional already."""
        found = self._candidates.get(character)
        if found is None:
            found = self._candidates[character] = self._possible(character)
        return found

    def _possible(self, character: str) -> tuple[str, ...]:
        if not is_han(character) or is_traditional(character):
            return (character,)
        default = _opencc("s2t")[character]
        if character in self.table:
            return tuple(self.table[character])
        possible = dictionary().get(character, ())
        if self.model:
            return tuple(c for c in possible if c in self.known) or (default,)
        others = (c for c in possible if word(c) == c and _is_common(c) and c != word(default))
        return tuple(dict.fromkeys((default, *others)))

    def _spelling(self, candidate: str) -> float:
        """How probable the form is for its word: as the first text has it, which the others only advise."""
        assert self.model is not None
        share = 1.0
        for text in reversed(self.model.texts):
            forms = text.forms.get(word(candidate), {})
            share = (forms.get(candidate, 0) + 0.5 * share) / (sum(forms.values()) + 1)
        return share

    def _link(self, first: str, second: str) -> float:
        """The worth of two characters side by side."""
        pair = first + second
        worth = self._links.get(pair)
        if worth is None:
            worth = self._links[pair] = self._link_of(word(first) + word(second))
        return worth

    def _link_of(self, pair: str) -> float:
        if self.model is None:
            return 0.0
        return math.log(sum(w * one.probability(pair) for w, one in zip(self.model.weights, self.bigrams, strict=True)))

    def _choose(self, raw: str, likely: str, before: str, after: str) -> list[Choice]:
        """A run of characters with several candidates each → the best path, and how far the next best is from it."""
        link = self._link
        columns = [self._candidates[character] for character in raw]
        worth = [self._worths(c, default) for c, default in zip(raw, likely, strict=True)]
        forward = [[link(before, c) + w for c, w in zip(columns[0], worth[0], strict=True)]]
        for step in range(1, len(columns)):
            left = list(zip(columns[step - 1], forward[-1], strict=True))
            steps = zip(columns[step], worth[step], strict=True)
            forward.append([w + max([score + link(b, c) for b, score in left]) for c, w in steps])
        backward = [link(c, after) for c in columns[-1]]
        found: list[Choice] = []
        for step in range(len(columns) - 1, -1, -1):
            totals = [a + b for a, b in zip(forward[step], backward, strict=True)]
            informed = self.model is not None or raw[step] in self.table
            found.append(_ranked(step, raw[step], columns[step], totals, informed))
            if step:
                right = [(c, w + b) for c, w, b in zip(columns[step], worth[step], backward, strict=True)]
                backward = [max([link(b, c) + score for c, score in right]) for b in columns[step - 1]]
        return found[::-1]

    def _worths(self, character: str, default: str) -> tuple[float, ...]:
        """The worth of each candidate by itself, where OpenCC would choose `default`."""
        key = character + default
        found = self._worth.get(key)
        if found is None:
            column = self._candidates[character]
            found = self._worth[key] = tuple(self._worth_of(character, candidate, default) for candidate in column)
        return found

    def _worth_of(self, character: str, candidate: str, default: str) -> float:
        """What speaks for a candidate: the table of the work; else OpenCC, and how the texts spell the word."""
        if counts := self.table.get(character):
            return math.log((counts[candidate] + 0.5) / (sum(counts.values()) + 0.5 * len(counts)))
        worth = DEFAULT if word(candidate) == word(default) else 0.0
        return worth + (math.log(self._spelling(candidate)) if self.model else 0.0)


def _is_common(character: str) -> bool:
    """Is it one of the 5,401 common characters of the traditional script, by Big5?"""
    try:
        return b"\xa4\x40" <= character.encode("big5") <= b"\xc6\x7e"
    except UnicodeEncodeError:
        return False


def _edged(character: str) -> str:
    return character if is_han(character) else EDGE


def _ranked(step: int, received: str, column: tuple[str, ...], totals: list[float], informed: bool) -> Choice:
    """The candidates of a place in the order of their worth. OpenCC's opinion alone is never certain.

    Where the next best is nearly as good, the text cannot tell, and a received character that may stand stays.
    """
    order = sorted(range(len(column)), key=lambda number: -totals[number])
    margin = totals[order[0]] - totals[order[1]] if informed else 0.0
    certainty = Certainty.HIGH if margin >= SURE else Certainty.MEDIUM if margin >= LIKELY else Certainty.LOW
    candidates = "".join(column[number] for number in order)
    if informed and margin < EVEN and received in candidates:
        candidates = received + candidates.replace(received, "")
    return Choice(step, candidates, certainty)
