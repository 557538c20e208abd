"""A RELAX NG file in the TEI's style → its definitions: one for each element, class and macro."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from lxml import etree

NAMESPACE = "http://relaxng.org/ns/structure/1.0"
R = f"{{{NAMESPACE}}}"
TEI = "http://www.tei-c.org/ns/1.0"
_ATTRIBUTE_CLASS = "att."
# lxml-stubs do not know of the default namespace.
_NSMAP = cast("dict[str, str]", {None: NAMESPACE})


def node(tag: str, *children: etree._Element, **attributes: str) -> etree._Element:
    """A local name and children → a new RELAX NG element."""
    element = etree.Element(R + tag, attributes, nsmap=_NSMAP)
    element.extend(children)
    return element


def local(element: etree._Element) -> str:
    """A RELAX NG element → its name without the namespace."""
    return str(element.tag).removeprefix(R)


def become(element: etree._Element, tag: str) -> None:
    """Turn an element of a grammar into an empty one with another name."""
    element.clear()
    element.tag = R + tag


class Grammar:
    """`defines` holds every definition by name; `elements` maps an element's name to that of its definition."""

    def __init__(self, root: etree._Element) -> None:
        self.root = root
        self.defines = {str(define.get("name")): define for define in root.findall(R + "define")}
        start = root.find(R + "start")
        assert start is not None, "a grammar has a start"
        self.start = start
        self.elements = dict(self._named_elements())

    def _named_elements(self) -> Iterator[tuple[str, str]]:
        for name, define in self.defines.items():
            if len(define) == 1 and define[0].tag == R + "element" and define[0].get("name"):
                yield str(define[0].get("name")), name

    def element(self, name: str) -> etree._Element:
        """An element's name → its pattern, the `element` of RELAX NG."""
        return self.defines[self.elements[name]][0]

    def redefine(self, name: str, *patterns: etree._Element) -> None:
        """Give a definition a new content."""
        define = self.defines[name]
        del define[:]
        define.extend(patterns)

    def define(self, name: str, *patterns: etree._Element) -> None:
        """Add a definition."""
        self.defines[name] = node("define", *patterns, name=name)
        self.root.append(self.defines[name])

    def flatten(self, name: str) -> list[str]:
        """An attribute class → the definitions that hold its attributes, in order."""
        define = self.defines[name]
        if any(child.tag not in (R + "ref", R + "empty") for child in define):
            return [name]
        return [leaf for child in define.findall(R + "ref") for leaf in self.flatten(str(child.get("name")))]

    def references(self, element: etree._Element) -> set[str]:
        return {str(ref.get("name")) for ref in element.iter(R + "ref")}

    def reachable(self) -> set[str]:
        """The names of all definitions that a document can use."""
        seen: set[str] = set()
        waiting = list(self.references(self.start))
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting.extend(self.references(self.defines[name]))
        return seen


def holds_attributes(pattern: etree._Element) -> bool:
    """Is this child of an element pattern about attributes (not content)?"""
    if pattern.tag == R + "ref":
        return str(pattern.get("name")).startswith(_ATTRIBUTE_CLASS)
    return pattern.tag == R + "attribute" or next(pattern.iter(R + "attribute"), None) is not None


def parse(path: Path) -> etree._Element:
    """A RELAX NG file → its root, without comments and white space, annotations kept."""
    parser = etree.XMLParser(remove_blank_text=True, remove_comments=True, remove_pis=True)
    return etree.parse(path, parser).getroot()


def load(path: Path) -> Grammar:
    """A RELAX NG file → the grammar alone, without annotations."""
    root = parse(path)
    for element in list(root.iter()):
        parent = element.getparent()
        if not str(element.tag).startswith(R) and parent is not None:
            parent.remove(element)
    for element in root.iter():
        for name in [name for name in element.attrib if str(name).startswith("{")]:
            del element.attrib[name]
    return Grammar(root)


def tei_version(path: Path) -> str:
    """A RELAX NG file made by the TEI → the version of the Guidelines it says it was made from."""
    with path.open(encoding="utf-8") as file:
        found = re.search(r"TEI Edition:\s*(?:P5\s+)?Version\s+(\d+\.\d+\.\d+)", file.read(4000))
    return found[1] if found else "of unknown version"


def serialise(grammar: Grammar, comment: str) -> bytes:
    """A grammar → a RELAX NG file: definitions sorted by name, no time of day."""
    root = node("grammar", ns=TEI, datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes")
    root.append(etree.Comment(comment))
    root.append(grammar.start)
    root.extend(grammar.defines[name] for name in sorted(grammar.defines))
    etree.cleanup_namespaces(root)
    etree.indent(root, " ")
    return bytes(etree.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"
