"""An ODD in a stated subset, and TEI All → the grammar of the ODD.

The subset: `schemaSpec/@start`; `moduleRef` with `@include`; `classSpec[@type='atts']` that deletes a class or
some of its attributes; `macroSpec[@mode='add']`; `elementSpec[@mode='change']` with `content` in pure ODD and with
`attDef` that adds, changes or deletes an attribute (closed `valList`, or `dataRef/@name`); `constraintSpec` in
Schematron, which `zhushu.validate.odd.schematron` takes out. Anything else raises OddError: nothing is silently
ignored.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from zhushu.validate.odd.grammar import TEI, Grammar, R, holds_attributes, load, local, node
from zhushu.validate.odd.simplify import forbid_all_but

T = f"{{{TEI}}}"
_DOCUMENTATION = {T + name for name in ("altIdent", "gloss", "desc", "remarks", "exemplum", "equiv")}


class OddError(Exception):
    """The ODD names something that TEI All does not have, or says something outside the subset."""


def read(odd: Path) -> etree._Element:
    """An ODD file → its schemaSpec."""
    parser = etree.XMLParser(remove_comments=True, remove_pis=True, resolve_entities=False, no_network=True)
    specification = etree.parse(odd, parser).getroot().find(f".//{T}schemaSpec")
    if specification is None:
        raise OddError(f"{odd.name} has no schemaSpec")
    return specification


def compile_grammar(specification: etree._Element, tei_all: Path) -> Grammar:
    """A schemaSpec and TEI All → the grammar that the ODD describes."""
    grammar = load(tei_all)
    included = _included(grammar, specification)
    for child in specification:
        if child.tag == T + "classSpec":
            _change_class(grammar, child)
        elif child.tag == T + "macroSpec":
            _add_macro(grammar, child)
        elif child.tag == T + "elementSpec":
            _change_element(grammar, child, included)
        elif child.tag not in _DOCUMENTATION | {T + "moduleRef", T + "constraintSpec"}:
            raise OddError(f"schemaSpec/{_name(child)} is outside the subset")
    starts = [name for name in str(specification.get("start", "TEI")).split() if name in included]
    del grammar.start[:]
    grammar.start.append(node("choice", *[node("ref", name=grammar.elements[name]) for name in starts]))
    forbid_all_but(grammar, included)
    return grammar


def _included(grammar: Grammar, specification: etree._Element) -> set[str]:
    included: set[str] = set()
    for module in specification.findall(T + "moduleRef"):
        names = str(module.get("include", "")).split()
        if not names and module.get("key") != "tei":
            raise OddError(f"moduleRef for {module.get('key')} needs @include")
        unknown = [name for name in names if name not in grammar.elements]
        if unknown:
            raise OddError(f"TEI All has no element {', '.join(unknown)}")
        included.update(names)
    return included


def _change_class(grammar: Grammar, specification: etree._Element) -> None:
    identifier = str(specification.get("ident"))
    if specification.get("type") != "atts":
        raise OddError(f"classSpec {identifier}: only classes of attributes can be changed")
    match specification.get("mode"):
        case "delete":
            gone = grammar.flatten(_known(grammar, f"{identifier}.attributes"))
        case "change":
            gone = [_deleted_attribute(grammar, identifier, one) for one in specification.iter(T + "attDef")]
        case other:
            raise OddError(f"classSpec {identifier}: mode {other} is outside the subset")
    for name in gone:
        grammar.redefine(name, node("empty"))


def _deleted_attribute(grammar: Grammar, identifier: str, definition: etree._Element) -> str:
    if definition.get("mode") != "delete":
        raise OddError(f"classSpec {identifier}: an attribute of a class can only be deleted")
    return _known(grammar, f"{identifier}.attribute.{str(definition.get('ident')).replace(':', '')}")


def _known(grammar: Grammar, name: str) -> str:
    if name not in grammar.defines:
        raise OddError(f"TEI All has no {name}")
    return name


def _add_macro(grammar: Grammar, specification: etree._Element) -> None:
    identifier = str(specification.get("ident"))
    if specification.get("mode") != "add" or identifier in grammar.defines:
        raise OddError(f"macroSpec {identifier}: only a new macro can be added")
    models = specification.iterfind(f"{T}content/*")
    grammar.define(identifier, *[_pattern(grammar, model) for model in models])


def _change_element(grammar: Grammar, specification: etree._Element, included: set[str]) -> None:
    identifier = str(specification.get("ident"))
    if specification.get("mode") != "change":
        raise OddError(f"elementSpec {identifier}: mode {specification.get('mode')} is outside the subset")
    if identifier not in included:
        raise OddError(f"elementSpec {identifier}: the element is not included")
    element = grammar.element(identifier)
    for child in specification:
        if child.tag == T + "content":
            _replace_content(grammar, element, child)
        elif child.tag == T + "attList":
            for definition in child:
                _change_attribute(grammar, element, definition)
        elif child.tag not in _DOCUMENTATION | {T + "constraintSpec"}:
            raise OddError(f"elementSpec {identifier}/{_name(child)} is outside the subset")


def _replace_content(grammar: Grammar, element: etree._Element, content: etree._Element) -> None:
    for child in list(element):
        if not holds_attributes(child):
            element.remove(child)
    for position, child in enumerate(content):
        element.insert(position, _pattern(grammar, child))


def _pattern(grammar: Grammar, model: etree._Element) -> etree._Element:
    """A content model in pure ODD → RELAX NG."""
    match _name(model):
        case "sequence":
            pattern = node("group", *[_pattern(grammar, child) for child in model])
        case "alternate":
            pattern = node("choice", *[_pattern(grammar, child) for child in model])
        case "textNode":
            return node("text")
        case "empty":
            return node("empty")
        case "elementRef":
            pattern = node("ref", name=_element_definition(grammar, str(model.get("key"))))
        case "classRef" | "macroRef" if model.get("expand") is None:
            pattern = node("ref", name=_known(grammar, str(model.get("key"))))
        case other:
            raise OddError(f"content model {other} is outside the subset")
    return _repeated(model, pattern)


def _element_definition(grammar: Grammar, name: str) -> str:
    if name not in grammar.elements:
        raise OddError(f"TEI All has no element {name}")
    return grammar.elements[name]


def _repeated(model: etree._Element, pattern: etree._Element) -> etree._Element:
    match str(model.get("minOccurs", "1")), str(model.get("maxOccurs", "1")):
        case "1", "1":
            return pattern
        case "0", "1":
            return node("optional", pattern)
        case "0", "unbounded":
            return node("zeroOrMore", pattern)
        case "1", "unbounded":
            return node("oneOrMore", pattern)
        case least, most:
            raise OddError(f"content model: {least} to {most} times is outside the subset")


def _change_attribute(grammar: Grammar, element: etree._Element, definition: etree._Element) -> None:
    name, mode = str(definition.get("ident")), definition.get("mode", "add")
    old = _take_attribute(grammar, element, name)
    if mode in ("change", "delete") and old is None:
        raise OddError(f"{element.get('name')} has no attribute {name}")
    if mode == "delete":
        return
    values = _values(definition)
    new = node("attribute", *(values or (() if old is None else old)), name=name)
    element.append(new if definition.get("usage") == "req" else node("optional", new))


def _values(definition: etree._Element) -> list[etree._Element]:
    """What an attDef says about the values → RELAX NG; nothing where it leaves them as they are."""
    listed = definition.find(T + "valList")
    data = definition.find(f"{T}datatype/{T}dataRef")
    if listed is not None and listed.get("type") == "closed":
        return [node("choice", *[_value(str(item.get("ident"))) for item in listed.findall(T + "valItem")])]
    if data is not None:
        return [node("data", type=str(data.get("name")))]
    return []


def _value(text: str) -> etree._Element:
    element = node("value")
    element.text = text
    return element


def _take_attribute(grammar: Grammar, element: etree._Element, name: str) -> etree._Element | None:
    """Remove an attribute from an element, wherever the element has it from, and return it."""
    for attribute in element.iter(R + "attribute"):
        if attribute.get("name") == name:
            return _take_own(element, attribute)
    for reference in [ref for ref in element.iter(R + "ref") if str(ref.get("name")).startswith("att.")]:
        leaves = grammar.flatten(str(reference.get("name")))
        found = [leaf for leaf in leaves if name in _attribute_names(grammar.defines[leaf])]
        if found:
            return _take_from_class(grammar, reference, leaves, found[0])
    return None


def _attribute_names(pattern: etree._Element) -> list[str]:
    return [str(attribute.get("name")) for attribute in pattern.iter(R + "attribute")]


def _take_own(element: etree._Element, attribute: etree._Element) -> etree._Element:
    outermost = attribute
    for ancestor in _ancestors_below(attribute, element):
        outermost = ancestor
    _must_stand_alone(outermost)
    element.remove(outermost)
    return attribute


def _ancestors_below(pattern: etree._Element, top: etree._Element) -> Iterator[etree._Element]:
    for ancestor in pattern.iterancestors():
        if ancestor is top:
            return
        yield ancestor


def _take_from_class(grammar: Grammar, reference: etree._Element, leaves: list[str], wanted: str) -> etree._Element:
    """Replace a reference to a class by references to its attributes, all but one; return that one."""
    parent = reference.getparent()
    assert parent is not None, "a reference stands in an element"
    _must_stand_alone(grammar.defines[wanted])
    position = parent.index(reference)
    parent.remove(reference)
    for leaf in reversed([leaf for leaf in leaves if leaf != wanted]):
        parent.insert(position, node("ref", name=leaf))
    return copy.deepcopy(next(grammar.defines[wanted].iter(R + "attribute")))


def _must_stand_alone(pattern: etree._Element) -> None:
    names = _attribute_names(pattern)
    if len(names) > 1:
        raise OddError(f"the attributes {', '.join(names)} are in one group and cannot be changed singly")


def _name(element: etree._Element) -> str:
    return local(element) if str(element.tag).startswith(R) else str(element.tag).removeprefix(T)
