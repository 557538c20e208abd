"""A document → whether every reference of its citation trees finds its passage, as DTS clients look for it.

A client takes a `citeStructure`, lists what @match finds with the values of @use, joins them with @delim, and
later splits a reference at the delimiters and looks for the passage again. Children of an empty element (a page
break) are what stands between it and the next one of its kind.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lxml import etree

from zhushu import saxon
from zhushu.validate.document import Flaw, visible
from zhushu.validate.odd.grammar import TEI
from zhushu.validate.rules import Parsed, words
from zhushu.validate.schematron import NUMBER, OUR, XS, add_numbers

if TYPE_CHECKING:
    from saxonche import PyXdmNode

_T = f"{{{TEI}}}"
_XSLT = "http://www.w3.org/1999/XSL/Transform"
_X = f"{{{_XSLT}}}"
_UNSAFE = re.compile(r"['\"\s/\\]")


@dataclass(frozen=True, slots=True)
class Level:
    """One citeStructure: what to look for, the attribute that cites it, and the delimiter before it."""

    match: str
    use: str
    delimiter: str


@dataclass(frozen=True, slots=True)
class Tree:
    """A refsDecl with its levels, outermost first."""

    name: str
    levels: tuple[Level, ...]
    element: etree._Element


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that a tree cites: the reference, the value of each level down to it, and the number of its element."""

    reference: str
    values: tuple[str, ...]
    element: int


@dataclass(frozen=True, slots=True)
class Listing:
    """All passages of a tree in the order of the document. `breaks`: the outermost level is one of empty elements."""

    passages: tuple[Passage, ...]
    breaks: bool


def check(parsed: Parsed) -> Iterator[Flaw]:
    """Whether clients can list every passage of every tree and find each of them again."""
    for tree in trees(parsed.document.root):
        yield from _check(parsed.node, tree)


def trees(root: etree._Element) -> list[Tree]:
    """A TEI element → its citation trees."""
    found = []
    for declaration in root.iterfind(f"{_T}teiHeader/{_T}encodingDesc/{_T}refsDecl"):
        levels = tuple(_levels(declaration.find(f"{_T}citeStructure")))
        if levels:
            found.append(Tree(str(declaration.get("n")), levels, declaration))
    return found


def _levels(structure: etree._Element | None) -> Iterator[Level]:
    while structure is not None:
        yield Level(str(structure.get("match")), str(structure.get("use")), str(structure.get("delim", "")))
        structure = structure.find(f"{_T}citeStructure")


def _check(node: PyXdmNode, tree: Tree) -> list[Flaw]:
    from saxonche import PySaxonApiError

    try:
        listing = list_passages(tree, node)
        if not listing.passages:
            return [Flaw("V095", tree.element, fields={"tree": tree.name})]
        return list(_values(tree, listing)) or list(_found_again(node, tree, listing))
    except PySaxonApiError as error:
        return [Flaw("V090", tree.element, fields={"tree": tree.name, "reason": words(error)})]


def _values(tree: Tree, listing: Listing) -> Iterator[Flaw]:
    """Values that are empty, that a client cannot split again, or that cite two passages by one reference."""
    delimiters = [level.delimiter for level in tree.levels[1:]]
    references = Counter(passage.reference for passage in listing.passages)
    listed: set[str] = set()
    for passage in listing.passages:
        value, reference = passage.values[-1], passage.reference
        if not value:
            yield Flaw("V091", passage.element, fields={"tree": tree.name})
        elif _UNSAFE.search(value) or any(delimiter in value for delimiter in delimiters):
            yield Flaw("V092", passage.element, fields={"tree": tree.name, "value": visible(value)})
        elif references[reference] > 1 and reference in listed:
            yield Flaw("V093", passage.element, fields={"tree": tree.name, "reference": visible(reference)})
        listed.add(reference)


