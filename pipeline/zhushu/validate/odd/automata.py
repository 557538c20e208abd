"""An element of a grammar → the automaton of its content and the table of its attributes.

In the TEI's grammars each element name has one definition, and attributes are required or optional but never
depend on each other, so that a content model is a regular expression over the names of children. Its Glushkov
automaton (one state for each place in the expression) is what a document is read with and what two grammars are
compared by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce

from lxml import etree

from zhushu.validate.odd.grammar import Grammar, holds_attributes, local

TEXT = "#text"
ANY = "#any"  # any element of another namespace
State = frozenset[int]
_START: State = frozenset({-1})
_XML = "http://www.w3.org/XML/1998/namespace"


class GrammarError(Exception):
    """The grammar uses RELAX NG in a way that the TEI's grammars do not."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """Whether an attribute must be there, and the patterns its value must match one of; none: any text."""

    required: bool
    values: tuple[etree._Element, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a content model: can it be nothing, and at which places may it begin and end?"""

    nullable: bool
    first: frozenset[int] = frozenset()
    last: frozenset[int] = frozenset()


_NOTHING = _Part(True)


@dataclass(slots=True)
class Content:
    """The content model of an element. A state is the set of places at which the reading may be."""

    symbols: list[str] = field(default_factory=list)
    follow: list[set[int]] = field(default_factory=list)
    whole: _Part | None = None  # None: no content is possible
    _steps: dict[tuple[State, str], State] = field(default_factory=dict)

    @property
    def start(self) -> State:
        return _START if self.whole is not None else frozenset()

    def step(self, state: State, symbol: str) -> State:
        """Where the reading may be after a child; empty where the child is not allowed."""
        key = (state, symbol)
        if key not in self._steps:
            self._steps[key] = frozenset(place for place in self._next(state) if self.symbols[place] == symbol)
        return self._steps[key]

    def _next(self, state: State) -> Iterator[int]:
        for place in state:
            yield from self.whole.first if place == -1 and self.whole else self.follow[place]

    def expected(self, state: State) -> list[str]:
        """What may come next."""
        return sorted({self.symbols[place] for place in self._next(state)})

    def complete(self, state: State) -> bool:
        """May the element end here?"""
        whole = self.whole
        return whole is not None and any(whole.nullable if place == -1 else place in whole.last for place in state)

    def _place(self, symbol: str) -> int:
        self.symbols.append(symbol)
        self.follow.append(set())
        return len(self.symbols) - 1


def content(grammar: Grammar, element: etree._Element) -> Content:
    """An element pattern → the automaton of its content."""
    model = Content()
    model.whole = _sequence(grammar, model, element)
    return model


def _sequence(grammar: Grammar, model: Content, patterns: Iterable[etree._Element]) -> _Part | None:
    whole = _NOTHING
    for pattern in patterns:
        part = _part(grammar, model, pattern)
        if part is None:
            return None
        whole = _then(model, whole, part)
    return whole


def _then(model: Content, before: _Part, after: _Part) -> _Part:
    for place in before.last:
        model.follow[place] |= after.first
    return _Part(
        before.nullable and after.nullable,
        before.first | after.first if before.nullable else before.first,
        before.last | after.last if after.nullable else after.last,
    )


def _part(grammar: Grammar, model: Content, pattern: etree._Element) -> _Part | None:
    match local(pattern):
        case "attribute" | "empty":
            return _NOTHING
        case "notAllowed":
            return None
        case "text":
            return _repeat(model, _single(model, TEXT))
        case "element":
            return _single(model, symbol(pattern))
        case "ref":
            return _sequence(grammar, model, grammar.defines[str(pattern.get("name"))])
        case "group":
            return _sequence(grammar, model, pattern)
        case "choice":
            return _choice([_part(grammar, model, child) for child in pattern])
        case "optional":
            return _choice([_NOTHING, _sequence(grammar, model, pattern)])
        case "oneOrMore":
            part = _sequence(grammar, model, pattern)
            return part and _Part(part.nullable, *_loop(model, part))
        case "zeroOrMore":
            part = _sequence(grammar, model, pattern)
            return _repeat(model, part) if part else _NOTHING
        case other:
            raise GrammarError(f"{other} in the content of an element")


def _single(model: Content, name: str) -> _Part:
    place = frozenset({model._place(name)})
    return _Part(False, place, place)


def _repeat(model: Content, part: _Part) -> _Part:
    return _Part(True, *_loop(model, part))


def _loop(model: Content, part: _Part) -> tuple[frozenset[int], frozenset[int]]:
    for place in part.last:
        model.follow[place] |= part.first
    return part.first, part.last


def _choice(parts: list[_Part | None]) -> _Part | None:
    possible = [part for part in parts if part is not None]
    if not possible:
        return None
    return reduce(
        lambda a, b: _Part(a.nullable or b.nullable, a.first | b.first, a.last | b.last), possible[1:], possible[0]
    )


def symbol(element: etree._Element) -> str:
    """An element pattern → its symbol in an automaton: its name, with the namespace where that is not the TEI's."""
    name, namespace = element.get("name"), element.get("ns")
    if name is None:
        return ANY
    return f"{{{namespace}}}{name}" if namespace else str(name)


def attributes(grammar: Grammar, element: etree._Element) -> dict[str, Attribute]:
    """An element pattern → its attributes by name, those of XML itself as lxml writes them."""
    found: dict[str, Attribute] = {}
    for attribute, required in _attributes(grammar, element, required=True):
        found[_attribute_name(attribute)] = Attribute(required, tuple(attribute))
    return found


def _attributes(grammar: Grammar, pattern: etree._Element, required: bool) -> Iterator[tuple[etree._Element, bool]]:
    for child in pattern:
        match local(child):
            case "attribute":
                yield child, required
            case "ref" if holds_attributes(child):
                yield from _attributes(grammar, grammar.defines[str(child.get("name"))], required)
            case "optional" | "choice" if holds_attributes(child):
                yield from _attributes(grammar, child, required=False)
            case "group" if holds_attributes(child):
                yield from _attributes(grammar, child, required)
            case _:
                pass


def _attribute_name(attribute: etree._Element) -> str:
    name = str(attribute.get("name"))
    if name.startswith("xml:"):
        return f"{{{_XML}}}{name.removeprefix('xml:')}"
    return f"{{{attribute.get('ns')}}}{name}" if attribute.get("ns") else name
