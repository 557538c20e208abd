"""Comparison with a printed witness → where its leaves and columns begin in the page."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from zhushu.collate.comparison import Comparison
from zhushu.model import Break


def breaks(comparisons: Iterable[Comparison]) -> dict[str, tuple[Break, ...]]:
    """The comparisons of all pages with one witness, in the order of the edition → the breaks of each page.

    A break stands before the first character that the witness has after it. A page opens with the leaf it begins
    on, unless the page before has it already: so each leaf and each of its columns is named once.
    """
    named: set[tuple[str, str]] = set()
    return {one.text.page.n: tuple(_breaks(one, named)) if one.same_text else () for one in comparisons}


def _breaks(one: Comparison, named: set[tuple[str, str]]) -> Iterator[Break]:
    starts = [mark.offset for mark in one.witness.breaks]
    leaf_before, number = "", -1
    again = False  # a leaf that has been named before goes on: its columns would seem to be those of another
    for offset, at in one.against.items():
        before, number = number, bisect_right(starts, at)
        if number == before:
            continue  # still in the same column
        leaf, column = one.witness.leaf_and_column(at)
        if leaf != leaf_before:
            again = (leaf, "") in named
            named.add((leaf, ""))
            if not again:
                yield Break(offset, "page", leaf, one.witness.siglum)
        if not (again or (leaf, column) in named):
            named.add((leaf, column))
            yield Break(offset, "column", column, one.witness.siglum)
        leaf_before = leaf
