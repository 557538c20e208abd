"""The scanner that finds the line of a key knows the same keys as tomllib."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zhushu.read import toml
from zhushu.read.toml import Document, Key

_ODD = '''\
# [not] = "a key"
"𤣥 = [x]" = 1  # = ]
'lit "eral' = """
[not.a.table]
key = "no"
""\\""""
multi = \'\'\'
x = 1
it's\'\'\'\'
[a . "b.c"]
d.e = { f = 1, g = [1, 2] }
list = [
  1, # ]
  "]",
  { x = 1 },
]
time = 07:32:00
float = 1.5
[[a."b.c".row]]
x = 1
[[a."b.c".row]]
y = "\ue913"
[a."b.c".row.inner]
z = 2
[[a."b.c".row.more]]
w = 3
'''


def read(tmp_path: Path, content: bytes) -> Document:
    (tmp_path / "x.toml").write_bytes(content)
    document, problems = toml.read(tmp_path / "x.toml", "x.toml")
    assert problems == ()
    return document


def keys(value: Any, key: Key = ()) -> Iterator[Key]:
    """Every table and key of a document, but not what stands inside an inline array."""
    for name, member in value.items():
        yield (*key, name)
        if isinstance(member, dict):
            yield from keys(member, (*key, name))
        elif isinstance(member, list) and member and all(isinstance(entry, dict) for entry in member):
            for i, entry in enumerate(member):
                yield from keys(entry, (*key, name, i))


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_odd_but_valid_toml(tmp_path: Path, ends: str) -> None:
    document = read(tmp_path, _ODD.replace("\n", ends).encode())
    lines = _ODD.split("\n")
    assert set(document.lines) >= {key for key in keys(document.data) if key[-1] not in ("f", "g")}
    for key, line in document.lines.items():
        if isinstance(key[-1], str):
            assert key[-1] in lines[line - 1], key
    assert document.place("a", "b.c", "row", 1, "y").line == lines.index('y = "\ue913"') + 1
    assert document.place("a", "b.c", "row", 1, "more", 0, "w").line == lines.index("w = 3") + 1
    assert document.place("a", "b.c", "d", "e", "f").line == lines.index("d.e = { f = 1, g = [1, 2] }") + 1


def test_a_byte_order_mark_before_toml_is_passed_over(tmp_path: Path) -> None:
    document = read(tmp_path, b"\xef\xbb\xbf\r\nid = 'x'\r\n")
    assert (document.data, document.place("id").line) == ({"id": "x"}, 2)


_NAMES = st.text(st.sampled_from("ab.=[]#\"' 𤣥\ue913\\"), max_size=4)
_VALUES = st.text(st.sampled_from("ab=[]{}#\"' 𤣥\ue913\\\n\r\t\x7f"), max_size=8)
_TABLES = st.dictionaries(_NAMES, _VALUES, max_size=3)


@given(st.dictionaries(_NAMES, _TABLES | st.lists(_TABLES, min_size=1, max_size=3), max_size=4))
def test_every_key_has_its_line(tmp_path_factory: pytest.TempPathFactory, data: dict[str, Any]) -> None:
    text = ""
    expected: dict[Key, int] = {}
    for name, value in data.items():
        for i, table in enumerate(value if isinstance(value, list) else [value]):
            text += f"[[{toml.quoted(name)}]]\n" if isinstance(value, list) else f"[{toml.quoted(name)}]\n"
            for key, member in table.items():
                place = (name, i, key) if isinstance(value, list) else (name, key)
                expected[place] = text.count("\n") + 1
                text += f"{toml.quoted(key)} = {toml.quoted(member)}  # x = [\n"
    assert tomllib.loads(text) == data
    document = read(tmp_path_factory.mktemp("toml"), text.encode())
    assert document.data == data
    assert {key: document.lines[key] for key in expected} == expected


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_quoted_text_is_the_same_text(text: str) -> None:
    assert tomllib.loads(f"k = {toml.quoted(text)}") == {"k": text}


def test_a_number_without_end_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(f'"𤣥\ue913" = {"9" * 5000}\n', "utf-8")
    document, (problem,) = toml.read(path, "x.toml")
    assert (document.data, problem.code, problem.place.file) == ({}, "R040", "x.toml")


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 5000, str(2**63), f"[1, {{'𤣥' = {-(2**64)}}}]"])
def test_a_number_beyond_64_bits(tmp_path: Path, number: str) -> None:
    """TOML ends there; tomllib, and what prints a value, do not."""
    (tmp_path / "x.toml").write_text(f'[edition]\nid = "𤣥\ue913"\npage = {number}\n', "utf-8")
    document, problems = toml.read(tmp_path / "x.toml", "x.toml")
    assert document.data == {}
    assert [(problem.code, problem.place.line) for problem in problems] == [("R040", 3)]
