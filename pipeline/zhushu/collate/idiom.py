"""How base text reads and how notes read: character trigrams, for the places where the base text itself is lost."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

EDGE = "\x02"  # before the first and after the last character of a stretch
ORDER = 3
KINDS = 6000  # characters that may come: what is not known has this share of them
SWITCH = 2.0  # what a border costs, in nats, beside how well it reads


class Idiom:
    """Stretches of one layer → how probable a character is after others (Witten and Bell's smoothing)."""

    def __init__(self, stretches: Iterable[str]) -> None:
        self.counts: Counter[str] = Counter()
        self.before: Counter[tuple[int, str]] = Counter()
        self.kinds: Counter[tuple[int, str]] = Counter()
        self.known: dict[str, float] = {}
        for stretch in stretches:
            text = EDGE * (ORDER - 1) + stretch + EDGE
            for end in range(ORDER, len(text) + 1):
                for order in range(1, ORDER + 1):
                    self._count(text[end - order : end])

    def _count(self, gram: str) -> None:
        context = len(gram), gram[:-1]
        self.kinds[context] += gram not in self.counts
        self.before[context] += 1
        self.counts[gram] += 1

    def cost(self, context: str, character: str) -> float:
        """How surprising a character is after a context, in nats."""
        gram = context[-(ORDER - 1) :] + character
        known = self.known.get(gram)
        if known is None:
            known = self.known[gram] = -math.log(self._probability(gram))
        return known

    def _probability(self, gram: str) -> float:
        shorter = self._probability(gram[1:]) if len(gram) > 1 else 1 / KINDS
        context = len(gram), gram[:-1]
        count = self.before[context]
        if not count:
            return shorter
        kinds = self.kinds[context]
        return (self.counts[gram] + kinds * shorter) / (count + kinds)


def told_apart(text: str, start: int, end: int, base: Idiom, notes: Idiom) -> list[bool]:
    """text[start:end], between base text and base text → which characters of it read like base text (Viterbi)."""
    opening = EDGE * (ORDER - 1)
    costs = [0.0, math.inf]  # of the best way so far that is in base text, in a note
    ways: list[tuple[int, int]] = []
    idioms = (base, notes)
    for at in range(start, end):
        context, character = text[max(0, at - ORDER + 1) : at], text[at]
        way: list[int] = []
        new: list[float] = []
        for here, other in ((0, 1), (1, 0)):
            stays = costs[here] + idioms[here].cost(context, character)
            turns = costs[other] + idioms[other].cost(context, EDGE) + idioms[here].cost(opening, character) + SWITCH
            way.append(here if stays <= turns else other)
            new.append(min(stays, turns))
        costs = new
        ways.append((way[0], way[1]))
    layer = 0 if costs[0] <= costs[1] + notes.cost(text[end - ORDER + 1 : end], EDGE) + SWITCH else 1
    found: list[bool] = []
    for way_back in reversed(ways):
        found.append(layer == 0)
        layer = way_back[layer]
    return found[::-1]
