"""A table of edition.toml → the settings of an output; what cannot be used is said with its key and what it may be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from zhushu.model import Place

Settings = TypeVar("Settings", bound=msgspec.Struct)

_AT = re.compile(r"(?P<problem>.*?)(?: - at `\$(?P<path>[^`]*)`)?$", re.DOTALL)
_KINDS = {"StrType": "a text", "IntType": "a number", "FloatType": "a number", "BoolType": "true or false"}


class SettingsError(Exception):
    """A table that cannot be used: where it stands, and why in words."""

    def __init__(self, place: Place, problem: str) -> None:
        super().__init__(problem)
        self.place = place
        self.problem = problem


def checked(table: Mapping[str, Any], kind: type[Settings], name: str, lines: Mapping[str, int]) -> Settings:
    """The table `name` of edition.toml → settings. `lines`: dotted keys of edition.toml → the lines they stand on."""
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        found = _AT.fullmatch(str(error))
        problem, path = (found["problem"], found["path"] or "") if found else (str(error), "")
        keys = re.findall(r"[^.\[\]]+", path)
        unknown = re.search("unknown field `(.*)`", problem)
        if unknown:
            keys.append(unknown[1])
        raise SettingsError(place_of(f"{name}.{'.'.join(keys)}", lines), _sentence(table, kind, name, keys)) from error


def place_of(key: str, lines: Mapping[str, int]) -> Place:
    """A dotted key → its line, or that of the nearest table around it."""
    while key and key not in lines:
        key = key.rpartition(".")[0]
    return Place("edition.toml", lines.get(key))


def _sentence(table: Mapping[str, Any], kind: type[msgspec.Struct], name: str, keys: list[str]) -> str:
    value: Any = table
    expected: Any = inspect.type_info(kind)
    for key in keys:
        if isinstance(expected, inspect.StructType):
            fields = {field.encode_name: field.type for field in expected.fields}
            if key not in fields:
                return f"it has no key {_dotted(name, keys)}; known there: {', '.join(fields)}"
            expected, value = fields[key], value[key]
        else:  # a member of an array
            expected, value = expected.item_type, value[int(key)]
    return f"{_dotted(name, keys)} is {_quoted(value)}; it may be {_allowed(expected)}"


def _dotted(name: str, keys: list[str]) -> str:
    return ".".join((name, *keys))


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)


def _allowed(kind: Any) -> str:
    """What a key may be, in words."""
    if isinstance(kind, inspect.LiteralType):
        return " or ".join(_quoted(value) for value in kind.values)
    if isinstance(kind, inspect.UnionType):
        return " or ".join(_allowed(part) for part in kind.types if not isinstance(part, inspect.NoneType))
    if isinstance(kind, inspect.VarTupleType):
        return f"an array, each member {_allowed(kind.item_type)}"
    if isinstance(kind, inspect.StructType | inspect.DictType):
        return "a table"
    words = _KINDS.get(type(kind).__name__, "something else")
    if getattr(kind, "pattern", None):
        return f"{words} like {kind.pattern}"
    bounds = [f"{said} {bound:g}" for said, bound in _bounds(kind) if bound is not None]
    return " ".join([words, *bounds])


def _bounds(kind: Any) -> list[tuple[str, float | None]]:
    return [(said, getattr(kind, name, None)) for said, name in (("above", "gt"), ("from", "ge"), ("to", "le"))]
