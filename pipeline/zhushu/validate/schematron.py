"""Schematron → XSLT 3.0 that Saxon runs in one pass over a document, and its findings.

Understood: ns, let (of schema, pattern, rule), pattern, rule, assert, report, name, value-of, emph. Only what
fails is reported. In a pattern the first rule that matches a node is the one that applies, as ISO 19757-3 says.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lxml import etree

from zhushu import saxon
from zhushu.validate.odd.schematron import S

if TYPE_CHECKING:
    from saxonche import PyXdmNode, PyXsltExecutable

_XSLT = "http://www.w3.org/1999/XSL/Transform"
_X = f"{{{_XSLT}}}"
OUR = "urn:zhushu:findings"
XS = "http://www.w3.org/2001/XMLSchema"
_F = f"{{{OUR}}}"
_WALK = "walk"


@dataclass(frozen=True, slots=True)
class Failure:
    """A rule that a place of the document breaks: the pattern's id, the words, and the place.

    `element` is the number of the element in the order of the document; `attribute` is /@name, or nothing.
    """

    pattern: str
    role: str
    element: int
    attribute: str
    text: str


class Rules:
    """A compiled Schematron schema."""

    def __init__(self, schema: etree._Element) -> None:
        compiler = saxon.processor().new_xslt30_processor()
        stylesheet = etree.tostring(to_xslt(schema), encoding="unicode")
        self._executable: PyXsltExecutable = compiler.compile_stylesheet(stylesheet_text=stylesheet)

    def failures(self, document: PyXdmNode) -> list[Failure]:
        """A document parsed by Saxon → what it breaks, in document order within each pattern.

        Raises saxonche's PySaxonApiError where a rule cannot be evaluated on this document.
        """
        result = etree.fromstring(self._executable.transform_to_string(xdm_node=document).encode())
        return [
            Failure(
                str(found.get("pattern")),
                str(found.get("role")),
                int(found.get("element", 1)),
                str(found.get("attribute")),
                " ".join(_plain(found).split()),
            )
            for found in result
        ]


def load(path: Path) -> Rules:
    """A Schematron file → its rules, compiled."""
    return Rules(etree.parse(path, etree.XMLParser(remove_comments=True, remove_pis=True)).getroot())


def _plain(element: etree._Element) -> str:
    return "".join(str(part) for part in element.itertext())


def to_xslt(schema: etree._Element) -> etree._Element:
    """A Schematron schema → the stylesheet."""
    prefixes = {str(ns.get("prefix")): str(ns.get("uri")) for ns in schema.iter(S + "ns")}
    stylesheet = etree.Element(_X + "stylesheet", nsmap={**prefixes, "xsl": _XSLT, "xs": XS, "f": OUR})
    stylesheet.set("version", "3.0")
    stylesheet.set("exclude-result-prefixes", "#all")
    _add(stylesheet, "output", method="xml", indent="no")
    _lets(schema, stylesheet)
    _walker(stylesheet)
    rules_before = 0
    for number, pattern in enumerate(schema.findall(S + "pattern")):
        _lets(pattern, stylesheet)
        identifier = pattern.get("id") or f"pattern{number}"
        own = [rule for rule in pattern.findall(S + "rule") if rule.get("abstract") != "true"]
        for rule in own:
            rules_before += 1
            _rule(stylesheet, rule, identifier, priority=-rules_before, alone=len(own) == 1)
    return stylesheet


def _add(parent: etree._Element, tag: str, **attributes: str) -> etree._Element:
    return etree.SubElement(parent, _X + tag, attributes)


def add_numbers(stylesheet: etree._Element) -> None:
    """Let a stylesheet number the elements of a document: path() takes quadratic time where many places are wrong."""
    _add(stylesheet, "mode", **{"use-accumulators": "#all"})
    accumulator = _add(stylesheet, "accumulator", **{"name": "f:number", "as": "xs:integer", "initial-value": "0"})
    _add(accumulator, "accumulator-rule", match="*", select="$value + 1")


# of the context node's element, or of the root element for a document node
NUMBER = "(ancestor-or-self::*[1], root(.)/*)[1]/accumulator-before('f:number')"


def _lets(scope: etree._Element, parent: etree._Element) -> None:
    for let in scope.findall(S + "let"):
        _add(parent, "variable", name=str(let.get("name")), select=str(let.get("value")))


def _walker(stylesheet: etree._Element) -> None:
    """Visit every node; below all rules, which pass each node on."""
    add_numbers(stylesheet)
    root = _add(stylesheet, "template", match="/")
    findings = etree.SubElement(root, _F + "findings")
    _add(findings, "apply-templates", select=".", mode=_WALK)
    below = _add(stylesheet, "template", match="/|node()|@*", mode=_WALK, priority="-1000000")
    _add(below, "apply-templates", select="@*,node()", mode=_WALK)


def _rule(stylesheet: etree._Element, rule: etree._Element, pattern: str, priority: int, alone: bool) -> None:
    """A rule → a template that reports and goes on to the rules of the other patterns."""
    template = _add(stylesheet, "template", match=str(rule.get("context")), mode=_WALK, priority=str(priority))
    _add(template, "param", name="fired", select="()")
    body = template if alone else _add(template, "if", test=f"not($fired = '{pattern}')")
    for child in rule:
        if child.tag == S + "let":
            _add(body, "variable", name=str(child.get("name")), select=str(child.get("value")))
        elif child.tag in (S + "assert", S + "report"):
            _check(body, child, pattern)
    onward = _add(template, "next-match")
    _add(onward, "with-param", name="fired", select="$fired" if alone else f"($fired, '{pattern}')")


def _check(parent: etree._Element, check: etree._Element, pattern: str) -> None:
    test = str(check.get("test"))
    failed = _add(parent, "if", test=f"not({test})" if check.tag == S + "assert" else test)
    attributes = {"pattern": pattern, "role": check.get("role") or "error", "element": f"{{{NUMBER}}}"}
    attributes["attribute"] = "{self::attribute() ! concat('/@', name())}"
    finding = etree.SubElement(failed, _F + "finding", attributes)
    _text(finding, check.text)
    for child in check:
        if child.tag == S + "value-of":
            _add(finding, "value-of", select=str(child.get("select")))
        elif child.tag == S + "name":
            _add(finding, "value-of", select=f"name({child.get('path') or '.'})")
        else:
            _text(finding, _plain(child))
        _text(finding, child.tail)


def _text(parent: etree._Element, text: str | None) -> None:
    if text:
        _add(parent, "text").text = text
