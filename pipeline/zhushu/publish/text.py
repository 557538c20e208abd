"""TEI → plain data: the whole text, the base text alone, and every segment as a line of JSON."""

from __future__ import annotations

from pathlib import Path

from zhushu import resources, saxon
from zhushu.model import Finding
from zhushu.publish import Options, Texts

NAME = "text"


def publish(texts: Texts, out: Path, options: Options) -> tuple[Finding, ...]:
    """A TEI file → <id>.txt, <id>.base.txt and <id>.segments.jsonl in the folder `out`."""
    plain = resources.stylesheet("text/text.xsl")
    saxon.transform(plain, texts.record, out / f"{options.id}.txt")
    saxon.transform(plain, texts.record, out / f"{options.id}.base.txt", **{"base-only": "yes"})
    saxon.transform(resources.stylesheet("text/segments.xsl"), texts.record, out / f"{options.id}.segments.jsonl")
    return ()
