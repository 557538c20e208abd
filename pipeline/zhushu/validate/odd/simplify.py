"""A grammar with `notAllowed` and `empty` in it → the same language without them.

TEI All with elements removed is full of both. libxml2 needs minutes for such a grammar and a fraction
of a second for the simplified one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lxml import etree

from zhushu.validate.odd.grammar import Grammar, R, become, local

_EMPTY = R + "empty"
_NOT_ALLOWED = R + "notAllowed"


def forbid_all_but(grammar: Grammar, kept: Iterable[str]) -> None:
    """Make every element that is not named impossible, and drop what can then no longer occur."""
    names = set(kept)
    for element, define in grammar.elements.items():
        if element not in names:
            become_not_allowed = grammar.defines[define]
            del become_not_allowed[:]
            etree.SubElement(become_not_allowed, _NOT_ALLOWED)
    simplify(grammar)


def simplify(grammar: Grammar) -> None:
    """Rewrite until nothing changes, then drop the definitions that nothing refers to."""
    while any([_resolve_references(grammar), _spread_not_allowed(grammar), _spread_empty(grammar), _unwrap(grammar)]):
        pass
    reachable = grammar.reachable()
    for name in set(grammar.defines) - reachable:
        grammar.root.remove(grammar.defines.pop(name))
    grammar.elements = {name: define for name, define in grammar.elements.items() if define in reachable}


def _resolve_references(grammar: Grammar) -> bool:
    """A reference to a definition that is empty or not allowed → empty, notAllowed."""
    impossible = {name for name, define in grammar.defines.items() if [child.tag for child in define] == [_NOT_ALLOWED]}
    empty = {name for name, define in grammar.defines.items() if all(child.tag == _EMPTY for child in define)}
    changed = False
    for reference in list(grammar.root.iter(R + "ref")):
        name = str(reference.get("name"))
        if name in impossible or name in empty:
            become(reference, "notAllowed" if name in impossible else "empty")
            changed = True
    return changed


def _rewrite(grammar: Grammar, tag: str, rule: Callable[[etree._Element, etree._Element], bool]) -> bool:
    """Apply a rule to every element of a name and its parent; say whether any of them changed."""
    changed = False
    for element in list(grammar.root.iter(tag)):
        parent = element.getparent()
        if parent is not None and rule(element, parent):
            changed = True
    return changed


def _spread_not_allowed(grammar: Grammar) -> bool:
    return _rewrite(grammar, _NOT_ALLOWED, _not_allowed)


def _not_allowed(element: etree._Element, parent: etree._Element) -> bool:
    match local(parent):
        case "choice":
            parent.remove(element)
            if len(parent) == 0:
                become(parent, "notAllowed")
        case "group" | "interleave" | "oneOrMore" | "list" | "element" | "attribute":
            become(parent, "notAllowed")
        case "optional" | "zeroOrMore":
            become(parent, "empty")
        case "define" if len(parent) > 1:
            del parent[:]
            parent.append(element)
        case _:
            return False
    return True


def _spread_empty(grammar: Grammar) -> bool:
    return _rewrite(grammar, _EMPTY, _empty)


def _empty(element: etree._Element, parent: etree._Element) -> bool:
    match local(parent):
        case "group" | "interleave" | "define" | "element" if len(parent) > 1:
            parent.remove(element)
        case "optional" | "zeroOrMore" | "oneOrMore" | "group" if len(parent) == 1:
            become(parent, "empty")
        case _:
            return False
    return True


def _unwrap(grammar: Grammar) -> bool:
    """A choice or group of one → that one."""
    changed = False
    for element in list(grammar.root.iter(R + "choice", R + "group")):
        parent = element.getparent()
        if len(element) == 1 and parent is not None:
            parent.replace(element, element[0])
            changed = True
    return changed
