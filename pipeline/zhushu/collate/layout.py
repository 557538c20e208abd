"""Comparison with a witness whose layout tells base text from notes → agreement and disagreement of layers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from zhushu.collate.characters import place
from zhushu.collate.comparison import Comparison
from zhushu.collate.witness import BASE, NOTE
from zhushu.findings import finding
from zhushu.model import Certainty, Evidence, Finding, Kind, PageText, Segment

LAYER = {Kind.BASE: BASE, Kind.NOTE: NOTE}
SEEN = 0.5  # of a segment's characters must be seen by the witness for it to confirm the segment
TOLERATED = 2  # characters in a row on the other side of a border: a slip of the typist, or of the alignment


def confirmed(text: PageText, comparison: Comparison) -> PageText:
    """A page text + the layout of a witness → certain where they agree, doubtful where they do not."""
    new = {segment: _judged(segment, comparison) for segment in text.segments if segment.kind in LAYER}
    segments = tuple(new.get(segment, segment) for segment in text.segments)
    units = tuple(
        replace(unit, segments=tuple(new.get(segment, segment) for segment in unit.segments)) for unit in text.units
    )
    return replace(text, segments=segments, units=units)


def _judged(segment: Segment, comparison: Comparison) -> Segment:
    seen = _seen(segment, comparison)
    ours = LAYER[segment.kind]
    stretches = list(_stretches(seen, ours))
    if stretches:
        return replace(segment, certainty=Certainty.LOW)
    agreeing = sum(layer == ours for _, layer in seen)
    if segment.certainty is not Certainty.HIGH and seen and agreeing >= SEEN * sum(map(len, segment.spans)):
        return replace(segment, certainty=Certainty.HIGH, evidence=Evidence.WITNESS)
    return segment


def disagreements(text: PageText, comparison: Comparison) -> Iterator[Finding]:
    """A page text, the layout of a witness → a finding for each stretch that they give to different layers."""
    raw = text.page.shown()
    for segment in text.segments:
        if segment.kind in LAYER:
            for stretch in _stretches(_seen(segment, comparison), LAYER[segment.kind]):
                yield finding(
                    "C035",
                    place(text, stretch[0]),
                    witness=comparison.witness.where(comparison.against[stretch[0]]),
                    theirs="a note" if segment.kind is Kind.BASE else "base text",
                    ours=segment.layer,
                    passage=raw[stretch[0] : stretch[-1] + 1][:30],
                    count=len(stretch),
                )


def _seen(segment: Segment, comparison: Comparison) -> list[tuple[int, str]]:
    """The characters of a segment that the witness has in a layer it knows."""
    layers, against = comparison.witness.layers, comparison.against
    places = (at for span in segment.spans for at in range(span.start, span.end))
    found = ((at, layers[against[at]]) for at in places if at in against)
    return [(at, layer) for at, layer in found if layer in (BASE, NOTE)]


def _stretches(seen: list[tuple[int, str]], ours: str) -> Iterator[list[int]]:
    """The stretches of a segment that are in the other layer, small slips aside."""
    stretch: list[int] = []
    for at, layer in [*seen, (-1, ours)]:
        if layer != ours:
            stretch.append(at)
        else:
            if len(stretch) > TOLERATED:
                yield stretch
            stretch = []
