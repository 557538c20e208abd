"""A TOML file → its data, with the line of every key, and checks that name file, key and line.

`tomllib` forgets where a key stood, so the keys are looked for a second time, by a scanner that knows only as much
TOML as it takes to tell keys from values.
"""

from __future__ import annotations

import difflib
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zhushu.findings import finding
from zhushu.model import Finding, Place

Key = tuple[str | int, ...]  # ("page", 2, "file") is `file` in the third [[page]]

_TOKEN = re.compile(
    r"""(?P<text>\"{3}(?:[^\\]|\\.)*?(?:\"{3,5}|\Z) | '{3}.*?(?:'{3,5}|\Z) | "(?:[^"\\\n]|\\.)*+"? | '[^'\n]*'?)
    | (?P<comment>\#[^\n]*) | (?P<end>\n) | (?P<open>[\[{]) | (?P<close>[\]}]) | (?P<equals>=)
    | (?P<bare>[A-Za-z0-9_-]+) | (?P<other>.)""",
    re.DOTALL | re.VERBOSE,
)
_ENDLESS = re.compile(rf"[0-9][0-9_]{{{sys.int_info.default_max_str_digits}}}")
_DIGITS = "a number has too many digits"
_AT_LINE = re.compile(r" ?\(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


@dataclass(frozen=True, slots=True)
class Document:
    """A TOML file, read. `file` is its name as findings say it."""

    file: str
    data: dict[str, Any]
    lines: Mapping[Key, int]

    def place(self, *key: str | int) -> Place:
        """A key → the line it stands on, or that of the nearest table around it."""
        while key and key not in self.lines:
            key = key[:-1]
        return Place(self.file, self.lines.get(key))


@dataclass(frozen=True, slots=True)
class Rule:
    """What one key may hold: `expected` says it in words, `form` gives the spelling of a text."""

    types: tuple[type, ...]
    expected: str
    form: re.Pattern[str] | None = None
    required: bool = False
    each: Rule | None = None  # of the members of an array
    keys: Mapping[str, Rule] | None = None  # of a table; None: any key
    filled: bool = False  # of a table that must hold something


def read(path: Path, file: str) -> tuple[Document, tuple[Finding, ...]]:
    """A TOML file and its name for findings → the document, empty where it cannot be parsed, and why it cannot."""
    empty = Document(file, {}, {})
    if path.exists() and not path.is_file():  # a pipe or a device would never end
        return empty, (finding("R007", Place(file), reason="it is no file"),)
    try:
        content = path.read_bytes()
        text = content.decode("utf-8-sig")
        document = Document(file, tomllib.loads(text), _lines(text.replace("\r\n", "\n")))
        vast = next(_vast(document.data), None)
        if vast is not None:
            return empty, (finding("R040", document.place(*vast), reason=_DIGITS),)
        return document, ()
    except OSError as error:
        return empty, (finding("R007", Place(file), reason=error.strerror or error),)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return empty, (finding("R041", Place(file, line), byte=error.start),)
    except RecursionError:
        return empty, (finding("R040", Place(file, 1), reason="it is nested too deep"),)
    except tomllib.TOMLDecodeError as error:
        at = _AT_LINE.search(str(error))
        line = int(at["line"]) if at and at["line"] else text.count("\n") + 1
        return empty, (finding("R040", Place(file, line), reason=_AT_LINE.sub("", str(error))),)
    except ValueError:  # the only one that tomllib lets through: Python converts no more digits than so many
        before = _ENDLESS.split(text, 1)[0]
        return empty, (finding("R040", Place(file, before.count("\n") + 1), reason=_DIGITS),)


def _vast(value: object, key: Key = ()) -> Iterator[Key]:
    """The keys of whole numbers that TOML does not have: it ends at 64 bits, tomllib does not."""
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        yield key
    elif isinstance(value, dict):
        for part, member in value.items():
            yield from _vast(member, (*key, part))
    elif isinstance(value, list):
        for part, member in enumerate(value):
            yield from _vast(member, (*key, part))


def check(document: Document, rules: Mapping[str, Rule]) -> Iterator[Finding]:
    """A document and the rules of its keys → every key that is unknown, missing, of the wrong type or form."""
    yield from _check_table(document, (), document.data, rules)


def in_order(problems: Iterable[Finding]) -> list[Finding]:
    """Findings on one file → the same, by line."""
    return sorted(problems, key=lambda problem: problem.place.line or 0)


def quoted(text: str) -> str:
    """A text → a TOML string."""
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return '"' + "".join(escapes.get(character) or _escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    hidden = character < " " or "\x7f" <= character <= "\x9f" or "\ue000" <= character <= "\uf8ff"
    return f"\\u{ord(character):04X}" if hidden else character


def name(key: Key) -> str:
    """("page", 2, "file") → "page[3].file", as a human counts."""
    parts = (f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in key)
    return "".join(parts).removeprefix(".")


def _check_table(
    document: Document, key: Key, table: Mapping[str, Any], rules: Mapping[str, Rule]
) -> Iterator[Finding]:
    for part, value in table.items():
        if part in rules:
            yield from _check_value(document, (*key, part), value, rules[part])
        else:
            near = difflib.get_close_matches(part, rules, 1)
            known = f"did you mean {near[0]}?" if near else f"known here: {', '.join(rules)}"
            yield finding("R042", document.place(*key, part), key=name((*key, part)), known=known)
    for part, rule in rules.items():
        if rule.required and part not in table:
            yield finding("R044", document.place(*key), key=name((*key, part)), expected=rule.expected)


def _check_value(document: Document, key: Key, value: object, rule: Rule) -> Iterator[Finding]:
    if type(value) not in rule.types:
        yield finding("R043", document.place(*key), key=name(key), expected=rule.expected, found=_in_words(value))
    elif isinstance(value, dict):
        yield from _check_members(document, key, value, rule)
    elif isinstance(value, list):
        for i, member in enumerate(value if rule.each else ()):
            yield from _check_value(document, (*key, i), member, rule.each or rule)
    elif rule.form and not rule.form.fullmatch(str(value)):
        yield finding("R045", document.place(*key), key=name(key), expected=rule.expected, value=quoted(str(value)))


def _check_members(document: Document, key: Key, table: Mapping[str, Any], rule: Rule) -> Iterator[Finding]:
    if rule.filled and not table:
        yield finding("R045", document.place(*key), key=name(key), expected=rule.expected, value="{}")
    if rule.keys is not None:
        yield from _check_table(document, key, table, rule.keys)


_WORDS: dict[type, str] = {
    str: "a text",
    bool: "true or false",
    int: "a number",
    float: "a number with a decimal point",
    list: "an array",
    dict: "a table",
}


def _in_words(value: object) -> str:
    return _WORDS.get(type(value), "a date or time")


@dataclass(slots=True)
class _Scanner:
    """Walks over the tokens of a TOML text; knows the table it is in and how often each [[table]] came."""

    lines: dict[Key, int]
    arrays: dict[Key, int]
    table: Key = ()

    def statement(self, tokens: list[re.Match[str]], line: int) -> None:
        kinds = [token.lastgroup for token in tokens]
        if kinds[:2] == ["open", "open"]:
            self._array(_parts(tokens[2:], "close"), line)
        elif kinds[:1] == ["open"]:
            self.table = self._resolve((), _parts(tokens[1:], "close"), line)
        else:
            self._resolve(self.table, _parts(tokens, "equals"), line)

    def _array(self, parts: list[str], line: int) -> None:
        key = (*self._resolve((), parts[:-1], line), parts[-1])
        self.arrays[key] = self.arrays.get(key, -1) + 1
        self.table = (*key, self.arrays[key])
        self.lines.setdefault(key, line)
        self.lines[self.table] = line

    def _resolve(self, key: Key, parts: list[str], line: int) -> Key:
        for part in parts:
            key = (*key, part)
            self.lines.setdefault(key, line)
            if key in self.arrays:
                key = (*key, self.arrays[key])
        return key


def _lines(text: str) -> dict[Key, int]:
    """A valid TOML text → key → its line."""
    scanner = _Scanner({}, {})
    statement: list[re.Match[str]] = []
    line = start = 1
    depth = 0
    for token in _TOKEN.finditer(text + "\n"):
        depth += (token.lastgroup == "open") - (token.lastgroup == "close")
        if token.lastgroup == "end" and depth == 0:
            if statement:
                scanner.statement(statement, start)
            statement = []
        elif token.lastgroup not in ("comment", "end") and not token[0].isspace():
            start = start if statement else line
            statement.append(token)
        line += token[0].count("\n")
    return scanner.lines


def _parts(tokens: list[re.Match[str]], last: str) -> list[str]:
    """The tokens of a key, dots and all, up to one of kind `last` → the parts of the key."""
    parts: list[str] = []
    for token in tokens:
        if token.lastgroup == last:
            break
        if token.lastgroup in ("bare", "text"):
            parts.append(token[0] if token.lastgroup == "bare" else tomllib.loads(f"k = {token[0]}")["k"])
    return parts
