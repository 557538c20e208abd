"""A document and a grammar of the TEI's kind → what the grammar does not allow, in time proportional to its length.

libxml2 has a RELAX NG validator, but it doubles its work with each optional attribute that an element has: a note
with sixteen attributes takes it minutes. Here each element is read by the automaton of its content, and only the
values of attributes go to libxml2, each distinct one once.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from zhushu.validate.odd.automata import ANY, TEXT, Attribute, Content, attributes, content
from zhushu.validate.odd.grammar import TEI, Grammar, R, node

_T = f"{{{TEI}}}"
_MANY = 8
_Value = tuple[str, str, str]  # element, attribute, value


@dataclass(frozen=True, slots=True)
class Fault:
    """An element that the grammar does not allow as it is, and why; `attribute` where the fault is in one."""

    element: etree._Element
    reason: str
    attribute: str = ""


class Checker:
    """A grammar, ready to check documents; elements are prepared when a document first has them."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._contents: dict[str, Content] = {}
        self._attributes: dict[str, dict[str, Attribute]] = {}
        self._start = content(grammar, grammar.start)

    def faults(self, root: etree._Element) -> list[Fault]:
        """A document → its faults in document order, at most one for the content of each element."""
        if not self._start.step(self._start.start, _name(root)):
            return [Fault(root, f"the root may not be {_name(root)}")]
        wrong = self._wrong_values(self._values(root))
        return [fault for element in root.iter("*") for fault in self._element(element, wrong)]

    def _element(self, element: etree._Element, wrong: set[_Value]) -> Iterator[Fault]:
        if not str(element.tag).startswith(_T):
            yield from _in_foreign(element)
            return
        name = etree.QName(element).localname
        if name not in self._grammar.elements:
            return  # its parent is at fault
        yield from self._children(element, self._content(name))
        yield from self._own_attributes(element, name, wrong)

    def _content(self, name: str) -> Content:
        if name not in self._contents:
            self._contents[name] = content(self._grammar, self._grammar.element(name))
        return self._contents[name]

    def _table(self, name: str) -> dict[str, Attribute]:
        if name not in self._attributes:
            self._attributes[name] = attributes(self._grammar, self._grammar.element(name))
        return self._attributes[name]

    def _children(self, element: etree._Element, model: Content) -> Iterator[Fault]:
        state = model.start
        for symbol, child in _word(element):
            after = model.step(state, symbol)
            if not after and symbol.startswith("{"):
                after = model.step(state, ANY)
            if not after:
                found = "text" if symbol == TEXT else f"element {_name(child)}"
                yield Fault(child, f"{found} may not stand here in {_name(element)}; {_expectation(model, state)}")
                return
            state = after
        if not model.complete(state):
            yield Fault(element, f"{_name(element)} is not complete; {_expectation(model, state)}")

    def _own_attributes(self, element: etree._Element, name: str, wrong: set[_Value]) -> Iterator[Fault]:
        table = self._table(name)
        for attribute, value in _items(element):
            known, written = table.get(attribute), _written(attribute)
            if known is None:
                yield Fault(element, f"{name} has no attribute {written}", written)
            elif (name, attribute, value) in wrong:
                yield Fault(element, f"attribute {written} of {name} may not be “{value}”{_choices(known)}", written)
        for attribute, known in table.items():
            if known.required and element.get(attribute) is None:
                yield Fault(element, f"{name} needs the attribute {_written(attribute)}")

    def _values(self, root: etree._Element) -> list[_Value]:
        """The distinct values of attributes whose values the grammar limits."""
        found: dict[_Value, None] = {}
        for element in root.iter(f"{_T}*"):
            name = etree.QName(element).localname
            table = self._table(name) if name in self._grammar.elements else {}
            for attribute, value in _items(element):
                known = table.get(attribute)
                if known is not None and known.values:
                    found[name, attribute, value] = None
        return list(found)

    def _wrong_values(self, values: list[_Value]) -> set[_Value]:
        """Let libxml2 say which values do not match their datatypes: all at once, then, if any, singly."""
        kinds = {kind: f"v{number}" for number, kind in enumerate(dict.fromkeys((one[0], one[1]) for one in values))}
        if not kinds:
            return set()
        schema = etree.RelaxNG(self._value_grammar(kinds))
        every = etree.Element("values")
        every.extend(_value_document(kinds[name, attribute], value) for name, attribute, value in values)
        if schema.validate(every):
            return set()
        return {one for one in values if not schema.validate(_value_document(kinds[one[0], one[1]], one[2]))}

    def _value_grammar(self, kinds: dict[tuple[str, str], str]) -> etree._Element:
        """A grammar of elements that have for content what the attributes have for value."""
        grammar = node("grammar", datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes")
        each = node("choice", *[node("ref", name=name) for name in kinds.values()])
        many = node("element", node("zeroOrMore", copy.deepcopy(each)), name="values")
        grammar.append(node("start", node("choice", many, each)))
        for (element, attribute), name in kinds.items():
            values = [_without_identity(value) for value in self._table(element)[attribute].values]
            grammar.append(node("define", node("element", *values, name=name), name=name))
        return grammar


def _in_foreign(element: etree._Element) -> Iterator[Fault]:
    """An element of another namespace may hold anything but the TEI's."""
    for child in element.iterchildren(f"{_T}*"):
        yield Fault(child, f"element {_name(child)} may not stand here in {_name(element)}; it is of the TEI")


def _items(element: etree._Element) -> list[tuple[str, str]]:
    return [(str(name), str(value)) for name, value in element.attrib.items()]


def _word(element: etree._Element) -> Iterator[tuple[str, etree._Element]]:
    """An element → its children as symbols; text that is more than white space is one."""
    if _is_text(element.text):
        yield TEXT, element
    for child in element:
        if isinstance(child.tag, str):
            yield _name(child), child
        if _is_text(child.tail):
            yield TEXT, element


def _is_text(text: str | None) -> bool:
    return text is not None and bool(text.strip(" \t\r\n"))


def _name(element: etree._Element) -> str:
    return str(element.tag).removeprefix(_T)


def _written(attribute: str) -> str:
    return attribute.replace("{http://www.w3.org/XML/1998/namespace}", "xml:")


def _expectation(model: Content, state: frozenset[int]) -> str:
    """What might have stood there, in a few words."""
    names = ["text" if name == TEXT else name for name in model.expected(state) if name != ANY]
    if not names:
        return "nothing more is allowed"
    more = "" if len(names) <= _MANY else f" or one of {len(names) - _MANY} more"
    return f"allowed: {', '.join(names[:_MANY])}{more}"


def _choices(attribute: Attribute) -> str:
    values = [str(value.text) for pattern in attribute.values for value in pattern.iter(R + "value")]
    return f"; it is one of {' '.join(values)}" if values else ""


def _without_identity(pattern: etree._Element) -> etree._Element:
    """Datatypes that tie places of a document together → those of their form: uniqueness is checked elsewhere."""
    fresh = copy.deepcopy(pattern)
    for data in fresh.iter(R + "data"):
        if data.get("type") in ("ID", "IDREF"):
            data.set("type", "NCName")
    return fresh


def _value_document(name: str, value: str) -> etree._Element:
    document = etree.Element(name)
    document.text = value
    return document
