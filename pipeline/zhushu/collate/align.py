"""Two texts → the stretches in which they stand against each other, character for character.

Rare n-grams that both texts have once are seeds. Seeds that lie near one diagonal form islands; the heaviest
monotone chain of each island is kept, islands may come in another order (moved blocks, missing pages). What lies
between two seeds is aligned by edit distance, and only what has enough agreement around it is believed: a passage
that the other text lacks stays unaligned.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from rapidfuzz.distance import Levenshtein

SEED = 8  # characters of a seed; eight characters of classical prose that come once are almost always the same place
NEAR = 1000  # seeds whose diagonals differ by no more belong to one island
REACH = 4000  # an island ends where no seed has joined it for so long
LIGHT = 24  # islands with fewer agreeing characters are chance or quotation
MOVED = 40  # islands out of order need more
CELLS = 16_000_000  # largest rectangle given to the edit distance at once
CONTEXT = 2  # characters that must agree on both sides of a single disagreement


@dataclass(frozen=True, slots=True, order=True)
class Run:
    """a[a : a + length] stands against b[b : b + length]: equal, or one character for another."""

    a: int
    b: int
    length: int

    @property
    def a_end(self) -> int:
        return self.a + self.length

    @property
    def b_end(self) -> int:
        return self.b + self.length

    def part(self, start: int, end: int) -> Run:
        return Run(self.a + start, self.b + start, end - start)


class Index:
    """A text prepared for alignment with many others: the places of the n-grams that it has once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places = _once(text, 0, len(text), SEED)


def align(a: str, b: Index | str) -> tuple[Run, ...]:
    """Two folded texts → their runs, in the order of `a`, none overlapping in either text."""
    index = b if isinstance(b, Index) else Index(b)
    if a and a == index.text:
        return (Run(0, 0, len(a)),)
    believed = _believed(_joined(_filled(a, index.text, anchors(a, index))), a, index.text)
    return tuple(_to_the_edges(believed, len(a), len(index.text)))


def anchors(a: str, index: Index) -> list[Run]:
    """Two folded texts → the runs of rare words in which they certainly belong together, in the order of `a`."""
    seeds = _seeds(_once(a, 0, len(a), SEED), index.places, SEED)
    return _accepted([chain for island in _islands(seeds) for chain in _chains(island)])


def _once(text: str, start: int, end: int, n: int) -> dict[str, int]:
    """The n-grams of text[start:end] that come once → their places."""
    places: dict[str, int] = {}
    for at in range(start, end - n + 1):
        gram = text[at : at + n]
        places[gram] = -1 if gram in places else at
    return {gram: at for gram, at in places.items() if at >= 0}


def _seeds(a: dict[str, int], b: dict[str, int], n: int) -> list[Run]:
    """Common n-grams → maximal runs, in the order of a."""
    runs: list[Run] = []
    at_a = at_b = -2
    start = 0
    for gram, i in a.items():
        j = b.get(gram)
        if j is None:
            continue
        if i != at_a + 1 or j != at_b + 1:
            if at_a >= 0:
                runs.append(Run(at_a - start, at_b - start, start + n))
            start = 0
        else:
            start += 1
        at_a, at_b = i, j
    if at_a >= 0:
        runs.append(Run(at_a - start, at_b - start, start + n))
    return runs


def _islands(seeds: Iterable[Run]) -> list[list[Run]]:
    """Seeds in the order of a → groups near a diagonal that drifts."""
    islands: list[list[Run]] = []
    open_islands: list[list[Run]] = []
    for seed in seeds:
        open_islands = [island for island in open_islands if seed.a - island[-1].a_end <= REACH]
        best = min(open_islands, key=lambda island: _off(seed, island[-1]), default=None)
        if best is not None and _off(seed, best[-1]) <= NEAR:
            best.append(seed)
        else:
            islands.append([seed])
            open_islands.append(islands[-1])
    return islands


def _off(seed: Run, other: Run) -> int:
    return abs((seed.b - seed.a) - (other.b - other.a))


def _chains(seeds: list[Run]) -> Iterator[list[Run]]:
    """An island → its chains, the heaviest first: blocks that moved not far lie near one diagonal, too."""
    while _weight(seeds) >= LIGHT:
        chain = _chain(seeds)
        if _weight(chain) < LIGHT:
            return
        yield chain
        used = {run.a_end for run in chain}
        seeds = [seed for seed in seeds if seed.a_end not in used]


