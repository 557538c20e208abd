"""Page texts beside a witness: which character of the page stands against which of the witness."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from zhushu.collate.align import Index, Run, align
from zhushu.collate.characters import place
from zhushu.collate.folding import folded
from zhushu.collate.witness import GAIJI, WitnessText
from zhushu.errors import CollationError
from zhushu.findings import finding
from zhushu.model import Finding, Kind, PageText, Place

COMPARED = (Kind.HEAD, Kind.BASE, Kind.NOTE, Kind.TABLE, Kind.TRAILER)
ENOUGH = 0.1  # of the shorter text must stand in the other, else it is another work
OMITTED, SLIP = 500, 2  # characters that a page may have lost at one place; more are missing leaves
SAME_TEXT = 0.8  # of a page: then the witness is a copy of this text, and its script and columns are ours


@dataclass(frozen=True, slots=True)
class Comparison:
    """A page and a witness. `offsets` are the compared characters of the page's source, in order.

    `against` gives those that have a counterpart the offset of it in the witness. `runs` count in `offsets`.
    """

    text: PageText
    witness: WitnessText
    offsets: tuple[int, ...]
    runs: tuple[Run, ...]
    against: dict[int, int]

    @property
    def share(self) -> float:
        return len(self.against) / len(self.offsets) if self.offsets else 0.0

    @property
    def same_text(self) -> bool:
        return self.share >= SAME_TEXT

    def pairs(self) -> Iterator[tuple[int, str, str]]:
        """Offset, the page's character, the witness's; in the order of the page."""
        raw, other = self.text.page.shown(), self.witness.text
        return ((at, raw[at], other[there]) for at, there in self.against.items() if raw[at] != GAIJI)


def compare(texts: Iterable[PageText], witness: WitnessText) -> tuple[Comparison, ...]:
    """Page texts and a text witness → their comparisons; CollationError if it is no copy of this work."""
    index = Index(folded(witness.text))
    comparisons = tuple(_compared(text, witness, index) for text in texts)
    compared = sum(len(one.offsets) for one in comparisons)
    aligned = sum(len(one.against) for one in comparisons)
    if compared and aligned < ENOUGH * min(compared, len(witness.text)):
        where = Place(witness.path)
        raise CollationError(
            finding("C030", where, witness=witness.siglum, aligned=aligned, compared=compared, length=len(witness.text))
        )
    return comparisons


def _compared(text: PageText, witness: WitnessText, index: Index) -> Comparison:
    offsets = tuple(compared_offsets(text))
    raw = text.page.shown()
    runs = align(folded("".join(raw[offset] for offset in offsets)), index)
    against = {offsets[run.a + step]: run.b + step for run in runs for step in range(run.length)}
    return Comparison(text, witness, offsets, runs, against)


def compared_offsets(text: PageText, kinds: tuple[Kind, ...] = COMPARED) -> Iterator[int]:
    """The characters of a page that take part in a comparison: its text without white space."""
    raw = text.page.shown()
    for segment in text.segments:
        if segment.kind in kinds:
            for span in segment.spans:
                yield from (at for at in range(span.start, span.end) if not raw[at].isspace())


def coverage(comparison: Comparison) -> Iterator[Finding]:
    """A comparison → how much of the page the witness has, where that is not all; what is missing or moved."""
    page, siglum = comparison.text.page, comparison.witness.siglum
    where = Place(page.source.path)
    total, aligned = len(comparison.offsets), len(comparison.against)
    if aligned < total:
        percent = f"{100 * aligned / total:.1f}"
        yield finding("C031", where, page=page.n, witness=siglum, aligned=aligned, total=total, percent=percent)
    if moved := sum(after.b < before.b for before, after in pairwise(comparison.runs)):
        yield finding("C032", where, page=page.n, witness=siglum, count=moved)
    if comparison.same_text:
        yield from _omissions(comparison)


def _omissions(comparison: Comparison) -> Iterator[Finding]:
    """Where a copy of this very text goes on for some characters that the page lacks."""
    text, witness = comparison.text, comparison.witness
    for before, after in pairwise(comparison.runs):
        missing = witness.text[before.b_end : after.b]
        if 0 < len(missing) <= OMITTED and after.a - before.a_end <= SLIP:
            yield finding(
                "C039",
                place(text, comparison.offsets[after.a]),
                page=text.page.n,
                witness=witness.where(before.b_end),
                count=len(missing),
                missing=missing if len(missing) <= 30 else f"{missing[:15]}…{missing[-15:]}",
            )
