"""A page and the base text alone → which characters of the page are base text, and which passage they are.

The base text runs through the page in its own order, each of its sentences once, with notes of any length between
them; notes quote it, too. So the page is covered with stretches of the base text such that as much of it as possible
is found, in as few stretches as possible, and nothing of it is left out without need.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import accumulate, groupby, pairwise

from zhushu.collate.align import Index, Run, anchors
from zhushu.collate.idiom import EDGE, ORDER, Idiom, told_apart

GRAM = 2  # the shortest stretch of base text that is looked for
SWITCH = 1.5  # what a new stretch costs, in characters found
LEFT_OUT = 1.0  # what a character of the base text costs that the page seems to lack
FAR = 12.0  # and the most that a passage costs, however long
NEIGHBOURS = 60  # so far back in the base text a stretch looks for the one it follows
OVERLAP = 3  # characters that two stretches may both claim
SLIPS = 2  # characters in a row that may differ inside a stretch
SLIDE = 4  # characters that a border may move
NOTE, LOST = -1, -2
BARRIER = "\x1f"  # in a page: here a note certainly begins
MARGIN = 30  # characters of base text that are looked for beyond the nearest certain places


@dataclass(frozen=True, slots=True)
class Page:
    """The characters of a page that may be base text, folded. `leaning` says what else speaks for each of them.

    A character where the page itself shows base text is worth a little more than one in a note.
    """

    text: str
    leaning: Sequence[float] = ()


def base_places(
    pages: Sequence[Page], base: Index, holes: Sequence[int] = (), notes: Iterable[str] = ()
) -> list[list[int]]:
    """Pages, the folded base text and where leaves of it are lost → the places of their characters in it.

    NOTE stands for a character of a note, LOST for one that reads like base text where the base text has a hole.
    `notes` are further notes to learn from how notes read; those of the pages are known.
    """
    found = [_places(page, base) for page in pages]
    pairs = list(zip((page.text for page in pages), found, strict=True))
    stretches = [one for page, places in pairs for one in _stretches(page, places, holes)]
    idiom = Idiom([base.text, *(text for layer, text in stretches if layer == "base")])
    gloss = Idiom([*notes, *(text for layer, text in stretches if layer == "note")])
    for page, places in pairs:
        _slide(page, places, idiom, gloss)
        for start, end in _at_holes(places, holes):
            told = told_apart(page, start, end, idiom, gloss)
            places[start:end] = [LOST if is_base else NOTE for is_base in told]
    return found


def _places(page: Page, base: Index) -> list[int]:
    """A page → for each of its characters the place in the base text, or NOTE."""
    places = [NOTE] * len(page.text)
    worth = list(accumulate((1 + leaning for leaning in page.leaning or [0.0] * len(page.text)), initial=0.0))
    for piece in _best_chain(sorted(_pieces(page.text, base)), worth):
        for step in range(piece.length):
            places[piece.a + step] = piece.b + step
    _mend(places)
    return places


def _stretches(page: str, places: list[int], holes: Sequence[int]) -> Iterator[tuple[str, str]]:
    """The stretches of a page: base, note, or unknown where a leaf of the base text is lost, and their text."""
    layers = ["note" if place == NOTE else "base" for place in places]
    for start, end in _at_holes(places, holes):
        layers[start:end] = ["unknown"] * (end - start)
    for layer, group in groupby(range(len(page)), key=layers.__getitem__):
        yield layer, "".join(page[at] for at in group)


def _gaps(places: list[int]) -> Iterator[tuple[int, int]]:
    """The notes between two stretches of base text."""
    known = [at for at, place in enumerate(places) if place != NOTE]
    return ((before + 1, after) for before, after in pairwise(known) if after > before + 1)


def _at_holes(places: list[int], holes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The notes that stand where a leaf of the base text is lost: base text may be among them."""
    for start, end in list(_gaps(places)):
        first = bisect_right(holes, places[start - 1])
        if first < len(holes) and holes[first] <= places[end]:
            yield start, end


def _slide(page: str, places: list[int], base: Idiom, notes: Idiom) -> None:
    """Where the words at one end of a note could as well be base text at its other end: where it reads better."""
    for start, end in list(_gaps(places)):
        if places[end] != places[start - 1] + 1 or BARRIER in page[start:end]:
            continue
        shifts = {0: 0.0}
        for step in range(1, SLIDE + 1):  # words from the end of the base text before it to that after it
            if start - step < 0 or page[start - step] != page[end - step] or places[start - step] == NOTE:
                break
            shifts[-step] = 0.0
        for step in range(SLIDE):  # or the other way round
            if end + step >= len(page) or page[start + step] != page[end + step] or places[end + step] == NOTE:
                break
            shifts[step + 1] = 0.0
        if len(shifts) > 1:
            best = min(
                shifts, key=lambda shift: (_border_cost(page, start + shift, end + shift, base, notes), abs(shift))
            )
            _shift(places, start, end, best)


def _border_cost(page: str, start: int, end: int, base: Idiom, notes: Idiom) -> float:
    """How surprising the two ends of a note and its neighbours are, with a note at page[start:end]."""
    opening = EDGE * (ORDER - 1)
    cost = base.cost(page[max(0, start - 2) : start], EDGE) + notes.cost(page[end - 2 : end], EDGE)
    for idiom, at in ((notes, start), (base, end)):
        begun = opening + page[at : at + 2]
        cost += sum(
            idiom.cost(begun[step : step + ORDER - 1], begun[step + ORDER - 1]) for step in range(len(begun) - 2)
        )
    return cost