def _chain(seeds: list[Run]) -> list[Run]:
    """Seeds in the order of a → the heaviest of their chains that is also in the order of b, overlaps cut."""
    order = sorted({seed.b for seed in seeds})
    rank = {b: index + 1 for index, b in enumerate(order)}
    best: list[tuple[int, int]] = [(0, -1)] * (len(order) + 1)  # Fenwick tree of (weight, seed) over ranks
    back: list[int] = []
    for number, seed in enumerate(seeds):
        weight, before = _highest(best, rank[seed.b] - 1)
        back.append(before)
        _raise(best, rank[seed.b], (weight + seed.length, number))
    at = _highest(best, len(order))[1]
    chain: list[Run] = []
    while at >= 0:
        chain.append(seeds[at])
        at = back[at]
    return _cut(reversed(chain))


def _highest(tree: list[tuple[int, int]], rank: int) -> tuple[int, int]:
    found = (0, -1)
    while rank > 0:
        found = max(found, tree[rank])
        rank -= rank & -rank
    return found


def _raise(tree: list[tuple[int, int]], rank: int, entry: tuple[int, int]) -> None:
    while rank < len(tree):
        tree[rank] = max(tree[rank], entry)
        rank += rank & -rank


def _cut(chain: Iterable[Run]) -> list[Run]:
    """A chain → the same without overlaps: each run loses what the one before it has already."""
    kept: list[Run] = []
    a_end = b_end = 0
    for run in chain:
        overlap = max(0, a_end - run.a, b_end - run.b)
        if overlap < run.length:
            kept.append(run.part(overlap, run.length))
            a_end, b_end = kept[-1].a_end, kept[-1].b_end
    return kept


class _Taken:
    """Intervals of one text that are aligned already; none overlap."""

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.runs: list[Run] = []

    def add(self, start: int, run: Run) -> None:
        at = bisect_left(self.starts, start)
        self.starts.insert(at, start)
        self.runs.insert(at, run)

    def around(self, start: int) -> tuple[Run | None, Run | None]:
        """The runs before and after a place."""
        at = bisect_left(self.starts, start)
        return (self.runs[at - 1] if at else None), (self.runs[at] if at < len(self.runs) else None)


def _accepted(chains: list[list[Run]]) -> list[Run]:
    """The chains of all islands → the runs believed, in the order of a: heaviest island first."""
    in_a, in_b = _Taken(), _Taken()
    for chain in sorted(chains, key=lambda chain: (-_weight(chain), chain[0])):
        free = [run for run in chain if _free(run, in_a, in_b)]
        for part in _parts(free, in_a):
            if _weight(part) >= LIGHT and (_in_order(part, in_a) or _fills_its_hole(part, in_a, in_b)):
                for run in part:
                    in_a.add(run.a, run)
                    in_b.add(run.b, run)
    return in_a.runs


def _weight(runs: Iterable[Run]) -> int:
    return sum(run.length for run in runs)


def _free(run: Run, in_a: _Taken, in_b: _Taken) -> bool:
    before, after = in_a.around(run.a)
    if (before and before.a_end > run.a) or (after and after.a < run.a_end):
        return False
    before, after = in_b.around(run.b)
    return not ((before and before.b_end > run.b) or (after and after.b < run.b_end))


def _parts(runs: list[Run], in_a: _Taken) -> Iterator[list[Run]]:
    """An island → its stretches between what is aligned already."""
    part: list[Run] = []
    for run in runs:
        if part and in_a.around(part[-1].a + 1)[1] is not in_a.around(run.a)[1]:
            yield part
            part = []
        part.append(run)
    if part:
        yield part


def _in_order(part: list[Run], in_a: _Taken) -> bool:
    """Does the stretch keep the order of its neighbours, and weigh enough for how far it jumps from them?"""
    before, after = in_a.around(part[0].a)
    if (before and before.b_end > part[0].b) or (after and part[-1].b_end > after.b):
        return False
    gaps = [part[0].b - before.b_end] if before else []
    gaps += [after.b - part[-1].b_end] if after else []
    return not gaps or _weight(part) >= 2 * math.log2(min(gaps) + 2)


