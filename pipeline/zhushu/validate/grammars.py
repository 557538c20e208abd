"""A document → what the grammars say of it: our XSD for its messages, our RELAX NG for its verdict, TEI All."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from lxml import etree

from zhushu import resources
from zhushu.findings import finding
from zhushu.model import Finding
from zhushu.validate.document import Document, visible
from zhushu.validate.odd import grammar
from zhushu.validate.odd.simplify import forbid_all_but

TEI_ALL = "vendor/tei_all-4.3.0.rng"


@lru_cache(maxsize=1)
def _xsd() -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(resources.schema("zhushu.xsd")))


@lru_cache(maxsize=1)
def _rng() -> etree.RelaxNG:
    return etree.RelaxNG(etree.parse(resources.schema("zhushu.rng")))


@lru_cache(maxsize=8)
def _tei_all(elements: frozenset[str]) -> etree.RelaxNG:
    """TEI All without the elements that a document does not use: the same verdict on that document.

    libxml2 takes ten seconds to load the whole, and hundredths of a second to load what is left.
    """
    whole = grammar.load(resources.schema(TEI_ALL))
    forbid_all_but(whole, elements)
    return etree.RelaxNG(etree.fromstring(grammar.serialise(whole, " TEI All, in part ")))


def contract(document: Document) -> tuple[Finding, ...]:
    """What zhushu's own grammar has against a document."""
    schema = _xsd()
    if not schema.validate(document.tree):
        return _findings(document, "V010", schema)
    relaxng = _rng()
    return () if relaxng.validate(document.tree) else _findings(document, "V011", relaxng)[:1]


def tei_all(document: Document) -> tuple[Finding, ...]:
    """What TEI All has against a document."""
    relaxng = _tei_all(document.tei_elements)
    return () if relaxng.validate(document.tree) else _findings(document, "V012", relaxng)


def _findings(document: Document, code: str, schema: etree.XMLSchema | etree.RelaxNG) -> tuple[Finding, ...]:
    """The log of libxml2 → one finding for each element and attribute it complains of."""
    findings: dict[tuple[str, str], Finding] = {}
    for entry in schema.error_log:
        text = visible(entry.message.replace(f"{{{grammar.TEI}}}", "")).rstrip(". ")
        place = document.at(entry.path) if entry.path else document.place(document.root)
        subject = text.split(":")[0]
        findings.setdefault((entry.path or "", subject), finding(code, place, reason=text))
    return tuple(findings.values())


def explain(path: Path) -> list[tuple[str, str]]:
    """A TEI file → path and reason of each fault, by xmlschema, which is not libxml2."""
    import xmlschema

    schema = xmlschema.XMLSchema(str(resources.schema("zhushu.xsd")))
    tree = etree.parse(path, etree.XMLParser(resolve_entities=False, no_network=True))
    return [(str(error.path), str(error.reason)) for error in schema.iter_errors(tree)]
