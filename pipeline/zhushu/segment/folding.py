"""Characters of a profile → the forms they are read in (註 注, 疏 䟽, 傳 传 𫝊), one code point for one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zhushu import characters


def folding(written: Iterable[str], forms: Mapping[str, str]) -> dict[int, str]:
    """The characters that a profile writes, and forms of them that it declares itself → a table for `str.translate`.

    Every form of a character becomes the form that is written first; other characters stay.
    """
    groups = characters.members()
    table: dict[int, str] = {}
    for character in written:
        if ord(character) in table:
            continue
        others = {character, *forms.get(character, "")}
        for form in characters.forms(character):
            others |= groups.get(form, frozenset())
        for other in others:
            table.setdefault(ord(other), character)
    return {code: form for code, form in table.items() if chr(code) != form}
