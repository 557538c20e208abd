"""A document → what the grammars say of it: our XSD for its messages, our RELAX NG for its verdict, TEI All."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from lxml import etree

from zhushu import resources
from zhushu.validate.document import Document, Flaw, read, visible
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


def contract(document: Document) -> list[Flaw]:
    """What zhushu's own grammar has against a document."""
    return _by_xsd(document) or _relaxng(document, "zhushu.rng", "V011")


def _by_xsd(document: Document) -> list[Flaw]:
    schema = _xsd()
    if schema.validate(document.tree):
        return []
    flaws: dict[tuple[str, str], Flaw] = {}
    for entry in cast("Iterable[etree._LogEntry]", schema.error_log):
        if "'xs:ID'" in entry.message and any(f"'{one}'" in entry.message for one in document.repeated):
            continue  # a finding of its own, with better words
        text = visible(entry.message.replace(f"{{{grammar.TEI}}}", "")).rstrip(". ")
        # libxml2 complains twice of a value that is not in a list.
        where = (entry.path or "", text.split(":")[0])
        flaws.setdefault(where, Flaw("V010", entry.path or document.root, fields={"reason": text}))
    return list(flaws.values())


def tei_all(document: Document) -> list[Flaw]:
    """What TEI All has against a document."""
    return _relaxng(document, TEI_ALL, "V012")


def _relaxng(document: Document, name: str, code: str) -> list[Flaw]:
    return [
        Flaw(code, fault.element, f"/@{fault.attribute}" if fault.attribute else "", {"reason": visible(fault.reason)})
        for fault in _rng(name).faults(document.root)
    ]


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
