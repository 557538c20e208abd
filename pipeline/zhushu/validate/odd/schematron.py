"""Where Schematron stands inside another schema → one Schematron file.

Ours stands in the constraintSpecs of zhushu.odd, the TEI's own in the annotations of the TEI All grammar.
"""

from __future__ import annotations

import copy

from lxml import etree

from zhushu.validate.odd.grammar import TEI

NAMESPACE = "http://purl.oclc.org/dsdl/schematron"
S = f"{{{NAMESPACE}}}"
_T = f"{{{TEI}}}"
_PREFIXES = {
    "tei": TEI,
    "xs": "http://www.w3.org/2001/XMLSchema",
    "map": "http://www.w3.org/2005/xpath-functions/map",
}


def from_odd(specification: etree._Element) -> etree._Element:
    """A schemaSpec → a Schematron schema with one pattern for each constraintSpec, in order."""
    schema = _schema(str(specification.get("ident")), {})
    for constraint in specification.iter(_T + "constraintSpec"):
        pattern = etree.SubElement(schema, S + "pattern", id=str(constraint.get("ident")))
        pattern.extend(_clean(child) for child in constraint.iterfind(f"{_T}constraint/*"))
    return schema


def from_grammar(grammar: etree._Element) -> etree._Element:
    """The root of a RELAX NG file with its annotations → a Schematron schema of the patterns in them."""
    declared = {str(ns.get("prefix")): str(ns.get("uri")) for ns in grammar.iter(S + "ns")}
    schema = _schema("TEI All", declared)
    schema.extend([_clean(pattern) for pattern in grammar.iter(S + "pattern")])
    return schema


def serialise(schema: etree._Element, comment: str) -> bytes:
    """A Schematron schema → a file, without time of day."""
    schema.insert(0, etree.Comment(comment))
    etree.cleanup_namespaces(schema, keep_ns_prefixes=["sch"])
    etree.indent(schema, " ")
    return bytes(etree.tostring(schema, encoding="utf-8", xml_declaration=True)) + b"\n"


def _schema(title: str, prefixes: dict[str, str]) -> etree._Element:
    # A prefix, not the default namespace: what is copied in brings the TEI's as its default.
    schema = etree.Element(S + "schema", {"queryBinding": "xslt3"}, nsmap={"sch": NAMESPACE})
    etree.SubElement(schema, S + "title").text = title
    for prefix, uri in {**_PREFIXES, **prefixes}.items():
        etree.SubElement(schema, S + "ns", prefix=prefix, uri=uri)
    return schema


def _clean(element: etree._Element) -> etree._Element:
    fresh = copy.deepcopy(element)
    fresh.tail = None
    return fresh
