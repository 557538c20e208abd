"""A document → what the grammars say of it: our XSD for its messages, our RELAX NG for its verdict, TEI All."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from lxml import etree

from zhushu import resources
from zhushu.findings import finding
from zhushu.model import Finding
from zhushu.validate.document import Document, read, visible
from zhushu.validate.odd import grammar
from zhushu.validate.relaxng import Checker

if TYPE_CHECKING:
    from xmlschema import XMLSchema

TEI_ALL = "vendor/tei_all-4.3.0.rng"


@lru_cache(maxsize=1)
def _xsd() -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(resources.schema("zhushu.xsd")))


@lru_cache(maxsize=2)
def _rng(name: str) -> Checker:
    return Checker(grammar.load(resources.schema(name)))


def contract(document: Document) -> tuple[Finding, ...]:
    """What zhushu's own grammar has against a document."""
    return _by_xsd(document) or _relaxng(document, "zhushu.rng", "V011")


def _by_xsd(document: Document) -> tuple[Finding, ...]:
    schema = _xsd()
    if schema.validate(document.tree):
        return ()
    findings: dict[tuple[str, str], Finding] = {}
    for entry in cast("Iterable[etree._LogEntry]", schema.error_log):
        if "'xs:ID'" in entry.message and any(f"'{one}'" in entry.message for one in document.repeated):
            continue  # a finding of its own, with better words
        text = visible(entry.message.replace(f"{{{grammar.TEI}}}", "")).rstrip(". ")
        place = document.at(entry.path) if entry.path else document.place(document.root)
        # libxml2 complains twice of a value that is not in a list.
        findings.setdefault((entry.path or "", text.split(":")[0]), finding("V010", place, reason=text))
    return tuple(findings.values())


def tei_all(document: Document) -> tuple[Finding, ...]:
    """What TEI All has against a document."""
    return _relaxng(document, TEI_ALL, "V012")


def _relaxng(document: Document, name: str, code: str) -> tuple[Finding, ...]:
    return tuple(
        finding(
            code,
            document.place(fault.element, f"/@{fault.attribute}" if fault.attribute else ""),
            reason=visible(fault.reason),
        )
        for fault in _rng(name).faults(document.root)
    )


@lru_cache(maxsize=1)
def _second_opinion() -> XMLSchema:
    import xmlschema

    return xmlschema.XMLSchema(str(resources.schema("zhushu.xsd")))


def explain(path: Path) -> list[tuple[str, str]]:
    """A TEI file → path and reason of each fault, by xmlschema, which is not libxml2; nothing if it cannot be read."""
    document, _ = read(path)
    if document is None:
        return []
    return [(str(error.path), str(error.reason)) for error in _second_opinion().iter_errors(document.tree)]
