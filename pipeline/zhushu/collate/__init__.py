"""The collate room: page texts → page texts whose damaged, private and missing characters are known.

Without a witness that is what the editor has decided. A witness is aligned with every page, and says what each
private-use character is, what was lost, where printed leaves and columns begin, whether the layers are right, and
how the text was written in traditional script.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from zhushu.collate import characters, differences, layout, printed, script
from zhushu.collate.comparison import Comparison, compare, coverage
from zhushu.collate.restore import Restorer
from zhushu.collate.script import Script
from zhushu.collate.witness import WitnessText
from zhushu.model import Decisions, Finding, PageText, Verdict
from zhushu.read import decisions as files
from zhushu.segment.profile import Profile

__all__ = ["Collation", "collate", "collation"]


@dataclass(frozen=True, slots=True)
class Collation:
    """What came out: the page texts, what the witnesses propose for decisions/, what the editor should know."""

    texts: tuple[PageText, ...]
    proposals: Decisions
    script: Script
    findings: tuple[Finding, ...]


def collate(
    texts: Iterable[PageText],
    decisions: Decisions,
    profile: Profile,
    witnesses: Sequence[WitnessText] = (),
    restorer: Restorer | None = None,
) -> tuple[tuple[PageText, ...], tuple[Finding, ...]]:
    """Segmented pages, the editor's decisions, witnesses in the order of their authority → pages with readings."""
    found = collation(tuple(texts), decisions, profile, witnesses, restorer)
    return found.texts, found.findings


def collation(
    texts: tuple[PageText, ...],
    decisions: Decisions,
    profile: Profile,
    witnesses: Sequence[WitnessText] = (),
    restorer: Restorer | None = None,
    known_script: Script | None = None,
) -> Collation:
    """The same, with what the witnesses propose."""
    characters.check(texts, decisions)
    suspects = "".join(suspect.characters for suspect in profile.suspects)
    compared = [compare(texts, witness) for witness in witnesses]
    said = differences.said(compared, suspects)
    applied = _applied(decisions, said.proposals) if witnesses else decisions
    breaks = [printed.breaks(of_witness) for of_witness in compared]
    findings = [*said.findings, *(found for of_witness in compared for one in of_witness for found in coverage(one))]
    finished: list[PageText] = []
    for number, text in enumerate(texts):
        n, beside = text.page.n, [of_witness[number] for of_witness in compared]
        text, about_layers = _beside_layouts(text, beside)
        marks = tuple(mark for of_witness in breaks for mark in of_witness[n])
        text = replace(text, readings=said.variants.get(n, ()), breaks=marks)
        text, unresolved = characters.resolve(text, applied, suspects, confirmed=said.confirmed.get(n, frozenset()))
        finished.append(script.reading_text(text, beside, restorer or Restorer()))
        findings += [*about_layers, *unresolved]
    learnt = script.learnt(compared[0] if compared else (), known_script or Script())
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
