"""TEI → plain data: the whole text, the base text alone, the reading text, and every segment as a line of JSON."""

from __future__ import annotations

from pathlib import Path

from zhushu import resources, saxon
from zhushu.model import Finding
from zhushu.publish import Options, Texts

NAME = "text"


def publish(texts: Texts, out: Path, options: Options) -> tuple[Finding, ...]:
    """A TEI file → <id>.txt, <id>.base.txt and <id>.segments.jsonl in `out`; a reading text → <id>.hant.txt."""
    plain = resources.stylesheet("text/text.xsl")
    saxon.transform(plain, texts.record, out / f"{options.id}.txt")
    saxon.transform(plain, texts.record, out / f"{options.id}.base.txt", **{"base-only": "yes"})
    if texts.hant is not None:
        saxon.transform(plain, texts.hant, out / f"{options.id}.hant.txt")
    saxon.transform(resources.stylesheet("text/segments.xsl"), texts.record, out / f"{options.id}.segments.jsonl")
    return ()