def _fills_its_hole(part: list[Run], in_a: _Taken, in_b: _Taken) -> bool:
    """A moved block fills the hole it makes; a quotation from elsewhere is small in a longer passage."""
    before, after = in_a.around(part[0].a)
    hole = (after.a if after else part[-1].a_end) - (before.a_end if before else part[0].a)
    weight = _weight(part)
    return weight >= MOVED and (weight >= 0.5 * hole or weight >= 400)


def _filled(a: str, b: str, runs: list[Run]) -> Iterator[Run]:
    """Believed runs, and what lies between them, aligned by edit distance. Not in order, overlaps possible."""
    yield from runs
    ordered = sorted(runs, key=lambda run: run.b)
    follower = {before.b: run for before, run in pairwise(ordered)}
    leader = {run.b: before for before, run in pairwise(ordered)}
    for before, run in pairwise([None, *runs, None]):
        gap = _Gap(before.a_end if before else 0, run.a if run else len(a), 0, 0)
        room = 2 * (gap.a_end - gap.a) + 32
        if before and run and follower.get(before.b) is run:
            yield from _between(a, b, replace(gap, b=before.b_end, b_end=run.b))
            continue
        if before:  # the stretch may go on where the run before it ends
            limit = follower[before.b].b if before.b in follower else len(b)
            grown = list(_between(a, b, replace(gap, b=before.b_end, b_end=min(limit, before.b_end + room))))
            yield from grown
            gap = replace(gap, a=max([gap.a, *(part.a_end for part in grown)]))
        if run:  # or end where the run after it begins
            limit = leader[run.b].b_end if run.b in leader else 0
            yield from _between(a, b, replace(gap, b=max(limit, run.b - room), b_end=run.b))


@dataclass(frozen=True, slots=True)
class _Gap:
    """a[a : a_end] and b[b : b_end], not aligned yet."""

    a: int
    a_end: int
    b: int
    b_end: int

    def sizes(self) -> tuple[int, int]:
        return self.a_end - self.a, self.b_end - self.b


def _between(a: str, b: str, gap: _Gap, n: int = SEED - 2) -> Iterator[Run]:
    """A gap → runs: common ends first, then seeds that are rare in the gap, then edit distance."""
    size_a, size_b = gap.sizes()
    if not size_a or not size_b:
        return
    if size_a * size_b <= CELLS:
        yield from _by_distance(a, b, gap)
        return
    seeds = _seeds(_once(a, gap.a, gap.a_end, n), _once(b, gap.b, gap.b_end, n), n)
    chain = _chain(seeds)
    if _weight(chain) < 0.1 * min(size_a, size_b):
        if n > 4:
            yield from _between(a, b, gap, n - 1)
        return
    yield from chain
    ends = Run(gap.a, gap.b, 0), Run(gap.a_end, gap.b_end, 0)
    for before, run in pairwise([ends[0], *chain, ends[1]]):
        yield from _between(a, b, _Gap(before.a_end, run.a, before.b_end, run.b), max(4, n - 1))


def _by_distance(a: str, b: str, gap: _Gap) -> Iterator[Run]:
    """A gap → the runs of the cheapest edit. Of a side that is far longer only the ends are looked at."""
    size_a, size_b = gap.sizes()
    reach = 2 * min(size_a, size_b) + 32
    places_a, places_b = _ends(gap.a, gap.a_end, reach), _ends(gap.b, gap.b_end, reach)
    text_a, text_b = "".join(a[at] for at in places_a), "".join(b[at] for at in places_b)
    for operation in Levenshtein.opcodes(text_a, text_b):
        if operation.tag in ("equal", "replace"):
            steps = zip(
                places_a[operation.src_start : operation.src_end],
                places_b[operation.dest_start : operation.dest_end],
                strict=True,
            )
            yield from (Run(at_a, at_b, 1) for at_a, at_b in steps)


def _ends(start: int, end: int, reach: int) -> list[int]:
    """The places start..end, or only the first and last of them."""
    if end - start <= 2 * reach:
        return list(range(start, end))
    return [*range(start, start + reach), *range(end - reach, end)]


