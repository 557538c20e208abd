"""Two grammars → proof that every document of the one is a document of the other, or what speaks against it.

For each element the automata of its content are walked side by side: whatever the inner one can read, the outer
one must read too. The proof is sufficient, not necessary: attribute values count as included if the patterns are
the same, or if the inner one is a list of values that the outer pattern takes.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterator

from lxml import etree

from zhushu.validate.odd.automata import Attribute, Content, State, attributes, content
from zhushu.validate.odd.grammar import Grammar, R, local, node


def violations(inner: Grammar, outer: Grammar) -> list[str]:
    """What documents of `inner` may have that `outer` does not allow, one sentence each; empty: there is nothing."""
    starts = _excess(content(inner, inner.start), content(outer, outer.start))
    found = [f"root: {starts}"] if starts else []
    for name in sorted(inner.elements):
        if name not in outer.elements:
            found.append(f"{name} is no element of the outer grammar")
            continue
        excess = _excess(content(inner, inner.element(name)), content(outer, outer.element(name)))
        found += [f"{name}: {excess}"] if excess else []
        found += [f"{name}/{fault}" for fault in _attribute_excess(name, inner, outer)]
    return found


def _excess(inner: Content, outer: Content) -> str | None:
    """The shortest content that only the inner model allows, in words."""
    start = (inner.start, outer.start)
    seen = {start}
    waiting: deque[tuple[tuple[State, State], tuple[str, ...]]] = deque([(start, ())])
    while waiting:
        (ours, theirs), path = waiting.popleft()
        if inner.complete(ours) and not outer.complete(theirs):
            return f"it may end after ({' '.join(path)})"
        for symbol in inner.expected(ours):
            after = (inner.step(ours, symbol), outer.step(theirs, symbol))
            if not after[1]:
                return f"{symbol} may follow ({' '.join(path)})"
            if after not in seen:
                seen.add(after)
                waiting.append((after, (*path, symbol)))
    return None


def _attribute_excess(name: str, inner: Grammar, outer: Grammar) -> Iterator[str]:
    ours, theirs = attributes(inner, inner.element(name)), attributes(outer, outer.element(name))
    for attribute, own in ours.items():
        if attribute not in theirs:
            yield f"@{attribute} is no attribute of the outer grammar"
        elif not _values_included(own, theirs[attribute]):
            yield f"@{attribute} has values that the outer grammar does not take"
    for attribute, their in theirs.items():
        if their.required and not (attribute in ours and ours[attribute].required):
            yield f"@{attribute} is required by the outer grammar only"


def _values_included(own: Attribute, their: Attribute) -> bool:
    if [_canonical(value) for value in own.values] == [_canonical(value) for value in their.values]:
        return True
    listed = [value.text or "" for pattern in own.values for value in pattern.iter(R + "value")]
    only_listed = all(pattern.tag in (R + "choice", R + "value") for pattern in own.values)
    return only_listed and bool(listed) and all(_takes(their, value) for value in listed)


def _canonical(pattern: etree._Element) -> bytes:
    return bytes(etree.tostring(_unwrapped(pattern), method="c14n"))


def _unwrapped(pattern: etree._Element) -> etree._Element:
    """A pattern for values → the same without choices and groups of one."""
    fresh = node(local(pattern), *map(_unwrapped, pattern), **{str(k): str(v) for k, v in pattern.attrib.items()})
    fresh.text = pattern.text
    return fresh[0] if len(fresh) == 1 and fresh.tag in (R + "choice", R + "group") else fresh


def _takes(attribute: Attribute, value: str) -> bool:
    """Does an attribute take this value? libxml2 says."""
    schema = node(
        "element", *(map(copy.deepcopy, attribute.values) if attribute.values else [node("text")]), name="value"
    )
    schema.set("datatypeLibrary", "http://www.w3.org/2001/XMLSchema-datatypes")
    document = etree.Element("value")
    document.text = value
    return bool(etree.RelaxNG(schema).validate(document))
