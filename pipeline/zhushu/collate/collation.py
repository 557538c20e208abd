"""Segmented pages, decisions and witnesses → pages with readings, printed breaks and a reading text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from zhushu.collate import characters, differences, fit, layout, printed, script
from zhushu.collate.comparison import Comparison, compare, coverage
from zhushu.collate.mend import mend
from zhushu.collate.restore import Restorer
from zhushu.collate.script import Script
from zhushu.collate.witness import WitnessText
from zhushu.model import Decisions, Finding, PageText, Verdict
from zhushu.read import decisions as files
from zhushu.segment.profile import Profile


@dataclass(frozen=True, slots=True)
class Collation:
    """What came out: the page texts, what the witnesses propose for decisions/, what the editor should know."""

    texts: tuple[PageText, ...]
    proposals: Decisions
    script: Script
    findings: tuple[Finding, ...]


def collation(
    texts: tuple[PageText, ...],
    decisions: Decisions,
    profile: Profile,
    witnesses: Sequence[WitnessText] = (),
    restorer: Restorer | None = None,
    known_script: Script | None = None,
    bases: Sequence[WitnessText] = (),
    traditional: bool = False,
) -> Collation:
    """Segmented pages, the editor's decisions, witnesses → what is known of the pages.

    `witnesses` are copies of the text in the order of their authority, `bases` have the base text alone. Pages that
    are in `traditional` script themselves are not converted, and keep their characters in the reading text.
    """
    mended: list[Finding] = []
    for base in bases:
        texts, found_borders = mend(texts, base, profile)
        mended += found_borders
    fit.check(texts, decisions)
    suspects = "".join(suspect.characters for suspect in profile.suspects)
    compared = [compare(texts, witness) for witness in witnesses]
    said = differences.said(compared, suspects)
    applied = _applied(decisions, said.proposals) if witnesses else decisions
    breaks = [printed.breaks(of_witness) for of_witness in compared]
    findings = [
        *mended,
        *said.findings,
        *(found for of_witness in compared for one in of_witness for found in coverage(one)),
    ]
    finished: list[PageText] = []
    for number, text in enumerate(texts):
        n, beside = text.page.n, [of_witness[number] for of_witness in compared]
        text, about_layers = _beside_layouts(text, beside)
        told = {mark.siglum for mark in text.page.breaks}
        marks = tuple(mark for of_witness in breaks for mark in of_witness[n] if mark.siglum not in told)
        readings = characters.merged(text.readings, said.variants.get(n, ()))
        text = replace(text, readings=tuple(readings), breaks=(*text.page.breaks, *marks))
        text, unresolved = characters.resolve(text, applied, suspects, confirmed=said.confirmed.get(n, frozenset()))
        finished.append(
            script.received(text) if traditional else script.reading_text(text, beside, restorer or Restorer())
        )
        findings += [*about_layers, *unresolved]
    learnt = script.learnt(() if traditional else compared[:1], known_script or Script())
    return Collation(tuple(finished), said.proposals, learnt, tuple(findings))


def _applied(decisions: Decisions, proposals: Decisions) -> Decisions:
    """While a witness is at hand its proposals count as accepted, unless the editor has decided otherwise."""
    merged = files.merge(decisions, proposals)
    proposed, accepted = Verdict.PROPOSED, Verdict.ACCEPTED
    return Decisions(
        tuple(replace(one, verdict=accepted) if one.verdict is proposed else one for one in merged.characters),
        tuple(replace(one, verdict=accepted) if one.verdict is proposed else one for one in merged.emendations),
    )


def _beside_layouts(text: PageText, beside: Iterable[Comparison]) -> tuple[PageText, list[Finding]]:
    """A page text beside every witness whose layout tells base text from notes."""
    findings: list[Finding] = []
    for one in beside:
        findings += layout.disagreements(text, one)
        text = layout.confirmed(text, one)
    return text, findings