def _joined(runs: Iterable[Run]) -> list[Run]:
    """Runs as they come, the surest first → in the order of a, overlaps cut, neighbours on one diagonal joined."""
    used_a, used_b = set[int](), set[int]()
    diagonals: list[tuple[int, int]] = []
    for run in runs:
        for step in range(run.length):
            at_a, at_b = run.a + step, run.b + step
            if at_a not in used_a and at_b not in used_b:
                used_a.add(at_a)
                used_b.add(at_b)
                diagonals.append((at_a, at_b))
    joined: list[Run] = []
    for at_a, at_b in sorted(diagonals):
        last = joined[-1] if joined else None
        if last and last.a_end == at_a and last.b_end == at_b:
            joined[-1] = Run(last.a, last.b, last.length + 1)
        else:
            joined.append(Run(at_a, at_b, 1))
    return joined


def _believed(runs: list[Run], a: str, b: str) -> list[Run]:
    """Runs → the same without disagreements that too little agreement surrounds, and without scattered matches."""
    parts = [
        part
        for around in zip([None, *runs], runs, [*runs[1:], None], strict=False)
        for part in _supported(*around, a, b)
    ]
    agreeing = [sum(a[run.a + step] == b[run.b + step] for step in range(run.length)) for run in parts]
    sure = [number for number, count in enumerate(agreeing) if count >= SEED]
    kept: list[Run] = []
    for number, run in enumerate(parts):
        if agreeing[number] < SEED:
            after = bisect_left(sure, number)
            gaps = [_apart(kept[-1], run)] if kept else []
            gaps += [_apart(run, parts[sure[after]])] if after < len(sure) else []
            if not gaps or min(gaps) > 2 * agreeing[number]:
                continue
        kept.append(run)
    return kept


def _to_the_edges(runs: list[Run], length_a: int, length_b: int) -> list[Run]:
    """One or two damaged characters at the very beginning or end of a stand against what is there in b."""
    if not runs:
        return runs
    first = runs[0]
    room = first.b - max((run.b_end for run in runs if run.b < first.b), default=0)
    if first.a <= min(CONTEXT, room) and first.length >= SEED:
        runs[0] = first = Run(0, first.b - first.a, first.length + first.a)
    last = runs[-1]
    room = min((run.b for run in runs if run.b > last.b), default=length_b) - last.b_end
    if length_a - last.a_end <= min(CONTEXT, room) and last.length >= SEED:
        runs[-1] = Run(last.a, last.b, length_a - last.a)
    return runs


def _apart(before: Run, after: Run) -> int:
    """How many characters of either text lie between two runs; much, if they are out of order."""
    between_b = after.b - before.b_end
    return max(after.a - before.a_end, between_b) if between_b >= 0 else REACH


def _supported(before: Run | None, run: Run, after: Run | None, a: str, b: str) -> Iterator[Run]:
    """A run → its parts that are left when unsupported disagreements are cut out.

    Where b runs on without a gap into the next run, that run supports the last character of this one: all that a has
    more is an insertion.
    """
    equal = _agreement(run, a, b)
    left = _agreement(before, a, b) if before and before.b_end == run.b else []
    right = _agreement(after, a, b) if after and after.b == run.b_end else []
    start = 0
    for first, last in _stretches(equal):
        needed = (last - first) - 1 + CONTEXT
        width = 2 * needed
        alone = last - first == 1
        on_left = sum(((left if alone else []) + equal[:first])[-width:])
        on_right = sum((equal[last:] + (right if alone else []))[:width])
        at_edge = run.a + first == 0, run.a + last == len(a)
        if (on_left < needed and not at_edge[0]) or (on_right < needed and not at_edge[1]):
            if first > start:
                yield run.part(start, first)
            start = last
    if start < run.length:
        yield run.part(start, run.length)


def _agreement(run: Run, a: str, b: str) -> list[bool]:
    """Step by step: do the two texts have the same character?"""
    return [a[run.a + step] == b[run.b + step] for step in range(run.length)]


def _stretches(equal: list[bool]) -> Iterator[tuple[int, int]]:
    """The stretches of False."""
    start = None
    for at, value in enumerate([*equal, True]):
        if value and start is not None:
            yield start, at
            start = None
        elif not value and start is None:
            start = at
