"""Characters that are the same character: standard forms of variants, and what a search may take for what.

Two tables made by make.py; README.md names their sources and licences. A character's *standard* form is one
traditional character. Its *forms* are all it may stand for in a search: two characters match where they share
one, so 宾, 賔 and 賓 match, and 髮 matches 发, which matches 發, but 髮 does not match 發.
"""

from __future__ import annotations

from functools import cache

from zhushu import resources


def rows(name: str) -> tuple[tuple[str, ...], ...]:
    """A table of this folder → its rows, comments and empty lines aside."""
    lines = resources.package(f"characters/{name}").read_text("utf-8").splitlines()
    return tuple(tuple(line.split("\t")) for line in lines if line and not line.startswith("#"))


@cache
def _standard() -> dict[str, str]:
    return {variant: form for variant, form, _source in rows("variants.tsv")}


@cache
def _folding() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for character, form, _source in rows("folding.tsv"):
        table.setdefault(character, set()).add(form)
    return {character: frozenset(forms) for character, forms in table.items()}


def standard(character: str) -> str | None:
    """A variant → its standard traditional form; None where it is standard itself, or simplified."""
    return _standard().get(character)


def forms(character: str) -> frozenset[str]:
    """A character → the standard traditional forms it may stand for in a search, itself included."""
    return frozenset({standard(character) or character}) | _folding().get(character, frozenset())


def alike(one: str, other: str) -> bool:
    """Whether two texts are the same but for script and variants: 仪礼述注 and 儀禮述註."""
    pairs = zip(one, other, strict=False)
    return len(one) == len(other) and all(a == b or forms(a) & forms(b) for a, b in pairs)


def members() -> dict[str, frozenset[str]]:
    """Every standard form that something folds to → the characters that match it."""
    groups: dict[str, set[str]] = {}
    for character in {*_standard(), *_folding()}:
        for form in forms(character):
            groups.setdefault(form, {form}).add(character)
    return {form: frozenset(group) for form, group in groups.items()}