def _found_again(node: PyXdmNode, tree: Tree, listing: Listing) -> Iterator[Flaw]:
    """The first and the last passage of each level, looked for by their references."""
    depths = 1 if listing.breaks else len(tree.levels)
    for depth in range(1, depths + 1):
        level = [passage for passage in listing.passages if len(passage.values) == depth]
        for passage in dict.fromkeys((*level[:1], *level[-1:])):
            if resolve(tree, passage.values, node) != passage.element:
                fields: dict[str, object] = {"tree": tree.name, "reference": visible(passage.reference)}
                yield Flaw("V094", passage.element, fields=fields)


def resolve(tree: Tree, values: tuple[str, ...], node: PyXdmNode) -> int | None:
    """The values of a reference → the number of the element that a client finds by them, or None."""
    processor = saxon.processor().new_xpath_processor()
    processor.declare_namespace("", TEI)
    processor.set_context(xdm_item=node)
    steps = [f"{level.match}[{level.use}='{value}']" for level, value in zip(tree.levels, values, strict=False)]
    counted = "(count(preceding::*) + count(ancestor-or-self::*))"
    found = processor.evaluate_single(f"({'/'.join(steps)})[1] ! {counted}")
    return None if found is None else int(found.get_string_value())


def list_passages(tree: Tree, node: PyXdmNode) -> Listing:
    """A tree and the document → every passage it cites. Raises PySaxonApiError where it cannot be evaluated."""
    compiler = saxon.processor().new_xslt30_processor()
    executable = compiler.compile_stylesheet(stylesheet_text=etree.tostring(_lister(tree), encoding="unicode"))
    result = etree.fromstring(executable.transform_to_string(xdm_node=node).encode())
    return Listing(tuple(_passages(tree, result, "", ())), breaks=result.get("breaks") == "true")


def _passages(tree: Tree, parent: etree._Element, before: str, values: tuple[str, ...]) -> Iterator[Passage]:
    for found in parent:
        own = (*values, str(found.get("value")))
        reference = f"{before}{tree.levels[len(values)].delimiter if values else ''}{own[-1]}"
        yield Passage(reference, own, int(found.get("element", 1)))
        yield from _passages(tree, found, reference, own)


def _lister(tree: Tree) -> etree._Element:
    """A tree → a stylesheet that lists it."""
    stylesheet = etree.Element(_X + "stylesheet", nsmap={"xsl": _XSLT, "xs": XS, "f": OUR})
    stylesheet.set("version", "3.0")
    stylesheet.set("xpath-default-namespace", TEI)
    stylesheet.set("exclude-result-prefixes", "#all")
    add_numbers(stylesheet)
    template = _add(stylesheet, "template", match="/")
    if len(tree.levels) == 1:
        _list_level(etree.SubElement(template, "listing"), tree.levels)
        return stylesheet
    _add(template, "variable", name="first", select=tree.levels[0].match)
    by_breaks = "$first and empty($first[1]/node())"
    listing = etree.SubElement(template, "listing", breaks=f"{{{by_breaks}}}")
    choice = _add(listing, "choose")
    _list_breaks(_add(choice, "when", test=by_breaks), tree)
    _list_level(_add(choice, "otherwise"), tree.levels)
    return stylesheet


def _list_breaks(parent: etree._Element, tree: Tree) -> None:
    breaks, inner = tree.levels[0], tree.levels[1]
    group = _add(
        parent,
        "for-each-group",
        **{"select": f"{breaks.match} | /({inner.match})", "group-starting-with": breaks.match},
    )
    # What stands before the first break belongs to none.
    passage = _passage(_add(group, "for-each", select="current-group()[1] intersect $first"), breaks)
    _list_level(passage, (Level("tail(current-group())", inner.use, inner.delimiter), *tree.levels[2:]))


def _list_level(parent: etree._Element, levels: tuple[Level, ...]) -> None:
    if levels:
        each = _add(parent, "for-each", select=levels[0].match)
        _list_level(_passage(each, levels[0]), levels[1:])


def _passage(parent: etree._Element, level: Level) -> etree._Element:
    return etree.SubElement(parent, "passage", value=f"{{{level.use}}}", element=f"{{{NUMBER}}}")


def _add(parent: etree._Element, tag: str, **attributes: str) -> etree._Element:
    return etree.SubElement(parent, _X + tag, attributes)
