"""Every regular expression of the package takes time in proportion to what it reads, however hostile that is."""

from __future__ import annotations

import ast
import re
import signal
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import zhushu

parser: Any = getattr(re, "_parser")  # noqa: B009 (it has no public name)
PACKAGE = Path(zhushu.__file__).parent
LENGTH = 40_000  # characters: what is in proportion takes milliseconds, what grows with the square many seconds
LIMIT = 1.0  # seconds of processor time
SOUGHT = {"search", "sub", "subn", "split", "findall", "finditer"}  # these begin at every character
OWN_TEXT = ("publish/web.py",)  # its pattern reads our own assets only
FUNCTIONS = {f"re.{method}" for method in (*SOUGHT, "compile", "match", "fullmatch")}


@dataclass(frozen=True)
class Pattern:
    """A regular expression as the source has it, and by which methods it is used."""

    where: str
    text: str | bytes
    flags: int
    used: frozenset[str]


def patterns() -> Iterator[Pattern]:
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text("utf-8")
        names = _constants(ast.parse(source))
        for call, name in _calls(ast.parse(source)):
            text, *flags = [_value(argument, names) for argument in (*call.args, *(key.value for key in call.keywords))]
            method = call.func.attr  # type: ignore[attr-defined]
            if method == "compile":
                used = set(re.findall(rf"\b{name}\.(\w+)\(", source)) if name else SOUGHT
            else:
                used = {method}
            if isinstance(text, str | bytes):
                number = sum(flag for flag in flags if isinstance(flag, re.RegexFlag))
                yield Pattern(f"{path.relative_to(PACKAGE)}:{call.lineno}", text, int(number), frozenset(used))


def _constants(tree: ast.Module) -> dict[str, str]:
    """The texts that a module gives a name, for patterns that are put together of them."""
    found: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = _value(node.value, found)
            if isinstance(value, str):
                found[node.targets[0].id] = value
    return found


def _calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    """The calls of functions of `re`, each with the name that its result is given."""
    named = {
        node.value: node.targets[0].id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and ast.unparse(node.func) in FUNCTIONS:
            yield node, named.get(node, "")


def _value(node: ast.expr, names: dict[str, str]) -> object:
    """An expression of constants → its value, None where it is of anything else."""
    try:
        return eval(compile(ast.Expression(node), "", "eval"), {"re": re, "chr": chr, "range": range, **names})
    except Exception:
        return None


def letters(parsed: Any) -> Iterator[str]:
    """A parsed pattern → characters that it names, one for each of its parts."""
    for operation, argument in parsed:
        kind = str(operation)
        if kind == "LITERAL":
            yield chr(argument)
        elif kind == "IN":
            for inner, value in argument[:4]:
                known = {"LITERAL": value, "RANGE": value[0] if isinstance(value, tuple) else 0}.get(str(inner))
                if known is not None:
                    yield chr(known)
                elif str(inner) == "CATEGORY":
                    yield {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a"}.get(str(value), "甲")
                else:
                    yield "\U000248e5"
        elif kind in ("ANY", "NOT_LITERAL"):
            yield "\ue913"
        elif kind in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            yield from letters(argument[2])
        elif kind == "SUBPATTERN":
            yield from letters(argument[3])
        elif kind == "BRANCH":
            for branch in argument[1]:
                yield from letters(branch)
        elif kind in ("ASSERT", "ASSERT_NOT"):
            yield from letters(argument[1])


def hostile(text: str, flags: int) -> Iterable[str]:
    """A pattern → texts that repeat what it names, in ones and twos, between its beginning and what ends nothing."""
    found = list(dict.fromkeys(letters(parser.parse(text, flags)))) or ["甲"]
    units = [*found[:12], *(a + b for a, b in product(found[:4], repeat=2) if a != b), "".join(found)]
    start = "".join(found[:3])
    for unit in units:
        body = unit * (LENGTH // len(unit))
        yield f"{body}\0"
        yield f"{start}{body}\0"
        yield f"{found[0]}{body}\0"
        yield f"{body}{found[0]}"


def slow(pattern: Pattern) -> str | None:
    """A pattern → the hostile text that takes it too long, as a few characters of it."""
    compiled: re.Pattern[Any] = re.compile(pattern.text, pattern.flags)
    text = pattern.text if isinstance(pattern.text, str) else pattern.text.decode("latin-1")
    for hard in hostile(text, pattern.flags):
        subject: Any = hard if isinstance(pattern.text, str) else hard.encode("latin-1", "replace")
        signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
        try:
            if pattern.used & SOUGHT:
                for _ in compiled.finditer(subject):
                    pass
            if "fullmatch" in pattern.used:
                compiled.fullmatch(subject)
            compiled.match(subject)
        except TimeoutError:
            return repr(hard[:12])
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return None


@pytest.fixture(autouse=True)
def limit() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    yield
    signal.signal(signal.SIGVTALRM, before)


def test_every_pattern() -> None:
    found = {pattern.where: slow(pattern) for pattern in patterns() if not pattern.where.startswith(OWN_TEXT)}
    assert {where: text for where, text in found.items() if text} == {}
    assert len(found) > 80


@pytest.mark.parametrize("text", ["(?:[a-c][d-f]|[^a-fA-F]+)*", r"^#\s+(.+?)\s*#*\s*$", r"\s+$", "([0-9.]+),"])
def test_a_slow_pattern_is_found(text: str) -> None:
    assert slow(Pattern("", text, re.MULTILINE, frozenset(("search", "fullmatch"))))
