"""A document → what it breaks of our Schematron and of the TEI's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from zhushu import resources, saxon
from zhushu.validate.document import Document, Flaw, visible
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


def parsed(document: Document) -> Parsed | Flaw:
    """Let Saxon read a document: only after `document.read` has refused what could make it fetch or expand.

    Saxon's parser has limits that libxml2 does not have (elements may be nested a hundred deep).
    """
    from saxonche import PySaxonApiError

    try:
        node = saxon.processor().parse_xml(xml_file_name=str(document.path.absolute()))
    except PySaxonApiError as error:
        return Flaw("V004", document.root, fields={"reason": words(error)})
    return Parsed(document, node)


def contract(parsed: Parsed) -> list[Flaw]:
    """What breaks the constraints of zhushu.odd: each has the code of its finding for a name."""
    return _flaws(parsed, _contract(), lambda failure: failure.pattern)


def tei(parsed: Parsed) -> list[Flaw]:
    """What breaks the constraints that the TEI's own Guidelines make."""
    return _flaws(parsed, _tei(), lambda failure: "V014" if failure.role in _ADVICE else "V013")


def words(error: Exception) -> str:
    """What Saxon threw → its last reason, without the place in a stylesheet that nobody has seen."""
    said = " ".join(str(error).split())
    return visible(re.split(r"(?=\b[A-Z]{4}\d{4}\b)", said)[-1]).rstrip(". ")


def _flaws(parsed: Parsed, rules: Rules, code: Callable[[Failure], str]) -> list[Flaw]:
    from saxonche import PySaxonApiError

    try:
        failures = rules.failures(parsed.node)
    except PySaxonApiError as error:
        return [Flaw("V015", parsed.document.root, fields={"reason": words(error)})]
    return [
        Flaw(
            code(failure), failure.element, failure.attribute, {"rule": failure.pattern, "text": visible(failure.text)}
        )
        for failure in failures
    ]
