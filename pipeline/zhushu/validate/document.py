"""A file → a parsed document, with nothing fetched and nothing expanded, and places in it that people can find."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, cast
from xml.parsers import expat

from lxml import etree

from zhushu.findings import finding
from zhushu.model import Finding, Place
from zhushu.validate.odd.grammar import TEI

_XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
_INVISIBLE = re.compile("[\0-\x1f\x7f-\xa0\u2028\u2029\u3000\ue000-\uf8ff\U000f0000-\U0010ffff]")


@dataclass(frozen=True)
class Document:
    """A well-formed XML file without a document type declaration."""

    path: Path
    tree: etree._ElementTree

    @property
    def root(self) -> etree._Element:
        return self.tree.getroot()

    @property
    def file(self) -> str:
        return str(self.path)

    @cached_property
    def repeated(self) -> frozenset[str]:
        """The identifiers that more than one element has."""
        counts = Counter(str(element.get(_XML_ID)) for element in self.root.iter() if element.get(_XML_ID))
        return frozenset(identifier for identifier, count in counts.items() if count > 1)

    @cached_property
    def elements(self) -> list[etree._Element]:
        """All elements in the order of the document."""
        return list(self.root.iter("*"))

    def where(self, flaw: Flaw) -> Place:
        if isinstance(flaw.where, str):
            return self.at(flaw.where)
        element = self.elements[flaw.where - 1] if isinstance(flaw.where, int) else flaw.where
        return self.place(element, flaw.attribute)

    def place(self, element: etree._Element | None, attribute: str = "") -> Place:
        """An element → its line and an XPath in which names are of the TEI."""
        if element is None:
            return Place(self.file)
        inner = self.tree.getelementpath(element)
        path = "/" + etree.QName(self.root).localname + ("" if inner == "." else f"/{inner}")
        line = cast("int | None", element.sourceline)
        return Place(self.file, line=line, xpath=re.sub(r"\{[^{}]*\}", "", path) + attribute)

    def at(self, path: str) -> Place:
        """An XPath as Saxon or libxml2 writes them → the place."""
        namespaces: dict[str, str] = {"xml": "http://www.w3.org/XML/1998/namespace"}

        def prefixed(match: re.Match[str]) -> str:
            if not match[1]:
                return ""
            prefix = next((name for name, uri in namespaces.items() if uri == match[1]), f"n{len(namespaces)}")
            namespaces[prefix] = match[1]
            return f"{prefix}:"

        steps = re.sub(r"Q\{([^{}]*)\}", prefixed, path)
        element_steps, attribute, name = steps.partition("/@")
        element_steps = re.sub(r"/(text|comment|processing-instruction)\(.*$", "", element_steps)
        found = self._lookup(element_steps or "/*", namespaces)
        return self.place(found, attribute + re.sub(r"^n\d+:", "", name))

    def _lookup(self, path: str, namespaces: dict[str, str]) -> etree._Element | None:
        """The element at a path; for a path with a prefix that only the element itself declares, one above it."""
        while path:
            try:
                found = self.root.xpath(path, namespaces=namespaces)
            except etree.XPathEvalError:
                path = path.rpartition("/")[0]
            else:
                first = found[0] if isinstance(found, list) and found else None
                return first if isinstance(first, etree._Element) else None
        return self.root


@dataclass(frozen=True, slots=True)
class Flaw:
    """What will be a finding if it is shown: to describe a place takes long in a file that has the fault everywhere.

    `where` is an element, its number in the order of the document (from 1), or an XPath of libxml2.
    """

    code: str
    where: etree._Element | int | str
    attribute: str = ""  # as /@n
    fields: dict[str, object] = field(default_factory=dict)


def shown(document: Document, flaws: Iterable[Flaw]) -> tuple[Finding, ...]:
    """At most a hundred places of each code: a fault of a program repeats on every page."""
    counts: Counter[str] = Counter()
    findings = []
    for flaw in flaws:
        counts[flaw.code] += 1
        if counts[flaw.code] <= SHOWN:
            findings.append(finding(flaw.code, document.where(flaw), **flaw.fields))
    crowded = [(code, count - SHOWN) for code, count in counts.items() if count > SHOWN]
    return (*findings, *(finding("V009", Place(document.file), count=count, which=code) for code, count in crowded))


SHOWN = 100


def visible(text: str) -> str:
    """Text for a message → the same with white space and private-use characters as U+E913."""
    return _INVISIBLE.sub(lambda match: f"U+{ord(match[0]):04X}", text)


def read(path: Path) -> tuple[Document | None, tuple[Finding, ...]]:
    """An XML file → the document, or the findings that say why there is none."""
    try:
        content = path.read_bytes()
    except OSError as error:
        return None, (finding("V002", Place(str(path)), reason=error.strerror or "it cannot be read"),)
    # Before libxml2 sees it, which may look for the files that a document type names.
    if _has_document_type(content):
        return None, (finding("V003", Place(str(path), line=1)),)
    # huge_tree stays off: its limits on depth, text length and entity expansion are wanted.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, collect_ids=False)
    parser.resolvers.add(_Nothing())
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        place = Place(str(path), line=error.lineno or None)
        return None, (finding("V001", place, reason=visible(str(error.msg)).rstrip(". ")),)
    tree = root.getroottree()
    if cast(Any, tree.docinfo).doctype:  # in an encoding that expat does not know
        return None, (finding("V003", Place(str(path), line=1)),)
    return Document(path, tree), ()


def read_tei(path: Path) -> tuple[Document | None, tuple[Finding, ...]]:
    """An XML file whose root is of the TEI → the document, or the findings that say why there is none."""
    document, findings = read(path)
    if document is not None and not str(document.root.tag).startswith(f"{{{TEI}}}"):
        return None, (finding("V005", document.place(document.root), name=str(document.root.tag)),)
    return document, findings


class _Nothing(etree.Resolver):
    """Whatever a document asks for is empty."""

    # lxml-stubs leave the context out.
    def resolve(self, system_url: str, public_id: str, context: object) -> object:  # type: ignore[override]
        return cast(Any, self).resolve_empty(context)


class _EndOfPrologError(Exception):
    """The prolog of a file ends here."""


def _has_document_type(content: bytes) -> bool:
    """Does a document type declaration stand before the root element? Files that expat cannot read: no."""
    found = False

    def declared(*_: object) -> None:
        nonlocal found
        found = True
        raise _EndOfPrologError

    def begun(*_: object) -> None:
        raise _EndOfPrologError

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = declared
    parser.StartElementHandler = begun
    with contextlib.suppress(_EndOfPrologError, expat.ExpatError, ValueError, LookupError):
        parser.Parse(content, True)
    return found


def repeated_identifiers(document: Document) -> Iterator[Flaw]:
    """Each identifier that more than one element has, at every element but the first."""
    seen: set[str] = set()
    for element in document.root.iter("*") if document.repeated else ():
        identifier = element.get(_XML_ID)
        if identifier in seen and identifier in document.repeated:
            yield Flaw("V006", element, fields={"identifier": visible(identifier)})
        elif identifier in document.repeated:
            seen.add(identifier)