def _shift(places: list[int], start: int, end: int, shift: int) -> None:
    if shift < 0:
        places[end + shift : end] = places[start + shift : start]
        places[start + shift : start] = [NOTE] * -shift
    elif shift > 0:
        places[start : start + shift] = places[end : end + shift]
        places[end : end + shift] = [NOTE] * shift


def _pieces(page: str, base: Index) -> set[Run]:
    """All stretches that page and base text share, near the places where they certainly belong together."""
    windows = _Windows(anchors(page, base), len(page), len(base.text))
    places: dict[str, list[int]] = {}
    for at in range(len(base.text) - GRAM + 1):
        places.setdefault(base.text[at : at + GRAM], []).append(at)
    found: set[Run] = set()
    growing: dict[int, int] = {}  # diagonal → where on the page its run began
    for at in range(len(page) - GRAM + 1):
        here = places.get(page[at : at + GRAM], [])
        low, high = windows.around(at)
        diagonals = {b - at for b in here[bisect_left(here, low) : bisect_right(here, high)]}
        for diagonal in [diagonal for diagonal in growing if diagonal not in diagonals]:
            start = growing.pop(diagonal)
            found.add(Run(start, start + diagonal, at + GRAM - 1 - start))
        for diagonal in diagonals:
            growing.setdefault(diagonal, at)
    for diagonal, start in growing.items():
        found.add(Run(start, start + diagonal, len(page) - start))
    return found


class _Windows:
    """What part of the base text a place of the page may hold: between the certain places before and after it."""

    def __init__(self, certain: list[Run], page: int, base: int) -> None:
        self.starts = [run.a for run in certain]
        self.certain = certain
        self.page, self.base = page, base

    def around(self, at: int) -> tuple[int, int]:
        number = bisect_right(self.starts, at)
        before = self.certain[number - 1] if number else None
        after = self.certain[number] if number < len(self.certain) else None
        low = before.b if before else (max(0, after.b - after.a) if after else 0)
        high = after.b_end if after else (before.b_end + self.page - before.a_end if before else self.base)
        if high < low:  # passages in another order: each keeps to its own neighbourhood
            low, high = (before.b, before.b_end) if before else (low, low)
        return low - MARGIN, high + MARGIN


@dataclass(slots=True)
class _Path:
    score: float
    piece: Run
    before: _Path | None


def _best_chain(pieces: list[Run], worth: list[float]) -> Iterator[Run]:
    """Shared stretches in the order of the page → those that cover the base text best, in its order.

    `worth` is what the characters of the page before each place are worth together.
    """
    waiting: list[tuple[int, int, _Path]] = []  # paths by the end of their last piece on the page
    ended: dict[int, _Path] = {}  # end in the base text → the best path that is over
    far = _Prefix(max((piece.b_end for piece in pieces), default=0) + 1)
    best: _Path | None = None
    for number, piece in enumerate(pieces):
        while waiting and waiting[0][0] <= piece.a:
            path = heappop(waiting)[2]
            end = path.piece.b_end
            if end not in ended or path.score > ended[end].score:
                ended[end] = path
                far.add(end, path)
        path = _continued(piece, worth, ended, far)
        if best is None or path.score > best.score:
            best = path
        heappush(waiting, (path.piece.a_end, number, path))
    chain: list[Run] = []
    while best:
        chain.append(best.piece)
        best = best.before
    return reversed(chain)


def _continued(piece: Run, worth: list[float], ended: dict[int, _Path], far: _Prefix) -> _Path:
    """The best path that ends with a piece."""
    alone = worth[piece.a_end] - worth[piece.a] - SWITCH
    before = far.best(piece.b)
    chosen = _Path(alone + (before.score - FAR if before else -FAR), piece, before)
    for end in range(piece.b - NEIGHBOURS, piece.b + OVERLAP + 1):
        previous = ended.get(end)
        if previous is None:
            continue
        overlap = max(0, end - piece.b)
        if overlap >= piece.length or previous.piece.b >= piece.b:
            continue
        score = previous.score + alone - overlap - LEFT_OUT * max(0, piece.b - end)
        if score > chosen.score:
            chosen = _Path(score, piece.part(overlap, piece.length), previous)
    return chosen


class _Prefix:
    """Paths by where they end in the base text: the best of all that end before a place (a Fenwick tree)."""

    def __init__(self, size: int) -> None:
        self.tree: list[_Path | None] = [None] * (size + 1)

    def add(self, end: int, path: _Path) -> None:
        at = end + 1
        while at < len(self.tree):
            known = self.tree[at]
            if known is None or path.score > known.score:
                self.tree[at] = path
            at += at & -at

    def best(self, end: int) -> _Path | None:
        found: _Path | None = None
        at = end + 1
        while at > 0:
            known = self.tree[at]
            if known and (found is None or known.score > found.score):
                found = known
            at -= at & -at
        return found


def _mend(places: list[int]) -> None:
    """One or two characters inside a stretch that are others than the base text has, or one too many, are base text.

    Two more than the base text has are a short note.
    """
    known = [at for at, place in enumerate(places) if place != NOTE]
    for before, after in pairwise(known):
        gap, apart = after - before - 1, places[after] - places[before] - 1
        if 0 < gap <= SLIPS and apart <= SLIPS and gap - apart < SLIPS:
            for step in range(gap):
                places[before + 1 + step] = places[before] + min(step + 1, max(apart, 0))
