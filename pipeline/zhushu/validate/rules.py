"""A document → what it breaks of our Schematron and of the TEI's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from zhushu import resources, saxon
from zhushu.findings import finding
from zhushu.model import Finding
from zhushu.validate.document import Document, visible
from zhushu.validate.grammars import TEI_ALL
from zhushu.validate.odd import grammar
from zhushu.validate.odd.schematron import from_grammar
from zhushu.validate.schematron import Failure, Rules, load

if TYPE_CHECKING:
    from saxonche import PyXdmNode


_ADVICE = ("warning", "info", "information", "nonfatal")


@lru_cache(maxsize=1)
def _contract() -> Rules:
    return load(resources.schema("zhushu.sch"))


@lru_cache(maxsize=1)
def _tei() -> Rules:
    return Rules(from_grammar(grammar.parse(resources.schema(TEI_ALL))))


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document, and the same as Saxon holds it."""

    document: Document
    node: PyXdmNode


def parsed(document: Document) -> tuple[Parsed | None, tuple[Finding, ...]]:
    """Let Saxon read a document: only after `document.read` has refused what could make it fetch or expand.

    Saxon's parser has limits that libxml2 does not have (elements may be nested a hundred deep).
    """
    from saxonche import PySaxonApiError

    try:
        node = saxon.processor().parse_xml(xml_file_name=str(document.path.absolute()))
    except PySaxonApiError as error:
        return None, (finding("V004", document.place(document.root), reason=words(error)),)
    return Parsed(document, node), ()


def contract(parsed: Parsed) -> tuple[Finding, ...]:
    """What breaks the constraints of zhushu.odd: each has the code of its finding for a name."""
    return _findings(parsed, _contract(), lambda failure: failure.pattern)


def tei(parsed: Parsed) -> tuple[Finding, ...]:
    """What breaks the constraints that the TEI's own Guidelines make."""
    return _findings(parsed, _tei(), lambda failure: "V014" if failure.role in _ADVICE else "V013")


def words(error: Exception) -> str:
    """What Saxon threw → its last reason, without the place in a stylesheet that nobody has seen."""
    said = " ".join(str(error).split())
    return visible(re.split(r"(?=\b[A-Z]{4}\d{4}\b)", said)[-1]).rstrip(". ")


def _findings(parsed: Parsed, rules: Rules, code: Callable[[Failure], str]) -> tuple[Finding, ...]:
    from saxonche import PySaxonApiError

    document = parsed.document
    try:
        failures = rules.failures(parsed.node)
    except PySaxonApiError as error:
        return (finding("V015", document.place(document.root), reason=words(error)),)
    return tuple(
        finding(code(failure), document.at(failure.path), rule=failure.pattern, text=visible(failure.text))
        for failure in failures
    )
