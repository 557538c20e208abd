"""Characters → the form they are compared in: script and variants folded, length kept. For comparison only."""

from __future__ import annotations

from functools import cache

from zhushu import characters


class _Folding(dict[int, str]):
    """Code point → folded character, looked up once. Private-use characters stay what they are."""

    def __init__(self) -> None:
        import opencc

        self.simplify = opencc.OpenCC("t2s").convert

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if 0xD800 <= code < 0xE000:
            return character
        simple: str = self.simplify(characters.standard(character) or character)
        self[code] = simple if len(simple) == 1 else character
        return self[code]


@cache
def _folding() -> _Folding:
    return _Folding()


def folded(text: str) -> str:
    """Text → the same number of characters, in the one script and form in which two texts are compared."""
    return text.translate(_folding())


def same(a: str, b: str) -> bool:
    """Are these the same character in another script or form? (賔 賓 宾; also 着 著, which one form can stand for.)"""
    return folded(a) == folded(b) or not characters.forms(a).isdisjoint(characters.forms(b))
